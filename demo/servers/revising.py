"""Changes a draft as its reader wants: another subject, a sentence less or more, other words.

>>> revise("Reunión", "Hola:\\n\\nNos vemos mañana. Traiga todo.\\n\\nSaludos", "quita la última frase").body.splitlines()[2]
'Nos vemos mañana.'
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from demo.servers import drafting
from demo.servers.drafting import ADDRESS, QUOTED, SUBJECT_NAMES
from language.detect import language as language_of
from language.normalise import normalise, words

REMOVE = (
    r"quit[ae]\w*|quitar\w*|elimin\w+|borr[ae]\w*|sa(?:ca|que)\w*|suprim\w+|omit\w+|tir[ae]\w*|tirar|remov\w+|retir\w+|apag\w+|exclu\w+|cort[ae]\w*|"
    r"delete|drop|take out|leave out|cut|omit|skip|sin|sem|without"
)
ADD = (
    r"agr[eé]g\w+|a[ñn][aá]d\w+|inclu\w+|p[óo]n(?:ga\w*|le|er\w*)?|menci\w+|acrescent\w+|adicion\w+|coloc\w+|coloqu\w+|p[oõ]e|ponha|p[ôo]r|bota|bote|"
    r"add|include|insert|put|append|mention"
)
CHANGE = (
    r"c[aá]mb[iy]\w+|modifi\w+|corri\w+|edit[ae]\w*|reempla\w+|sustitu\w+|ajust\w+|mud[ae]\w*|mudar|alter\w+|tro(?:ca|que)\w*|substitu\w+|"
    r"change|modify|correct|edit|fix|replace|substitute|adjust|switch|update"
)
VERB = rf"(?:{REMOVE}|{ADD}|{CHANGE}|f[ií]rm[ae]\w*|assin[ae]\w*|sign)"
SPLIT = re.compile(
    rf"(?:[.;\n]+\s*|,\s*|\s+)(?:(?:y|e|and|luego|then|tamb[ié]{{1,2}}[nm]|also|adem[áa]s|al[ée]m disso|pero|mas|but)\s+)+(?={VERB}\b)|[.;\n]+\s*(?={VERB}\b)|,\s*(?={VERB}\b)",
    re.IGNORECASE,
)
LEAD = re.compile(
    r"\A[\s¿¡]*(?:\s*(?:s[ií]|sim|yes|ok|okay|vale|bien|bem|no|n[ãa]o|pero|mas|but|mejor|melhor|please|por favor|gracias|obrigad[oa]|est[áa] bien|"
    r"perfecto|puedes?|podr[ií]as?|pode(?:ria)?|can you|could you|quiero(?: que)?|quisiera(?: que)?|me gustar[ií]a(?: que)?|quero(?: que)?|gostaria(?: que| de)?|"
    r"i(?: would|'d) like(?: you)? to|i want(?: you)? to|let'?s|just|also|tambi[ée]n|tamb[ée]m|instead|rather|en cambio|eso|isso)\b[\s,;:.!¿]*)+",
    re.IGNORECASE,
)
GLUE = r"(?:por|para|a|en|com|con|to|with|into|pelo|pela|como|as)"
BODY_NAMES = (
    r"(?:texto|mensaje|mensagem|cuerpo|corpo|contenido|conte[úu]do|body|text|message|content|correo|e-?mail)"
)
SUBJECT_IS = re.compile(
    rf"\b{SUBJECT_NAMES}\b(?:\s+line)?\s*(?:[:=]\s*|,?\s*(?:(?:que\s+)?(?:deb\w+|tiene que|tem que|deve\w*|should|must|shall|to|va a|vai)?\s*(?:ser|sea|seja|be|diga|decir|read|say)|"
    rf"{GLUE}|es|[ée]|is|pon\w*|coloc\w+|escrib\w+|escrev\w+|put|write)\s*:?\s+)(?P<said>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
AS_SUBJECT = re.compile(
    rf"\A(?:{ADD}|usa|use|escrib[ae]|escrev[ae]|write)\s+(?P<said>.+?)\s+(?:como|en el|no|as(?: the)?|in the|as)\s+{SUBJECT_NAMES}\W*\Z",
    re.IGNORECASE | re.DOTALL,
)
OTHER = re.compile(rf"\A(?:{CHANGE})\s+(?P<old>.+?)\s+{GLUE}\s+(?P<new>.+)\Z", re.IGNORECASE | re.DOTALL)
INSTEAD = re.compile(
    rf"(?:en vez de|en lugar de|em vez de|no lugar de|ao inv[ée]s de|instead of|rather than|donde dice|onde diz|where it says)\s+(?P<old>.+?)[,\s]+"
    rf"(?:{ADD}|di(?:ga)?|que diga|diga|diz|say|write|escrib[ae]|escrev[ae])\s+(?:que\s+)?(?P<new>.+)",
    re.IGNORECASE | re.DOTALL,
)
LESS = re.compile(rf"\A(?:{REMOVE})\s+(?P<said>.+)", re.IGNORECASE | re.DOTALL)
MORE = re.compile(rf"\A(?:{ADD})\b\s*(?P<said>.+)", re.IGNORECASE | re.DOTALL)
ALSO = re.compile(r"\b(?:tambi[ée]n|tamb[ée]m|adem[áa]s|al[ée]m disso|also|as well|too)\b", re.IGNORECASE)
FIRST = re.compile(r"\b(?:al (?:principio|inicio|comienzo)|no (?:in[íi]cio|come[çc]o)|at the (?:beginning|start|top))\b[\s,:]*", re.IGNORECASE)  # fmt: skip
LAST = re.compile(r"\b(?:al final|no f(?:im|inal)|at the (?:end|bottom))\b[\s,:]*", re.IGNORECASE)
ARTICLE = re.compile(
    r"\A(?:(?:que|diciendo que|dizendo que|saying(?: that)?|that|una? (?:frase|l[ií]nea|p[áa]rrafo|nota)(?: (?:que diga|diciendo|con))?(?: que)?|uma (?:frase|linha|nota)(?: (?:que diga|dizendo))?(?: que)?|"
    r"an? (?:sentence|line|note)(?: (?:saying|that says))?(?: that)?|el|la|los|las|lo de|o|a|os|as|the|:)\s*)+",
    re.IGNORECASE,
)
GREETING = re.compile(r"\b(?:saludo|sauda[çc][ãa]o|greeting|salutation)\b", re.IGNORECASE)
CLOSING = re.compile(
    r"\b(?:despedida|cierre|firma|fecho|assinatura|closing|sign-?off|signature)\b", re.IGNORECASE
)
PIECE = re.compile(r"\b(?P<kind>frases?|oraci[óo]n(?:es)?|ora[çc][ãa]o|l[ií]neas?|linhas?|p[áa]rrafos?|par[áa]grafos?|sentences?|lines?|paragraphs?)\b", re.IGNORECASE)  # fmt: skip
PLACES = {
    "primer": 0, "primera": 0, "primero": 0, "primeira": 0, "primeiro": 0, "first": 0, "segunda": 1, "segundo": 1, "second": 1,
    "tercera": 2, "tercero": 2, "tercer": 2, "terceira": 2, "terceiro": 2, "third": 2, "penultima": -2, "penultimo": -2,
    "ultima": -1, "ultimo": -1, "ultimas": -1, "last": -1,
}  # fmt: skip
SHORTER = re.compile(r"\b(?:m[áa]s (?:corto|breve)|mais (?:curto|breve)|shorter|briefer|acort\w+|encurt\w+|shorten|resum\w+|abrevi\w+)\b", re.IGNORECASE)  # fmt: skip
FORMAL = re.compile(r"\b(?:m[áa]s|mais|more)\s+formal\b", re.IGNORECASE)
KINDER = re.compile(r"\b(?:m[áa]s (?:amable|cordial|cort[ée]s)|mais (?:gentil|cordial|educad[oa])|(?:more polite|kinder|friendlier|nicer))\b", re.IGNORECASE)  # fmt: skip
KIND = {
    "es": "Espero que se encuentre bien.",
    "pt": "Espero que esteja tudo bem.",
    "en": "I hope this finds you well.",
}
TIME = re.compile(r"\b(?P<at>a las?|às?|at)\s+\d{1,2}(?:[:.h]\d{2})?(?:\s?[ap]\.?m\.?)?(?!\w)", re.IGNORECASE)
HOUR_ARTICLE = re.compile(r"\A(?:las?|as)\s+", re.IGNORECASE)
TIME_NAMES = frozenset(("hora", "horario", "time", "hour"))
SENTENCE = re.compile(r"[^.!?\n]+[.!?…]*[^\S\n]*|\n+")
SAID = re.compile(r"\b(?:texto|mensaje|mensagem|cuerpo|corpo|body|text|message)\s*(?::|(?:deb\w+|tem que|deve\w*|should)\s+(?:ser|be|decir|dizer|say)\s*:?)\s*(?P<said>.+)", re.IGNORECASE | re.DOTALL)  # fmt: skip
# "lo de los informes" is the sentence that speaks of them.
MATTER = re.compile(r"\A(?:lo de|lo que dice|la parte (?:de|sobre|que)|a parte (?:de|sobre|que)|o que (?:fala|diz) (?:de|sobre)?|the (?:part|bit) (?:about|on|that))\b", re.IGNORECASE)  # fmt: skip
THAT = frozenset(
    ("eso", "esto", "isso", "isto", "that", "this", "it", "ultimo", "that part", "esa parte", "essa parte")
)
TAIL = re.compile(
    r"[\s,]*\b(?:instead|en cambio|em vez disso|por favor|please|gracias|obrigad[oa]|thanks)\b\W*\Z",
    re.IGNORECASE,
)
SIGN = re.compile(
    r"\A(?:firma|firm\w+|f[ií]rm[ae]l[oa]|assin\w+|sign)\s*(?:it\s+)?(?:como|con(?: el nombre)?|de|com|as|with)\s+(?P<name>[^.\n]{2,60})",
    re.IGNORECASE,
)
LONGEST = 2000  # characters of a wish that are read
FEW = 3  # words beside an address that say nothing of their own


class Letter(NamedTuple):
    """A draft in its parts; any of greeting and closing may be empty."""

    subject: str
    greeting: str
    text: str
    closing: str

    @property
    def body(self) -> str:
        return "\n\n".join(part for part in (self.greeting, self.text, self.closing) if part)


def revise(subject: str, body: str, wish: str) -> Letter | None:
    """The letter as the wish changes it; the same where it only names an address; None where it is not understood."""
    if len(wish) > LONGEST:
        return None
    before = letter = _read(subject, body)
    understood = False
    language = language_of(f"{wish}\n{body}", "es")
    for command in SPLIT.split(wish):
        asked = _bare(command)
        made = next(filter(None, (rule(letter, asked, language) for rule in RULES)), None) if asked else None
        if made is not None:
            letter, understood = made, True
    if understood:
        return letter
    rest = words(LEAD.sub("", ADDRESS.sub(" ", wish)))
    return before if len(rest) <= FEW and ADDRESS.search(wish) else None


def _bare(command: str) -> str:
    """A wish without what politeness puts around it: "¿puedes agregar ..., por favor?"."""
    polite = LEAD.match(command)
    bare = TAIL.sub("", LEAD.sub("", command)).strip()
    return bare.rstrip("?").rstrip() if polite and bare.endswith("?") else bare


def _read(subject: str, body: str) -> Letter:
    """A draft taken apart: its first line when it greets, its last ones when they close."""
    parts = body.split("\n\n")
    greeting = (
        parts.pop(0)
        if len(parts) > 1 and len(parts[0]) < 80 and parts[0].rstrip().endswith((":", ","))
        else ""
    )
    rest = "\n\n".join(parts)
    closing = next((each for each in drafting.CLOSING.values() if rest.endswith(each)), "")
    if not closing and len(parts) > 1 and drafting.SIGNS.search(parts[-1]):
        closing = parts[-1]
    text = rest[: len(rest) - len(closing)].rstrip() if closing else rest
    return Letter(subject, greeting, text, closing)


def _subject(letter: Letter, asked: str, language: str) -> Letter | None:
    found = AS_SUBJECT.search(asked) or SUBJECT_IS.search(asked)
    if found is None or LESS.match(asked):
        return None
    said = QUOTED.search(found["said"])
    return letter._replace(subject=drafting.subject_line(said["said"] if said else found["said"]))


def _style(letter: Letter, asked: str, language: str) -> Letter | None:
    if SHORTER.search(asked):
        sentences = [each for each in SENTENCE.findall(letter.text) if each.strip()]
        if len(sentences) < 2:
            return letter._replace(closing="") if letter.closing else None
        return letter._replace(text=_tidy("".join(sentences[: (len(sentences) + 1) // 2])))
    if FORMAL.search(asked):
        name = re.search(r"[,\s]\s*(?P<name>[A-ZÀ-Þ][^:,]*)[:,]\s*\Z", letter.greeting)
        called = name["name"].strip() if name else drafting.NOBODY[language]
        return letter._replace(greeting=drafting.FORMAL[language].format(name=f" {called}"))
    if KINDER.search(asked):
        return letter._replace(text=f"{KIND[language]} {letter.text}")
    return None


def _remove(letter: Letter, asked: str, language: str) -> Letter | None:
    found = LESS.match(asked)
    return _without(letter, found["said"]) if found else None


def _without(letter: Letter, said: str) -> Letter | None:
    if GREETING.search(said):
        return letter._replace(greeting="")
    if CLOSING.search(said):
        return letter._replace(closing="")
    place = _place(letter.text, said)
    if place is not None:
        return letter._replace(text=_tidy(letter.text[: place[0]] + letter.text[place[1] :]))
    return None


def _place(text: str, said: str) -> tuple[int, int] | None:
    """Where in the text the words stand that somebody names: a sentence by its place, words, or a matter."""
    pieces = [each.span() for each in SENTENCE.finditer(text) if each.group().strip()]
    if (kind := PIECE.search(said)) and (named := _nth(said)) is not None:
        if kind["kind"].lower().startswith(("p", "par")):
            pieces = [each.span() for each in re.finditer(r"[^\n]+(?:\n[^\n]+)*", text)]
        if -len(pieces) <= named < len(pieces):
            return pieces[named]
        return None
    quoted = QUOTED.search(said)
    bare = ARTICLE.sub("", quoted["said"] if quoted else said).strip(" .,;:\"'“”")
    bare = re.sub(
        r"^(?:parte|part|frase|sentence|palabra|palavra|word)s?\s+(?:(?:de|da|do|del|sobre|que dice|about|that says|which says)\s+)?(?:que\s+)?",
        "",
        bare,
        flags=re.IGNORECASE,
    )
    if normalise(bare) in THAT:
        return pieces[-1] if pieces else None
    at = None if MATTER.match(said) else _find(text, bare)
    if at is not None:
        return at
    wanted = {word for word in words(bare) if len(word) > 3}
    scores = [(len(wanted & set(words(text[begin:end]))), (begin, end)) for begin, end in pieces]
    best = max(scores, default=(0, (0, 0)), key=lambda each: each[0])
    return best[1] if best[0] and best[0] * 2 >= len(wanted) else None


def _nth(said: str) -> int | None:
    return next((PLACES[word] for word in words(said) if word in PLACES), None)


def _find(text: str, wanted: str) -> tuple[int, int] | None:
    """Words as they stand in a text, whatever their case and accents."""
    folded, looked = normalise(text), normalise(wanted)
    if not looked or len(folded) != len(text):
        at = text.lower().find(wanted.lower()) if wanted else -1
        return (at, at + len(wanted)) if at >= 0 else None
    found = re.search(rf"(?<!\w){re.escape(looked)}(?!\w)", folded)
    return found.span() if found else None


def _other(letter: Letter, asked: str, language: str) -> Letter | None:
    found = INSTEAD.search(asked) or OTHER.match(asked)
    if found is None:
        return None
    old, new = found["old"].strip(), found["new"].strip(' "“”«»').rstrip(".")
    if re.fullmatch(rf"(?:el|la|o|a|the)?\s*{BODY_NAMES}", old, re.IGNORECASE):
        return letter._replace(text=drafting.sentence(new))
    if GREETING.search(old):
        return letter._replace(greeting=new if new.endswith((":", ",")) else f"{new}:")
    if CLOSING.search(old):
        return letter._replace(closing=new)
    if TIME_NAMES & set(words(old)) and len(TIME.findall(letter.text)) == 1:
        hour = HOUR_ARTICLE.sub("", new)
        text, subject = (
            TIME.sub(lambda at: f"{at['at']} {hour}", each) for each in (letter.text, letter.subject)
        )
        return letter._replace(text=text, subject=subject)
    place = _place(letter.text, old)
    if place is None:
        return None
    whole = bool(PIECE.search(old))
    put = drafting.sentence(new) + " " if whole else new
    subject, at = (
        letter.subject,
        None if whole else _find(letter.subject, ARTICLE.sub("", old).strip(' "“”«»')),
    )
    if at is not None:
        subject = subject[: at[0]] + new + subject[at[1] :]
    return letter._replace(
        text=_tidy(letter.text[: place[0]] + put + letter.text[place[1] :]), subject=subject
    )


def _say(letter: Letter, asked: str, language: str) -> Letter | None:
    """Other words altogether, or more of them: "dile que ...", "dile también que ..."."""
    if MORE.match(asked) or LESS.match(asked):
        return None
    more = ALSO.search(asked)
    named = SAID.search(asked)
    content = drafting.Content(drafting.sentence(named["said"].strip(" \"“”")), named["said"]) if named else (
        drafting.content_of(ALSO.sub(" ", asked, 1) if more else asked, language))  # fmt: skip
    if not content.text:
        return None
    if more:
        return letter._replace(text=f"{letter.text} {content.text}")
    kept = (
        letter.subject
        if not letter.text.startswith(letter.subject.rstrip("…")) and not _stands_for_none(letter)
        else ""
    )
    greeting = "" if drafting.GREETS.match(content.text) else letter.greeting
    closing = "" if drafting.SIGNS.search(content.text) else letter.closing
    return Letter(kept or drafting.subject_line(content.matter), greeting, content.text, closing)


def _stands_for_none(letter: Letter) -> bool:
    """Whether the letter says nothing yet, or its subject was only made of its text."""
    return letter.text in drafting.NOTHING.values() or normalise(
        letter.subject.split(": ")[-1].rstrip("…")
    ) in normalise(letter.text)


def _sign(letter: Letter, asked: str, language: str) -> Letter | None:
    found = SIGN.match(asked)
    if found is None:
        return None
    closing = letter.closing or drafting.CLOSING[language]
    return letter._replace(closing=f"{closing}\n{found['name'].strip(' .')}")


def _add(letter: Letter, asked: str, language: str) -> Letter | None:
    found = MORE.match(asked)
    if found is None or re.search(r"\b(?:en copia|em c[óo]pia|cc|bcc)\b", asked, re.IGNORECASE):
        return None
    said = found["said"]
    if GREETING.search(said) and len(words(said)) <= 4:
        return letter._replace(greeting=letter.greeting or drafting.GREETING[language].format(name=""))
    if CLOSING.search(said) and len(words(said)) <= 4:
        return letter._replace(closing=letter.closing or drafting.CLOSING[language])
    first = FIRST.search(said)
    quoted = QUOTED.search(said)
    said = quoted["said"] if quoted else ALSO.sub("", LAST.sub("", FIRST.sub("", said)))
    said = _without_opening(said.strip(" ,;:"))
    if not said:
        return None
    text = "" if letter.text in drafting.NOTHING.values() else letter.text
    more = drafting.sentence(said)
    return letter._replace(text=" ".join(filter(None, [more, text] if first else [text, more])))


def _without_opening(said: str) -> str:
    """What is added, without the words that lead to it: "que ...", "una frase que diga ..."."""
    opening = re.compile(
        r"\A(?:una? (?:frase|l[ií]nea|nota|p[áa]rrafo)|uma (?:frase|linha|nota)|an? (?:sentence|line|note|paragraph))?\s*"
        r"(?:(?:que (?:diga|dice|diz)|diciendo|dizendo|saying|that says|que|that)\b)?\s*(?:que\b|that\b)?\s*:?\s*",
        re.IGNORECASE,
    )
    return opening.sub("", said, count=1).strip(' ,;:"“”«»')


def _tidy(text: str) -> str:
    """Without the gaps that something taken out leaves."""
    text = re.sub(r"[^\S\n]{2,}", " ", text)
    text = re.sub(r"\s+([.,;:!?])", r"\1", text)
    text = re.sub(r"\n{3,}", "\n\n", text).strip()
    return text[:1].upper() + text[1:]


Rule = Callable[[Letter, str, str], Letter | None]
RULES: tuple[Rule, ...] = (_subject, _remove, _other, _sign, _say, _style, _add)
