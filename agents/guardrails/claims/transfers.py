"""How people are told that somebody else will go on: patterns over a sentence in small letters without accents.

An announcement moves the *user* (or their case) to *somebody*; money, numbers and plans are moved too, and
"te paso a explicar" moves nobody. So each pattern ends where the receiver's name begins, and a receiver that
is a thing (`things`) is none.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Transfers:
    """`user` moves the user to whoever follows, `case` their matter to a team, `sure` needs no receiver.

    `things` follow a `user` pattern when nobody is meant; `team` must follow a `case` pattern; `offers` in
    the same clause, or `conditions` earlier in the sentence, make it no announcement.
    """

    user: re.Pattern[str]
    case: re.Pattern[str]
    sure: re.Pattern[str]
    things: re.Pattern[str]
    team: re.Pattern[str]
    offers: re.Pattern[str]
    conditions: re.Pattern[str]


def _compile(*texts: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(texts)})(?!\w)")


def _pt() -> Transfers:
    do = r"(?:transferir|encaminhar|direcionar|redirecionar|passar|repassar|conectar)"
    doing = r"(?:transferindo|encaminhando|direcionando|redirecionando|passando|repassando|conectando)"
    i_do = r"(?:transfiro|encaminho|direciono|redireciono|passo|repasso|conecto)"
    will = r"(?:vou|irei|vamos|iremos|preciso|deixe-me|deixa eu)(?: ja| agora| entao| te)?"
    who = r"(?:voce|voces|o senhor|a senhora|(?:seu|o seu) (?:atendimento|contato)|(?:sua|a sua) (?:conversa|ligacao|chamada))"
    now = r"(?: ja| agora| diretamente| direto)?"
    to = r"(?:para|pra|pro|ao|aos|com)"
    matter = r"(?:(?:o|a|seu|sua|esta|essa|este|esse) (?:atendimento|caso|conversa|chamada|ligacao|chamado|solicitacao|duvida|demanda|contato|pedido de ajuda)|isso|isto)"
    us = r"(?:te|lhe)"
    return Transfers(
        user=_compile(
            rf"{will} {us} {do}{now} {to}", rf"{us} (?:vou|irei|vamos) {do}{now} {to}",
            rf"{will} {do} {who}{now} {to}", rf"{will} transferir{now} {to}",
            rf"{will} (?:transferi|encaminha|direciona|redireciona|passa|conecta)-l[oa]s?{now} {to}",
            rf"(?:estou|estamos)(?: ja)? (?:{us} )?{doing}(?:-[lt][oae])?(?: {who})?{now} {to}",
            rf"{doing} {who}{now} {to}", rf"{us} {i_do}{now} {to}", rf"{i_do} {who}{now} {to}",
            rf"{who} (?:sera|serao|vai ser|esta sendo) (?:transferid|encaminhad|direcionad|redirecionad|conectad)[oa]s?{now} {to}",
            rf"{will} (?:{us} |{who} )?(?:colocar|por)(?: {who})? em contato com",
            rf"(?:transferi|encaminhei|direcionei|redirecionei|passei|conectei) {who}{now} {to}",
        ),
        case=_compile(
            rf"{will} {do} {matter}{now} {to}", rf"(?:estou|estamos)(?: ja)? {doing} {matter}{now} {to}",
            rf"{i_do} {matter}{now} {to}", rf"{will} {do}{now} {to}", rf"{will} (?:chamar|acionar)",
            rf"(?:transferi|encaminhei|direcionei|repassei|passei) {matter}{now} {to}",
        ),
        sure=_compile(
            rf"enquanto (?:eu )?(?:{us} )?(?:transfiro|encaminho|redireciono|conecto)(?: {who}| sua ligacao| seu atendimento)?",
            r"(?:especialista|atendente|colega|equipe|setor|time)[^.,;]{0,40} (?:vai|ira) assumir(?: o atendimento| a conversa| daqui)?",
            r"(?:especialista|atendente|colega)[^.,;]{0,40} (?:vai|ira) (?:te |lhe )?(?:atender|ajudar|responder)(?: voce)? (?:agora|em instantes|em seguida|ja)",
            rf"{will} pedir (?:ao?|para (?:o|a|um|uma)) (?:especialista|atendente|colega|equipe|time)[^.,;]{{0,40}} (?:continuar|assumir)",
        ),
        things=_compile(
            r"voce|voces|prazer|gosto|carinho|detalhes?|calma|final|fim|(?:segunda|terca|quarta|quinta|sexta)(?:-feira)?|sabado|domingo|(?:o |a |um |uma |seu |sua |outro |outra )?(?:plano|pacote|tarifa|oferta|e-?mail|link|site|pagina|"
            r"app|aplicativo|endereco|conta|cartao|banco|data|dia|horario|numero|chip|operadora|fatura)"
        ),
        team=_team(
            r"setor|departamento|area|equipe|time|especialistas?|atendentes?|atendimento|colegas?|agentes?|"
            r"consultor(?:a|es)?|analistas?|central|suporte|financeiro|responsavel|humano|pessoa"
        ),
        offers=_compile(r"posso|podemos|poderia|quer(?: que)?|gostaria|deseja|prefere|nao|nunca|sem|nem|em vez de"),
        conditions=_compile(r"se|caso|quando|assim que|depois que"),
    )  # fmt: skip


def _es() -> Transfers:
    do = r"(?:transferir|derivar|pasar|conectar|comunicar|redirigir)"
    doing = r"(?:transfiriendo|derivando|pasando|conectando|comunicando|redirigiendo)"
    i_do = r"(?:transfiero|derivo|paso|conecto|comunico|redirijo|transferire|derivare|pasare|conectare|comunicare)"
    us = r"(?:te|le|lo|la|los|las|les|os)"
    now = r"(?: ya| ahora| entonces| directamente)?"
    to = r"(?:con|al|a la|a los|a las|a|hacia)"
    will = r"(?:(?:voy|vamos|procedo) a|dejame|dejeme|permiteme|permitame|necesito)"
    matter = r"(?:(?:el|la|tu|su|esta|este) (?:caso|consulta|solicitud|conversacion|llamada|chat|pedido de ayuda)|esto|eso)"
    return Transfers(
        user=_compile(
            rf"{us} (?:voy|vamos) a {do}{now} {to}", rf"{will} {do}{us}{now} {to}", rf"{us} {i_do}{now} {to}",
            rf"(?:estoy|estamos)(?: ya)? {doing}{us}{now} {to}", rf"{us} (?:estoy|estamos) {doing}{now} {to}",
            rf"{doing}{us}{now} {to}", rf"(?:voy|vamos) a {do} a usted{now} {to}",
            rf"(?:usted )?(?:sera|esta siendo) (?:transferid|derivad|redirigid|conectad)[oa]s?{now} {to}",
            rf"{us} (?:transferi|derive|pase|conecte|comunique|he (?:transferido|derivado|pasado|conectado|comunicado)){now} {to}",
            rf"{us} (?:pongo|pondre|voy a poner) en contacto con", rf"{will} poner{us} en contacto con",
        ),
        case=_compile(
            rf"{will} {do} {matter}{now} {to}", rf"{i_do} {matter}{now} {to}",
            rf"(?:estoy|estamos)(?: ya)? {doing} {matter}{now} {to}", r"(?:voy|vamos) a llamar a",
        ),
        sure=_compile(
            rf"mientras (?:{us} )?(?:transfiero|derivo|comunico|conecto)",
            r"(?:especialista|agente|colega|companer[oa]|equipo)[^.,;]{0,40} (?:va a|se va a) (?:hacer cargo|tomar (?:la conversacion|el caso))",
        ),
        things=_compile(
            r"usted|ustedes|ti|vos|final|lunes|martes|miercoles|jueves|viernes|sabado|domingo|(?:mucho )?gusto|placer|detalles?|calma|[a-z]+(?:ar|er|ir)(?:te|le|lo|la|les|los|las)?|que|"
            r"(?:el |la |los |las |un |una |tu |su |otro |otra )?(?:plan|tarifa|oferta|correo|e-?mail|enlace|pagina|sitio|app|aplicacion|"
            r"direccion|cuenta|tarjeta|banco|fecha|dia|hora|numero|chip|compania|factura|lista)"
        ),
        team=_team(
            r"sector|departamento|area|equipo|especialistas?|agentes?|atencion|colegas?|companer[oa]s?|asesor(?:a|es)?|"
            r"analistas?|central|soporte|responsable|humano|persona"
        ),
        offers=_compile(
            r"puedo|podemos|podria|quiere[sn]?(?: que)?|desea[sn]?|gustaria|prefiere[sn]?|no|nunca|sin|ni|en vez de"
        ),
        conditions=_compile(r"si|cuando|en cuanto|una vez que"),
    )  # fmt: skip


def _en() -> Transfers:
    do = r"(?:transfer|connect|hand|pass|put|redirect|refer|route|direct|switch)"
    doing = r"(?:transferring|connecting|handing|passing|putting|redirecting|referring|routing|directing|switching)"
    done = r"(?:transferred|connected|handed|passed|put|redirected|referred|routed|switched)"
    now = r"(?: now| just| right| gladly| quickly| directly| straight)*"
    will = rf"(?:(?:i|we)(?:'ll| will| shall|'m going to|'re going to| am going to| are going to| need to)|let me|allow me to){now}(?: go ahead and)?"
    am = rf"(?:i'm|i am|we're|we are){now}"
    on = r"(?: over| on| off| through| along| across)?"
    to = r"(?:to|with|in touch with|in contact with)"
    matter = r"(?:this|it|that|your (?:case|request|question|chat|call|conversation|issue)|the (?:case|conversation|chat|call))"
    return Transfers(
        user=_compile(
            rf"{will} {do} you{on}{now} {to}", rf"{am} {doing} you{on}{now} {to}", rf"{doing} you{on}{now} {to}",
            rf"{will} get you (?:over|through){now} {to}", rf"(?:i|we)(?:'ve| have)?{now} {done} you{on}{now} {to}",
            rf"you(?:'ll| will|'re| are){now} (?:be |being |going to be )?{done}{on}{now} {to}",
        ),
        case=_compile(
            rf"{will} (?:{do}|forward|escalate) {matter}{on}{now} {to}",
            rf"{am} (?:{doing}|forwarding|escalating) {matter}{on}{now} {to}", rf"{will} (?:call|bring|loop) in",
            rf"(?:i|we)(?:'ve| have)?{now} (?:{done}|forwarded|escalated) {matter}{on}{now} {to}",
        ),
        sure=_compile(
            rf"while i {do} (?:you|your call)", r"(?:specialist|colleague|agent|advisor|team)[^.,;]{0,40} will take (?:it from here|over(?= from here| now|\s*[.,;!…]|\s*$))"
        ),
        things=_compile(
            r"you|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:the |a |an |your |our |another )?(?:plan|tariff|offer|e-?mail|link|site|website|page|app|address|account|card|bank|date|day|"
            r"number|sim|carrier|invoice|bill|internet|network|wi-?fi|form|section|store|list)(?! (?:manager|team|department|specialist|desk))"
        ),
        team=_team(
            r"team|department|specialists?|colleagues?|agents?|desk|support|advisors?|representatives?|human|person|someone|expert"
        ),
        offers=_compile(
            r"can|could|may|might|would|shall i|do you want|not|never|cannot|can't|won't|without|instead of|rather than"
        ),
        conditions=_compile(r"if|once|when|unless|in case"),
    )  # fmt: skip


def _team(words: str) -> re.Pattern[str]:
    """One of these among the next few words."""
    return re.compile(rf"\s*(?:[\w'-]+ ){{0,3}}?(?:{words})(?!\w)")


TRANSFERS = {"pt": _pt(), "es": _es(), "en": _en()}
