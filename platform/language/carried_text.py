"""Text that a message brings to be worked on, behind the words that ask for it.

A letter's content, a pasted text.

>>> text = 'Resume este texto: "Quiero un reembolso." ¿Y el horario?'
>>> [piece for piece, carried in parts(text, [(0, 6)]) if not carried]
['Resume este texto: "', '" ¿Y el horario?']

What is carried is no request, whatever it says. It stands in quotes; behind a colon or on the lines that
follow; behind "saying that", "about" and their like; or behind a sentence that calls it "this text". Behind a
value that such a request needs, an address, "saying that" or "that" is enough, whatever asks for it.

>>> parts("escreve pro ana@example.com que chego tarde e me diz o horário", (), [(12, 27)])
[('escreve pro ana@example.com que', False), (' chego tarde ', True), ('e me diz o horário', False)]
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from language.clauses import Word
from language.function_words import THAT
from language.lexicon import CLASS_OF, Starts, begins, first_words, join_languages
from language.lexicon.phrase import plain
from language.normalise import pad_words
from language.sentences import WITH_SEMICOLONS, find_sentences

Span = tuple[int, int]
_SAYING = first_words(join_languages("SAYING"))
_FOLLOWING = first_words(join_languages("FOLLOWING"))
_ADDITION = first_words(join_languages("ADDITION"))
_AND = join_languages("AND")
_AFTERWARDS = first_words(join_languages("AFTERWARDS"))
# "que" says in Spanish what is asked, and what somebody is to be told.
_ASKING = first_words(
    join_languages("INTERROGATIVES") - THAT - {f"{joint} {that}" for joint in _AND for that in THAT}
)
_WISH = first_words(join_languages("WANT") | join_languages("TELL"))
_ORDERS = first_words(join_languages("ORDERS"))
_THAT = first_words(THAT)
_TELL = first_words(join_languages("TELL"))
_REWORD = first_words(join_languages("REWORD"))
_WORD = re.compile(r"[^\s]+")
_STOP = re.compile(r"[.!?…;](?=\s|$)|\n")
_POINTING = first_words(join_languages("POINTING"))
_COLON = re.compile(r":(?!//|\d)\s*")
_QUOTE = re.compile(r"[“\"«]|(?<!\w)['‘](?=\w)")
_CLOSES = {"“": "”", '"': '"', "«": "»", "'": "'", "‘": "’"}
_LINE = re.compile(r"[^\n]+")
_NEXT_LINE = re.compile(r"[ \t\r]*\n")
_CELLS = re.compile(r"[\t;|,]")
LONGEST_PHRASE = 6  # words of a phrase of the lists
LEAST_WORDS = 8  # behind "this text" that are that text
LEAST_QUOTED = 3  # letters between two quotes that are a text and no word
LONGEST = 4000  # letters in which a wish about words is looked for
LEAST_PASTED = 120  # letters in front of a line that says what to do with them
OWN = 40  # letters behind "and make me" in which the word of a matter stands
NEAR = 300  # letters behind the words that ask, in which what they ask for begins
PLACES = 32  # words that ask, looked at in one message: the event loop waits meanwhile
LAST_LINES = 12  # of a pasted text, in which something else may be asked for


def parts(
    text: str, asking: Iterable[Span], values: Iterable[Span] = (), matters: Iterable[Span] = ()
) -> list[tuple[str, bool]]:
    """The text in pieces, each with whether it is carried.

    `asking` are the places of the words that ask for something to be done with a text, `values` of the values
    that such a request needs; the first `PLACES` of them count. `matters` are the places of the words of any
    matter.
    """
    found: list[tuple[str, bool]] = []
    at = 0
    for begin, end in spans(text, asking, values, matters):
        found += [(text[at:begin], False), (text[begin:end], True)]
        at = end
    return [piece for piece in [*found, (text[at:], False)] if piece[0].strip()]


def spans(
    text: str, asking: Iterable[Span], values: Iterable[Span] = (), matters: Iterable[Span] = ()
) -> list[Span]:
    """Where what is carried begins and ends, in order."""
    folded = pad_words(text)
    places, named = sorted(asking), sorted(matters)
    stops = [each.span() for each in _STOP.finditer(text)] if places else []
    if places and (pasted := _before(text, folded, places[-1], stops)) is not None:
        return [pasted]
    found: list[Span] = []
    for start, end in places[:PLACES]:
        if found and start < found[-1][1]:
            continue
        span = _behind(text, folded, start, end, stops, named)
        if span is not None and text[span[0] : span[1]].strip():
            found.append(span)
    for _start, end in sorted(values)[:PLACES]:
        begin = _find_telling(folded, end)
        if begin is not None and not any(
            start <= _find_saying_end(text, folded, begin, named) and begin <= until for start, until in found
        ):
            found.append((begin, _find_saying_end(text, folded, begin, named)))
    return sorted(found)


def says_something(text: str, patterns: Iterable[str] = ()) -> bool:
    """Whether a text has words of its own beside values (`patterns`) and small words.

    "a ana@example.com" has none.
    """
    for pattern in patterns:
        text = re.sub(pattern, " ", text, flags=re.IGNORECASE)
    return any(CLASS_OF.get(word) != "FILL" for word in plain(text))


def points_back(text: str) -> bool:
    """Whether a request means what was said last.

    "mandale un mail con esos horarios", "e-mail that to Ana".
    """
    return _behind_phrase(pad_words(text[:LONGEST]), 0, LONGEST, _POINTING) is not None


def asking(text: str) -> str:
    """The beginning of the text (`LONGEST`) without what somebody is to be told or what stands in quotes,
    wherever that begins.
    """
    text = text[:LONGEST]
    span = _find_quoted(text, 0, len(text))
    if span is None:
        begin = _find_saying(pad_words(text), 0, len(text))
        begin = begin if begin is not None else _find_added(text)
        span = (begin, _find_saying_end(text, pad_words(text), begin)) if begin is not None else None
    return text if span is None else f"{text[: span[0]]} {text[span[1] :]}"


def _find_added(text: str) -> int | None:
    """Where the words begin that are to stand in a text: behind "add that", "agrega:"."""
    words = _words_between(pad_words(text), 0, len(text))
    for at in range(len(words)):
        length = begins([word.text for word in words[at : at + LONGEST_PHRASE]], _REWORD)
        if not length:
            continue
        last = at + length - 1
        colon = _COLON.search(text, words[last].end)
        joint = next((each for each in words[last : last + 4] if each.text in THAT), None)
        ends = [found for found in (colon and colon.end(), joint and joint.end) if found]
        if ends:
            return min(ends)
    return None


def _before(text: str, folded: str, place: Span, stops: list[Span]) -> Span | None:
    """A text that was pasted in front.

    The last line asks for something to be done with "this", and brings nothing.
    """
    start, end = place
    line = text.rfind("\n", 0, start) + 1
    if line < LEAST_PASTED or "\n" in text[start:].strip() or _behind(text, folded, start, end, stops, ()):
        return None
    return (0, line) if _behind_phrase(folded, line, len(text), _FOLLOWING) else None


def _behind(
    text: str, folded: str, start: int, end: int, stops: list[Span], matters: Sequence[Span]
) -> Span | None:
    """What stands behind the words at `start` to `end`; `stops` are the ends of the text's sentences."""
    at = bisect_left(stops, (end, end))
    stop = stops[at] if at < len(stops) else None
    sentence = stop[0] if stop else len(text)
    near = min(sentence, end + NEAR)
    quote, colon = _find_quoted(text, end, near), _COLON.search(text, end, min(sentence + 1, end + NEAR))
    saying = _find_saying(folded, end, near)
    if quote is not None and not (saying and saying + 3 < quote[0]):
        return quote
    if colon is not None and not (saying and saying < colon.start()):
        return colon.end(), _find_paste_end(text, colon.end())
    if saying is not None:
        return saying, _find_saying_end(text, folded, saying, matters)
    # "resume este texto el pedido ...": without any sign between.
    named = _behind_phrase(folded, start, near, _FOLLOWING)
    if named is not None and len(named[1]) >= LEAST_WORDS:
        return named[0], _find_paste_end(text, named[0])
    if stop is None:
        return None
    behind = stop[1]
    on_next_line = text[stop[0]] == "\n" or _NEXT_LINE.match(text, behind) is not None
    if on_next_line or named:
        return behind, _find_paste_end(text, behind, named is not None and on_next_line)
    return None


