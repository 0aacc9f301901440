"""Drafts an e-mail from the wish for one, and changes a draft by a few plain wishes. Nothing is sent here.

The words are data, `letters.json`. What a model would word is not tried: a wish that names no text says so,
and a change that is not understood changes nothing.

>>> draft("Envía un email a ana@example.com diciendo que la reunión es mañana").body.splitlines()[2]
'La reunión es mañana.'
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from demo.servers.summary import shorten
from language.detect import language as language_of
from language.normalise import normalise, words

WORDS: Mapping[str, Mapping[str, Any]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
LONGEST_SUBJECT = 70
LONGEST = 2000  # characters of a wish to change something
FEW = 3  # words beside an address that say nothing of their own
FLAGS = re.IGNORECASE | re.DOTALL


def _any(*names: str) -> str:
    """The words of those names, of all languages, as a pattern."""
    found = (word for language in WORDS.values() for name in names for word in language[name])
    return rf"(?<!\w)(?:{'|'.join(dict.fromkeys(found))})(?!\w)"


def _sayings(language: str) -> str:
    """What leads to the words of a letter: "diciendo que", "telling her (that)"."""
    own = WORDS[language]
    whom = r"(?:\s+(?:a|to|para)\s+\S+)?"
    that = "|".join(rf"\s+{word}\s" if word else r"\s" for word in own["that"])
    return rf"(?:{'|'.join(own['say'])}){whom}(?:\s*:|{that})"


HEAD = re.compile(rf"^[^\S\n]*{_any('subject')}\s*:\s*(?P<said>.+)$", re.IGNORECASE | re.MULTILINE)
LINES = re.compile(rf"^[^\S\n]*{_any('text')}[^\S\n]*:\s*(?P<said>.+)", FLAGS | re.MULTILINE)
QUOTED = re.compile(r"[“\"«](?P<said>[^”\"»]{3,})[”\"»]")
MAIL = re.compile(_any("mail"), re.IGNORECASE)
ADDRESS = re.compile(r"\s*\b(?:a|para|to)\s+[\w.+-]+@[\w.-]+\w|[\w.+-]+@[\w.-]+\w")
BEHIND = re.compile(
    rf"\A[^:\n]{{0,200}}?(?:(?<![:/]):(?!//|\d)|\n)\s*(?:{ADDRESS.pattern}|[,;.\s])*(?:que |that "
    r")?(?P<said>\S.*)",
    FLAGS,
)
SAYS = [re.compile(rf"(?<!\w){_sayings(language)}\s*(?P<said>\S.*)", FLAGS) for language in WORDS]
ASKS = {
    language: re.compile(rf"(?<!\w)(?:{'|'.join(own['request'])})\s+(?P<said>\S.*)", FLAGS)
    for language, own in WORDS.items()
}
ABOUT = re.compile(rf"{_any('about')}\s+(?P<said>\S.*)", FLAGS)
TOLD = re.compile(
    rf"(?:{ADDRESS.pattern})\s*,?\s+(?:(?:que|that)\s|{'|'.join(map(_sayings, WORDS))})\s*(?P<said>\S.*)",
    FLAGS,
)
VERB = _any("add", "remove", "change")
SPLIT = re.compile(rf"(?:[.;,\n]|\s(?:y|e|and))\s+(?={VERB})", re.IGNORECASE)
NEAR = r"\A\W*(?:\w+\W+){0,3}?"  # what politeness puts before a wish
SUBJECT = re.compile(rf"{_any('subject')}\W*(?:{_any('filler')}\s*)*[:\s]*(?P<said>\S.*)", FLAGS)
ADD = re.compile(rf"{NEAR}{_any('add')}[\s:]*(?:que\s|that\s)?\s*(?P<said>\S.*)", FLAGS)
REMOVE = re.compile(
    rf"{NEAR}{_any('remove')}\s.*?(?P<which>{_any('first')}|{_any('last')})\s+{_any('sentence')}", FLAGS
)
OTHER = re.compile(rf"{NEAR}{_any('change')}\s+(?P<old>.+?)\s+{_any('by')}\s*:?\s+(?P<new>\S.*)", FLAGS)
LAST = re.compile(_any("last"), re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.!?])\s+")


class LetterDraft(NamedTuple):
    """A draft in its parts. `empty`: the wish says nothing that the letter should say."""

    subject: str
    greeting: str
    text: str
    closing: str
    empty: bool = False

    @property
    def body(self) -> str:
        return "\n\n".join(part for part in (self.greeting, self.text, self.closing) if part)


def draft(wish: str) -> LetterDraft:
    """The e-mail that somebody asks for, in the language they ask in."""
    own = WORDS[language_of(wish.partition("\n")[0], "es")]
    text, matter = content_of(wish)
    named = HEAD.search(wish)
    subject = subject_line((named["said"] if named else "") or matter or own["no_subject"])
    return LetterDraft(subject, own["greeting"], text or own["nothing"], own["closing"], not text)


def content_of(wish: str) -> tuple[str, str]:
    """What the e-mail shall say, and what its subject is made of.

    Given word by word, after a verb that leads to it, behind a colon or on the next line, or what it is
    about; whichever begins first. Nothing: two empty texts.
    """
    if found := LINES.search(wish):
        return _write(found["said"])
    asked = MAIL.search(wish)
    rest = HEAD.sub("", wish[asked.end() :] if asked else wish)
    if found := QUOTED.search(rest):
        return _write(found["said"])
    if found := TOLD.search(rest):
        return _write(found["said"])
    language = language_of(wish, "es")
    ways = [(found, "{said}") for pattern in SAYS if (found := pattern.search(rest))]
    ways += [
        (found, WORDS[name]["asks"]) for name, pattern in ASKS.items() if (found := pattern.search(rest))
    ]
    if behind := BEHIND.match(rest):
        ways.append((behind, "{said}"))
    if about := ABOUT.search(rest):
        ways.append((about, WORDS[language]["concerns"]))
    if not ways:
        return "", ""
    first, worded = min(ways, key=lambda way: _begins(way[0], rest))
    said = first["said"] if worded == "{said}" else _bare(first["said"])
    if not _bare(said):
        return "", ""
    return _write(said) if worded == "{said}" else (sentence(worded.format(said=said)), said)


def _begins(found: re.Match[str], text: str) -> int:
    """Where a way to give the words begins; what stands behind a colon begins with the words."""
    return found.start("said") if found.re is BEHIND else found.start()


def revise(subject: str, body: str, wish: str) -> LetterDraft | None:
    """The draft as the wish changes it.

    The same where it only names an address; None where it is not understood.
    """
    if len(wish) > LONGEST:
        return None
    letter, understood = _read(subject, body), False
    for asked in SPLIT.split(wish):
        changed = _change(letter, asked.strip(" ?¿"))
        if changed is not None:
            letter, understood = changed, True
    few = len(words(ADDRESS.sub(" ", wish))) <= FEW
    return letter if understood or (few and ADDRESS.search(wish)) else None


def _change(letter: LetterDraft, asked: str) -> LetterDraft | None:
    """One change: the subject, a sentence less or more, words for others, or other words altogether."""
    if found := REMOVE.match(asked):
        kept = SENTENCE.split(letter.text)
        del kept[-1 if LAST.fullmatch(found["which"]) else 0]
        return letter._replace(text=" ".join(kept)) if kept else None
    if found := ADD.match(asked):
        return letter._replace(text=f"{letter.text} {sentence(found['said'].strip())}")
    if found := SUBJECT.search(asked):
        return letter._replace(subject=subject_line(found["said"]))
    if found := OTHER.match(asked):
        return _exchange(letter, found["old"], found["new"])
    text, matter = content_of(asked)
    made_of_text = normalise(letter.text).startswith(normalise(letter.subject.rstrip("…")))
    named = letter.subject if text and not made_of_text else subject_line(matter)
    return letter._replace(text=text, subject=named) if text else None


def _exchange(letter: LetterDraft, old: str, new: str) -> LetterDraft | None:
    pattern = re.compile(rf"(?<!\w){re.escape(old.strip())}(?!\w)", re.IGNORECASE)
    if not pattern.search(letter.text):
        return None
    other = new.strip().rstrip(".")
    return letter._replace(
        text=pattern.sub(lambda _: other, letter.text), subject=pattern.sub(lambda _: other, letter.subject)
    )


def _read(subject: str, body: str) -> LetterDraft:
    """A draft of ours taken apart."""
    greeting = next((own["greeting"] for own in WORDS.values() if body.startswith(own["greeting"])), "")
    closing = next((own["closing"] for own in WORDS.values() if body.endswith(own["closing"])), "")
    text = body.removeprefix(greeting).removesuffix(closing).strip() if greeting or closing else body
    return LetterDraft(subject, greeting, text, closing)


def _write(text: str) -> tuple[str, str]:
    """A text as it was given, its lines kept, and its first sentence."""
    lines = [" ".join(line.split()) for line in text.strip(" ,;:\n").splitlines()]
    kept = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return (sentence(kept), SENTENCE.split(kept)[0]) if kept else ("", "")


def _bare(text: str) -> str:
    """One line without addresses and signs around it."""
    return " ".join(ADDRESS.sub(" ", text).split()).strip(" ,;:.")


def sentence(text: str) -> str:
    """Begun with a capital letter and ended with a sign."""
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def subject_line(text: str) -> str:
    """One line, cut at a word."""
    line = " ".join(text.split()).strip(" \"“”«»'").rstrip(".")
    line = line[:1].upper() + line[1:]
    return line if len(line) <= LONGEST_SUBJECT else line[:LONGEST_SUBJECT].rsplit(" ", 1)[0] + "…"


def points(mail: str) -> tuple[str, list[str]]:
    """The subject of a pasted e-mail (empty when it names none) and what it says, in a few sentences."""
    head = HEAD.search(mail)
    names = r"^[^\S\n]*(?:de|from|para|to|cc|asunto|assunto|subject)[^\S\n]*:.*$"
    rest = re.sub(names, "", mail, flags=re.IGNORECASE | re.MULTILINE)
    return (head["said"].strip() if head else ""), shorten(rest)
