"""What a letter does, by the verb of the wish: tells, asks, reminds, confirms, thanks ... In three languages.

>>> told = find("a ana@example.com pidiéndole que confirme la cita", "es")
>>> told.text(told.said)
'Le pido que confirme la cita'
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

# "a Ana", between a verb and "que"
TO = r"(?:\s+(?:a|al|para|to)\s+(?:[\w.+-]+@[\w.-]+\w|(?-i:[A-ZÀ-Þ]\w+(?:\s+[A-ZÀ-Þ]\w+)?)|[ée]l|ella|ellos|ele|ela|eles|elas|todos|todas|mi\s+\w+|mis\s+\w+|equipo|cliente))?"
THEM = r"(?:\s+(?:them|him|her|everyone|everybody|you|the team|(?-i:[A-Z]\w+)))?"


@dataclass(frozen=True, slots=True)
class Move:
    """A thing that letters do. `verbs` by language, each a pattern that ends where what is said begins; `text` and
    `subject` are how the letter says it."""

    verbs: dict[str, str]
    text: dict[str, str]
    subject: dict[str, str]


def _same(text: str) -> dict[str, str]:
    return {"es": text, "pt": text, "en": text}


MOVES = (
    Move(  # says it word by word
        {
            "es": rf"(?:diciendo|dici[ée]ndo\w+|d[ií]l[eo]s?|d[ií]gale?s?|deci(?:le|les)|que\s+dig[ao][sn]?|que\s+dijera|di|"
            rf"para\s+decir\w*|avis[aá]ndo\w*|av[ií]s[ae]\w*|para\s+avisar\w*|inform[aá]ndo\w*|inf[óo]rm[ae]\w*|para\s+informar\w*|"
            rf"comunic[aá]ndo\w*|comun[ií](?:ca|que)\w*|cont[aá]ndo\w*|cu[ée]nt[ae]\w*|explic[aá]ndo\w*|expl[ií](?:ca|que)\w*|notific[aá]ndo\w*|escrib[ae]){TO}\s+que|"
            r"que\s+diga[sn]?|con\s+(?:el|este)\s+(?:texto|mensaje)(?:\s+de)?(?:\s+que)?",
            "pt": rf"(?:dizendo|diga|diz|que\s+diga|que\s+dissesse|para\s+dizer|falando|fal[ae]|avisando|avis[ae]|para\s+avisar|informando|inform[ae]|"
            rf"para\s+informar|comunicando|comunique|contando|conte|explicando|explique|notificando|escrev[ae])(?:\s+(?:a\s+)?el[ae]s?)?{TO}\s+que|"
            r"que\s+diga|com\s+(?:o|este)\s+(?:texto)(?:\s+de)?(?:\s+que)?|com\s+a\s+mensagem(?:\s+de)?(?:\s+que)?",
            "en": rf"(?:saying|telling|says|say|to\s+say|tell|to\s+tell|it\s+should\s+(?:say|read)|informing|inform|letting{THEM}\s+know|let{THEM}\s+know|announcing|"
            rf"notifying|explaining|write){THEM}(?:\s+that)?|with\s+the\s+(?:text|message)(?:\s+that)?",
        },
        _same("{said}"),
        _same("{said}"),
    ),
    Move(  # asks whether or when
        {
            "es": r"(?:pregunt[aá]ndo\w*|preg[úu]nt[ae]\w*|para\s+preguntar\w*)(?=\s+(?:si|cu|qu|d[óo]nde|c[óo]mo|por\s+qu))",
            "pt": r"(?:perguntando|pergunt[ae]|para\s+perguntar)(?:\s+a\s+el[ae]s?)?(?=\s+(?:se|qu|onde|como|por\s+qu))",
            "en": rf"(?:asking|ask|to\s+ask){THEM}(?=\s+(?:if|whether|wh|how))",
        },
        {"es": "Quisiera saber {said}", "pt": "Gostaria de saber {said}", "en": "I would like to know {said}"},
        {"es": "Consulta: {said}", "pt": "Consulta: {said}", "en": "Question: {said}"},
    ),
    Move(  # asks for something
        {
            "es": rf"(?:pidiendo|pidi[ée]ndo\w+|p[ií]d[ea]\w*|para\s+pedir\w*|solicit[aá]ndo\w*|para\s+solicitar\w*){TO}",
            "pt": rf"(?:pedindo|pe[çc]a|pede|para\s+pedir|solicitando|para\s+solicitar)(?:\s+a\s+el[ae]s?)?{TO}",
            "en": rf"(?:asking|ask|to\s+ask|requesting|to\s+request){THEM}",
        },
        {"es": "Le pido {said}", "pt": "Peço {said}", "en": "I kindly ask you {said}"},
        {"es": "Solicitud: {bare}", "pt": "Solicitação: {bare}", "en": "Request: {bare}"},
    ),
    Move(
        {
            "es": rf"(?:record[aá]ndo\w*|recu[ée]rd[ae]\w*|para\s+recordar\w*){TO}",
            "pt": r"(?:lembrando(?:-\w+)?|lembr[ae]|para\s+lembrar)(?:\s+(?:a\s+)?el[ae]s?)?",
            "en": rf"(?:reminding|remind|to\s+remind){THEM}",
        },
        {"es": "Le recuerdo {said}", "pt": "Lembro {said}", "en": "This is to remind you {said}"},
        {"es": "Recordatorio: {bare}", "pt": "Lembrete: {bare}", "en": "Reminder: {bare}"},
    ),
    Move(
        {
            "es": r"(?:confirm[aá]ndo\w*|conf[ií]rm[ae]\w+|para\s+confirmar\w*)",
            "pt": r"(?:confirmando|para\s+confirmar|confirme(?=\s+que))",
            "en": r"(?:confirming|to\s+confirm)",
        },
        {"es": "Le confirmo {said}", "pt": "Confirmo {said}", "en": "I confirm {said}"},
        {"es": "Confirmación: {bare}", "pt": "Confirmação: {bare}", "en": "Confirmation: {bare}"},
    ),
    Move(
        {
            "es": r"(?:agradeci[ée]ndo\w*|agrad[ée](?:ce|zca)\w*|para\s+agradecer\w*)(?:\s+por)?",
            "pt": r"(?:agradecendo|agrade[çc]a|para\s+agradecer)(?:\s+a\s+el[ae]s?)?",
            "en": rf"(?:thanking|thank|to\s+thank){THEM}",
        },
        {"es": "Le agradezco {said}", "pt": "Agradeço {said}", "en": "Thank you {said}"},
        {"es": "Agradecimiento", "pt": "Agradecimento", "en": "Thank you"},
    ),
    Move(
        {
            "es": rf"(?:invit[aá]ndo\w*|inv[ií]t[ae]\w*|para\s+invitar\w*){TO}",
            "pt": r"(?:convidando(?:-\w+)?|convide|para\s+convidar)(?:\s+el[ae]s?)?",
            "en": rf"(?:inviting|invite|to\s+invite){THEM}",
        },
        {"es": "Le invito {said}", "pt": "Convido {said}", "en": "I would like to invite you {said}"},
        {"es": "Invitación", "pt": "Convite", "en": "Invitation"},
    ),
    Move(  # why it is written
        {"es": r"para\s+que", "pt": r"para\s+que", "en": r"so\s+that"},
        {"es": "Le escribo para que {said}", "pt": "Escrevo para que {said}", "en": "I am writing so that {said}"},
        _same("{said}"),
    ),
    Move(  # tells without "that": "informando la nueva dirección"
        {
            "es": r"(?:inform[aá]ndo\w*|inf[óo]rm[ae]l\w*|avis[aá]ndo\w*|av[ií]s[ae]l\w*|comunic[aá]ndo\w*|notific[aá]ndo\w*|para\s+(?:informar|avisar|comunicar)\w*)",
            "pt": r"(?:informando|avisando|comunicando|notificando|para\s+(?:informar|avisar|comunicar))(?:\s+el[ae]s?)?",
            "en": rf"(?:announcing|notifying|informing){THEM}",
        },
        {"es": "Le informo {said}", "pt": "Informo {said}", "en": "I would like to inform you {said}"},
        {"es": "Aviso: {bare}", "pt": "Aviso: {bare}", "en": "Notice: {bare}"},
    ),
)  # fmt: skip
# "informando sobre la caída" is what a letter is about.
NO_MATTER = re.compile(r"\s+(?:sobre|acerca|about|regarding|por\s+(?:el|la)|a\s+respeito)\b", re.IGNORECASE)
AND_THAT = re.compile(r"\s+(y|e|and)\s+(?:que|that)\s+", re.IGNORECASE)
JOINT = re.compile(r"\A(?:que|para|de|to|for|that|sobre)\s+", re.IGNORECASE)


class LetterMove(NamedTuple):
    """A move found in a wish: where it begins, what it says, and how."""

    start: int
    said: str
    move: Move
    language: str

    def text(self, said: str) -> str:
        """The sentence of the letter; "... y que ..." goes on what "que" began, which is not there any more."""
        if self.move is MOVES[0]:
            said = AND_THAT.sub(r" \1 ", said)
        return self.move.text[self.language].format(said=said)

    def matter(self, said: str) -> str:
        """What the subject is made of."""
        if self.move is MOVES[0]:
            said = AND_THAT.sub(r" \1 ", said)
        return self.move.subject[self.language].format(said=said, bare=JOINT.sub("", said))


_PATTERNS = [
    (
        move,
        language,
        re.compile(rf"(?<![\w-])(?:{verbs})(?![\w-])[\s:,]*(?P<said>.+)", re.IGNORECASE | re.DOTALL),
    )
    for move in MOVES
    for language, verbs in move.verbs.items()
]


def find(wish: str, language: str) -> LetterMove | None:
    """What the wish has the letter do; the verb that comes first, in whatever language it is."""
    best: tuple[tuple[int, bool, int], LetterMove] | None = None
    for place, (move, spoken, pattern) in enumerate(_PATTERNS):
        found = pattern.search(wish)
        if found is None or not found["said"].strip(" .,;:"):
            continue
        if move is not MOVES[0] and NO_MATTER.match(wish, found.start("said") - 1):
            continue
        order = (found.start(), spoken != language, place)
        if best is None or order < best[0]:
            best = (
                order,
                LetterMove(found.start(), found["said"], move, language if move is MOVES[0] else spoken),
            )
    return best[1] if best else None