def _find_quoted(text: str, begin: int, end: int) -> Span | None:
    """Inside the first pair of quotes that opens between `begin` and `end`."""
    for found in _QUOTE.finditer(text, begin, end):
        close = text.find(_CLOSES[found.group()], found.end())
        if close - found.end() >= LEAST_QUOTED:
            return found.end(), close
    return None


def _words_between(folded: str, begin: int, end: int) -> list[Word]:
    return [
        Word(each.group(), each.start() - 1, each.end() - 1)
        for each in _WORD.finditer(folded, begin + 1, end + 1)
    ]


def _behind_phrase(folded: str, begin: int, end: int, starts: Starts) -> tuple[int, list[Word]] | None:
    """Where the first phrase of `starts` between two places ends, and the words behind it."""
    words = _words_between(folded, begin, end)
    for at in range(len(words)):
        if length := begins([word.text for word in words[at : at + LONGEST_PHRASE]], starts):
            return words[at + length - 1].end, words[at + length :]
    return None


def _find_saying(folded: str, begin: int, end: int) -> int | None:
    """Where the words begin that follow "saying that"."""
    found = _behind_phrase(folded, begin, end, _SAYING)
    return found[0] if found else None


def _find_telling(folded: str, end: int) -> int | None:
    """Where the words begin that somebody is to be told, right behind the value that ends at `end`."""
    words = _words_between(folded, end, end + NEAR)[:LONGEST_PHRASE]
    texts = [word.text for word in words]
    length = begins(texts, _SAYING) or begins(texts, _THAT)
    return words[length - 1].end if length else None


