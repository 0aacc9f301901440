"""What addresses look like: from the street's name or number to the town and its postcode.

The words for streets, flats and parts of towns are data (`platform/language/data/*/personal.yaml`).
"""

import re

from agents.guardrails.shape import Shape, join_list, join_names, whole
from language.function_words import AND, FILE
from language.lazy_patterns import compile_lazily
from language.lexicon import CLASS_OF, join_words
from language.lexicon.phrase import LEANING


def _any(words: str) -> str:
    return rf"(?:{words})"


_SMALL = "|".join(sorted(re.escape(each) for each in join_words("INSIDE_NAMES", "ARTICLES", file=FILE)))
_ANDS = "|".join(sorted(AND))
_NO_TOWN = "|".join(sorted({re.escape(word) for phrase in CLASS_OF for word in phrase.split()}))
_CAPITAL = r"(?-i:[A-ZÀ-Þ])"
# Each name and each small word is whole: no text can be cut into names in more than one way.
_NAME = rf"(?={_CAPITAL})(?!{_any(join_names())}\b)[^\W\d_]++(?:['’-][^\W\d_]++){{0,3}}+(?!\d)"
NAMES = rf"{_NAME}(?: (?:(?:{_SMALL}) ){{0,2}}+{_NAME}){{0,3}}"  # "São José dos Campos"
_BRITISH = (
    r"(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[AC-FHKNPRTV-Y]\d[\dW] ?[AC-FHKNPRTV-Y\d]{4}"
    r"|[ABCEGHJ-NPRSTVXY]\d[A-Z] \d[A-Z]\d)"
)  # and Irish and Canadian
_CEP = r"\d{5}-\d{3}|\d{2}\.\d{3}-\d{3}"
_CODE_WORD = _any(join_list("personal", "postcode"))
POSTCODE = (
    rf"(?:(?:{_CODE_WORD}:? )?(?:{_BRITISH}|{_CEP}|\d{{5}}-\d{{4}}|\d{{4}}-\d{{3}}(?!\d)"
    r"|[1-9]\d{2} ?\d{3}(?!\d)|\d{5}(?!\d)|\d{4}(?= [A-Z])))"
)
_UNIT_WORD = _any(join_list("personal", "unit"))
_NUMBER = r"(?:\d{1,4}[a-z]?|(?![eyo] )[a-z]\d{0,2})"  # of a flat
_NO = r"(?:#|n[.ºo°]{0,3}(?=[\s\d])|nro\.?|num\.?|n[úu]mero)"
_ALONE = _any(join_list("personal", "unit_alone"))
_UNIT = (
    rf"(?:{_UNIT_WORD}\.?\s*(?:{_NO}\s*)?"
    r"(?:\d{1,5}(?:[-/]\w{1,4}){0,2}[a-z]?|[\"“']?[a-z]{1,2}\d{0,3})\b[\"”']?"
    rf"|{_ALONE}\b\.?|\d{{1,2}}[a-h]\b"
    r"|\d{1,2}\.?(?:\s?[ºª°]|[oa]|(?:[tdr][oa]|er|th|st|nd|rd)\b)"
    rf"(?:\s?\w\b|\s(?:{_ALONE}|{_UNIT_WORD})\b)?)"
)
_AREA = rf"{_any(join_list('personal', 'area'))}\.?\s+(?:(?:{_SMALL}) )?(?:{NAMES}|[^\W\d_]+(?: [^\W\d_]+)?)"
_STATE = r"(?-i:[A-Z]{2}|NSW|VIC|QLD|TAS|ACT)(?![^\W_])"  # Australia's have three letters
_WRITTEN = r"(?-i:[A-ZÀ-Þ][a-zß-ÿ'’.ªº]*)(?!\w)"  # one word of a name, in capitals as names are
_SMALL_TOWN = rf"(?!(?:{_NO_TOWN})\b)[^\W\d_]"
# What goes on behind a comma, a stroke or nothing: flats, parts of a town, the town, its state, its postcode.
# A pattern of its own, for it names thousands of words: in each of the others they took a second to compile.
TAIL = compile_lazily(
    rf"(?:,? {_CAPITAL}[^\W\d_]+ \d{{1,2}}(?!\w)|[ \t]*[,/·–-]\s*"
    rf"(?:{_UNIT}|{_AREA}|{POSTCODE}(?: {NAMES})?|{NAMES}(?: {POSTCODE})?|{_STATE})"
    rf"|[\s,]+(?:{_UNIT}|{_AREA}|(?:{NAMES} ?,? )?(?:{_STATE},? )?{POSTCODE}(?: {NAMES})?)"
    rf"|\s(?:(?-i:[NSEW])|[ns][ew])(?![^\W_])|\s{_any(join_list('personal', 'street_rest'))}\b"
    rf"|\s?(?:,\s?)?{_NO}\s?\d{{1,4}}[a-z]?(?![\w])|\s?-\s?\d{{1,4}}[a-z]?(?!\w)"
    r"|(?: \d{1,3}[a-z]?){2}(?!\w)"
    rf"|(?:,?\s{_SMALL_TOWN}{{2,}}){{1,5}}(?:\s?[-/,]?\s?[a-z]{{2}})?,? "
    rf"(?:{_CODE_WORD}:? )?(?:\d{{5}}(?!\d)|{_CEP})"
    rf"|(?:,\s?|\s)(?:{_SMALL_TOWN}{{2,}}\s){{0,4}}{_SMALL_TOWN}{{2,}}/[a-z]{{2}}(?!\w)"
    rf"|,\s?{_SMALL_TOWN}{{4,}}(?=\s*(?:[.!?\n]|$)))*",
    re.IGNORECASE,
)
_HOUSE = r"(?:[A-Z]-|#|[A-Z]{1,2}(?=\d{1,4}/\d))?\d{1,5}(?:[/-]\d{1,4})?[a-f]?"
_NTH = r"\d{1,3}(?:st|nd|rd|th)"
STREET = re.compile(
    rf"(?<!\w)(?:{_any(join_list('personal', 'street_before'))}\.?|(?-i:R|Al)(?=\.? (?-i:[A-ZÀ-Þ])))\.?\s++"
    rf"(?!(?:{_ANDS}) )(?:[^\W_][\w'.ºª-]*\s++){{0,6}}?[^\W_][\w'ºª-]*\.?,?\s*+"
    rf"(?:(?:(?:{_NO}|km|{_UNIT_WORD}\.?)\s*+)?\d{{1,5}}[a-f]?|{join_list('personal', 'without')})"
    r"(?!\w|[.,]\d)",
    re.IGNORECASE,
)
# Words that name a street and other things: only beside the word for an address.
STREET_RARE = re.compile(
    rf"(?<!\w){_any(join_list('personal', 'street_rare'))}\.?\s++(?:[^\W\d_][\w'.-]*\s++){{0,5}}?"
    rf"(?:[^\W\d_][\w'-]*,?\s*+)?"
    rf"(?:(?:{_NO}|km|{_UNIT_WORD}\.?)\s*+)?\d{{1,5}}[a-f]?(?!\w|[.,]\d)",
    re.IGNORECASE,
)
# "Unit 3/47", "Lot 212", "Flat 2, Ash House, ".
_LEAD = rf"(?:{_UNIT_WORD}\.?\s(?=\d)|{_UNIT},? (?:{NAMES},? )?)?"
STREET_BEHIND = re.compile(
    rf"(?<![\w.,]){_LEAD}{_HOUSE}\s+(?:(?:[A-Za-z]|{_NTH})[\w'.]*\s+){{1,4}}(?:"
    rf"{join_list('personal', 'street_behind')})\b\.?(?:\s?#?\d{{1,4}}(?!\w))?",
    re.IGNORECASE,
)
# Words that are said of other things, too: in capitals, or beside the word for an address.
_BEHIND_RARE = _any(join_list("personal", "street_behind_rare"))
_RARE_CAPITALS = (
    rf"{_HOUSE}(?:,?\s+(?:(?-i:[A-Z])|{_NTH})[\w'.]*){{1,4}}\s+(?=(?-i:[A-Z])){_BEHIND_RARE}\b\.?"
)
STREET_BEHIND_CAPITALS = re.compile(rf"(?<![\w.,]){_LEAD}{_RARE_CAPITALS}", re.IGNORECASE)
STREET_BEHIND_RARE = re.compile(
    rf"(?<![\w.,])(?:{_UNIT},? )?{_HOUSE}\s+(?:[A-Za-z][\w'.]*\s+){{1,3}}{_BEHIND_RARE}\b\.?",
    re.IGNORECASE,
)
# Names and a postcode that has letters, without any number: "The Old Rectory, Church Lane, Ely CB7 4AA".
BRITISH = re.compile(rf"(?<!\w){_BRITISH}(?!\w)")
NAMES_BEFORE = re.compile(
    rf"(?<!\w){_NAME}(?:,?[ \n](?:(?:{_SMALL}) ){{0,2}}+(?:(?-i:Co|St|Nr)\. )?{_NAME})*+,?[ \n]?",
    re.IGNORECASE,
)
STREET_NUMBERED = re.compile(
    rf"(?<![\w.,])\d{{1,5}}(?: ?[A-Za-z]{{1,6}})?,? (?i:"
    rf"{join_list('personal', 'street_numbered') or '(?!)'})\s+(?:(?i:{_SMALL}|"
    rf"{LEANING}['’])\s*)*[^\W_][\w'’-]*(?:[ -][A-ZÀ-Þ][\w'’-]*)*(?:,? \d{{4,5}} [A-ZÀ-Þ][\w'’-]*)?"
)
# As towns in squares have them: "Cl 72 No. 10-34", "Carrera 7a # 45b-12".
_GRID = _any(join_list("personal", "street_before") + "|" + join_list("personal", "street_rare"))
_TO = _any(join_list("personal", "street_rest"))
GRID = re.compile(
    rf"(?<!\w){_GRID}\.?\s{{1,2}}\d{{1,3}} ?[a-z]?(?: ?bis)?(?: {_TO})?,? ?{_NO} ?"
    rf"\d{{1,3}} ?[a-z]?(?: ?bis)? ?[-–] ?\d{{1,3}}(?!\w)",
    re.IGNORECASE,
)
# What a building or a part of a town is called, before its street: "Fazenda Santa Luzia, ", "finca ".
_PLACE = "|".join(
    join_list("personal", key) for key in ("street_before", "street_rare", "area", "street_behind_rare")
)
PLACE_WORDS = frozenset(re.findall(r"[^\W\d_]{3,}", _PLACE.replace("\\", "")))
LEAD = re.compile(
    rf"(?<!\w)(?:(?:{_PLACE})\.?(?: (?:(?:{_SMALL}) )?{NAMES})?[ ,]{{1,2}}){{1,3}}\Z", re.IGNORECASE
)
# A number, names and a postcode, whatever the street is called: "41 Quarry Brow, Leeds LS7 4PD".
POSTED = re.compile(
    rf"(?<![\w.,])(?:{_UNIT},? )?\d{{1,5}}[a-f]? (?-i:[A-Z])[a-z'’]+(?: (?-i:[A-Z])[a-z'’]+){{0,3}},? "
    rf"(?:{NAMES},? )?(?:(?-i:{_BRITISH})|{_STATE},? \d{{5}}(?:-\d{{4}})?)(?!\w)",
    re.IGNORECASE,
)
BOX = re.compile(
    rf"(?<!\w){_any(join_list('personal', 'post_box'))}\s*(?:n[.ºo°]{{0,2}})?\s*\d{{1,6}}(?!\w)",
    re.IGNORECASE,
)
# "SQN 308 bloco C apto 201", "quadra 3 lote 15": two parts with numbers name a place.
PARTS = re.compile(
    rf"(?<!\w)(?:[A-Z]{{2,4}} \d{{1,3}},? )?(?:{_UNIT_WORD}\.? {_NUMBER}[, ]{{1,2}}){{1,5}}"
    rf"{_UNIT_WORD}\.? {_NUMBER}(?!\w)",
    re.IGNORECASE,
)
# Beside the word for it: names and a number.
NAMED = re.compile(
    rf"(?<!\w){_WRITTEN}(?: (?:(?-i:{_SMALL}) )*+{_WRITTEN}){{0,4}},? "
    rf"(?:n[.ºo°]{{0,2}} ?)?\d{{1,5}}(?!\w|[.,]\d)",
    re.IGNORECASE,
)

