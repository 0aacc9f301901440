"""Claims as patterns over a sentence in small letters (accents kept), compiled once."""

import re
from dataclasses import dataclass

from agents.guardrails.claims import verbs as v


@dataclass(frozen=True, slots=True)
class ClaimPatterns:
    """`sure` are claims by themselves; `about_action` only in a sentence that names an action (`action`).

    `offers` in front of a claim make it an offer, `denials` right before it a denial.
    """

    sure: re.Pattern[str]
    about_action: re.Pattern[str]
    action: re.Pattern[str]
    offers: re.Pattern[str]
    denials: re.Pattern[str]


def _any(words: list[str]) -> str:
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


def _compile(text: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{text})(?!\w)")


def _pt() -> ClaimPatterns:
    past = [*map(v.pt_past_i, v.PT), "fiz"]
    we = [*map(v.pt_past_we, v.PT), "fizemos"]
    done = _any(
        [*map(v.pt_participle, v.PT), "feit[oa]s?", "conclu[ií]d[oa]s?", "confirmad[oa]s?", "iniciad[oa]s?"]
    )
    infinitive = _any([*v.PT, "fazer"])
    gerund = _any([*map(v.pt_gerund, v.PT), "fazendo"])
    future = _any([*map(v.pt_future, v.PT), "far(?:ei|emos)"])
    sure = [
        _any(past), rf"(?:já|acabamos de|acabei de) {_any([*we, infinitive])}", future,
        rf"(?:vou|irei|iremos|vamos)(?: já| agora| então| te| lhe)? {infinitive}", rf"est(?:ou|amos)(?: já)? {gerund}",
        r"você (?:vai receber|receberá) (?:um|uma|o|a|seu|sua)s? (?:novo |nova )?(?:e-?mail|reembolso|estorno|confirmação|protocolo|valor|crédito)",
        rf"(?:feito|prontinho|tudo certo|pronto)(?=[,:!.])(?=.*{done}|[:!.])",
    ]  # fmt: skip
    about = [
        _any(we), rf"(?:foi|foram|está|estão|ficou|fica|já foi|será|serão)(?: já| devidamente)? {done}",
        rf"(?:{done})(?= com sucesso)",
    ]  # fmt: skip
    action = (
        r"trocas?|devoluç(?:ão|ões)|reembolsos?|estornos?|chamados?|protocolos?|solicitaç(?:ão|ões)|e-?mails?|"
        r"agendamentos?|consultas?|reclamaç(?:ão|ões)|contestaç(?:ão|ões)|tickets?|cancelamentos?|cadastros?|"
        r"visitas?|reservas?|mensage(?:m|ns)|pedido de \w+|alteraç(?:ão|ões)|bloqueios?|horários?|segunda via"
    )
    offers = (
        r"posso(?! confirmar)|podemos(?! confirmar)|poderia|poderíamos|podem|se (?:quiser|você|preferir|desejar|for|o|a|isso)|"
        r"caso|quer que|deseja|gostaria|quando|assim que|depois que|para que|antes de|preciso|basta"
    )
    return ClaimPatterns(
        _compile("|".join(sure)), _compile("|".join(about)), _compile(action), _compile(offers),
        _compile("não|nao|nunca|nem|sem|nenhum|nenhuma"),
    )  # fmt: skip


def _es() -> ClaimPatterns:
    past = [*map(v.es_past_i, v.ES), "hice"]
    we = [*map(v.es_past_we, v.ES), "hicimos"]
    done = _any(
        [*map(v.es_participle, v.ES), "hech[oa]s?", "complet?ad[oa]s?", "confirmad[oa]s?", "iniciad[oa]s?"]
    )
    infinitive = _any([*v.ES, "hacer"])
    gerund = _any([*map(v.es_gerund, v.ES), "haciendo"])
    future = _any([*map(v.es_future, v.ES), "har(?:é|emos)"])
    sure = [
        _any(past), rf"(?:ya|acabamos de|acabo de) {_any([*we, infinitive])}", future,
        rf"(?:he|hemos)(?: ya)? {done}", rf"(?:voy|vamos)(?: ya| ahora)? a {infinitive}",
        rf"est(?:oy|amos)(?: ya)? {gerund}",
        r"(?:usted |ya )?(?:recibirá|va a recibir) (?:un|una|el|la|su) (?:correo|e-?mail|reembolso|confirmación|abono)",
        rf"(?:hecho|listo|ya está)(?=[,:!.])(?=.*{done}|[:!.])",
    ]  # fmt: skip
    about = [
        _any(we), rf"(?:ha sido|han sido|fue|fueron|está|están|quedó|queda|será|serán)(?: ya)? {done}",
        rf"(?:{done})(?= con éxito)",
    ]  # fmt: skip
    action = (
        r"cambios?|devoluci(?:ón|ones)|reembolsos?|casos?|solicitud(?:es)?|correos?|e-?mails?|citas?|turnos?|"
        r"reclamos?|reclamaci(?:ón|ones)|tickets?|cancelaci(?:ón|ones)|registros?|visitas?|reservas?|mensajes?|"
        r"peticion(?:es)?|petición|bloqueos?|consultas?"
    )
    offers = (
        r"puedo(?! confirmar)|podemos(?! confirmar)|podría|podríamos|si (?:quiere|usted|prefiere|desea|lo|la|el)|"
        r"quiere que|desea|le gustaría|cuando|en cuanto|después de que|para que|antes de|necesito|basta"
    )
    return ClaimPatterns(
        _compile("|".join(sure)), _compile("|".join(about)), _compile(action), _compile(offers),
        _compile("no|nunca|ni|sin|ningún|ninguna|tampoco"),
    )  # fmt: skip


def _en() -> ClaimPatterns:
    done = _any([*v.EN.values(), "done", "completed", "confirmed", "made", "set up"])
    base = _any([*v.EN, "make", "set up", "do"])
    gerund = _any([*map(v.en_gerund, v.EN), "making", "setting up"])
    adverb = "(?: just| already| now| gladly| also)?"
    sure = [
        rf"(?:i|we)(?:'ve| have|'d| had)?{adverb} {done}", rf"(?:i|we)(?:'ll| will| shall){adverb} {base}",
        rf"(?:i'm|i am|we're|we are){adverb} (?:{gerund}|going to {base})",
        r"you(?:'ll| will)(?: soon)? (?:receive|get) (?:a|an|the|your) (?:new )?(?:refund|e-?mail|confirmation|credit)",
        r"(?:all )?done(?=[,:!.])",
    ]  # fmt: skip
    about = [
        rf"(?:has|have) been(?: successfully)? {done}", rf"(?:is|are|was|were)(?: now| successfully)? {done}",
        rf"will be {done}", rf"{done}(?= successfully)",
    ]  # fmt: skip
    action = (
        r"exchanges?|returns?|refunds?|tickets?|cases?|requests?|e-?mails?|appointments?|bookings?|complaints?|"
        r"disputes?|cancellations?|registrations?|visits?|reservations?|messages?|changes?|blocks?|claims?"
    )
    offers = (
        r"can(?! confirm)|could|may|might|would|if|once|when|before|after|unless|in order to|shall (?:i|we)|"
        r"do you want|need to"
    )
    return ClaimPatterns(
        _compile("|".join(sure)), _compile("|".join(about)), _compile(action), _compile(offers),
        re.compile(r"(?<!\w)(?:not|never|no|without|cannot|nor)(?!\w)|n't(?!\w)"),
    )  # fmt: skip


CLAIMS = {"pt": _pt(), "es": _es(), "en": _en()}