def _find_paste_end(text: str, begin: int, announced: bool = True) -> int:
    """The end of a pasted text: what its last lines (`LAST_LINES`) ask for, too, is not of it.

    One that nobody `announced` does not begin with a wish or a question.
    """
    lines = [each.span() for each in _LINE.finditer(text, begin)]
    if lines and _opens(_words(text[slice(*lines[0])]), connected=announced):
        return begin
    until = len(text)
    for at in range(len(lines) - 1, max(0, len(lines) - 1 - LAST_LINES), -1):
        line = text[slice(*lines[at])]
        table = _is_table([text[slice(*each)] for each in lines[max(0, at - 2) : at]]) and not _CELLS.search(
            line
        )
        if not line.strip():
            continue
        if not _opens(_words(line), connected=not table):
            break
        until = lines[at][0]
    return until


def _is_table(lines: Sequence[str]) -> bool:
    """Whether two lines have as many cells, and more than one."""
    cells = {len(_CELLS.findall(line)) for line in lines}
    return len(lines) > 1 and len(cells) == 1 and 0 not in cells


def _find_saying_end(text: str, folded: str, begin: int, matters: Sequence[Span] = ()) -> int:
    """The end of what somebody is to be told: where the message asks for something itself again."""
    for at, _end, following in find_sentences(text, begin, WITH_SEMICOLONS):
        piece = text[at:following]
        if at > begin and (piece.lstrip().startswith("¿") or _opens(_words(piece), connected=False)):
            return at
        cut = _inside(text, folded, at, following, matters)
        if cut is not None:
            return cut
    return len(text)


def _inside(text: str, folded: str, begin: int, end: int, matters: Sequence[Span]) -> int | None:
    """Where a wish of its own begins within a sentence.

    "... y también quiero ...", "... and tell me ...", or, of a matter that has a word of its own, "... and
    make me a spreadsheet".
    """
    words = _words_between(folded, begin, end)
    for at in range(1, len(words)):
        rest = [word.text for word in words[at : at + 8]]
        joint = begins(rest, _ADDITION) or (1 if rest[0] in _AND else 0)
        joint += begins(rest[joint:], _AFTERWARDS)
        start = words[at].start
        paused = bool(joint) or text[:start].rstrip()[-1:] == ","
        asks = (paused and begins(rest[joint:], _TELL)) or (joint and begins(rest[joint:], _ASKING))
        if paused and begins(rest[joint:], _ORDERS):
            asks = any(start <= place < start + OWN for place, _ in matters)
        more = begins(rest, _ADDITION)
        if asks or (more and begins(rest[more:], _WISH)) or text[start - 1] == "¿":
            return start
    return None


def _opens(words: Sequence[str], connected: bool) -> bool:
    """Whether a line begins with a wish or a question; `connected`: only behind "also", "besides"."""
    joint = begins(words, _ADDITION) or (1 if words[:1] and words[0] in _AND else 0)
    rest = words[joint:]
    return bool(rest) and bool(joint or not connected) and bool(begins(rest, _WISH) or begins(rest, _ASKING))


def _words(text: str) -> list[str]:
    return pad_words(text[:NEAR]).split()[:12]