ADDRESSES: tuple[Shape, ...] = (
    Shape("address", STREET, when="present", labels=("street_before",), tail=TAIL),
    Shape("address", STREET_BEHIND, when="present", labels=("street_behind",), tail=TAIL),
    Shape("address", GRID, when="present", labels=("street_before", "street_rare"), tail=TAIL),
    Shape("address", STREET_NUMBERED, when="present", labels=("street_numbered",)),
    Shape("address", STREET_RARE, when="labelled", tail=TAIL),
    Shape("address", STREET_BEHIND_CAPITALS, when="present", labels=("street_behind_rare",), tail=TAIL),
    Shape("address", STREET_BEHIND_RARE, when="labelled", tail=TAIL),
    Shape("address", POSTED),
    Shape("address", BRITISH, lead=NAMES_BEFORE),
    Shape("address", BOX, tail=TAIL),
    Shape("address", PARTS, when="present", labels=("unit",), tail=TAIL),
    Shape("address", NAMED, when="labelled", tail=TAIL),
    Shape("address", whole(_BRITISH), when="present", labels=("address",)),
    Shape("address", whole(_CEP), when="unless_reference"),
    Shape("address", whole(r"(?!(?:19|20)\d{2}(?!\d))\d{4,5}(?:-?\d{3,4})?"), when="labelled"),
)
