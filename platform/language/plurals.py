"""Regular plurals of normalised words, in every language there is.

A keyword has no language, so each language's rules apply (`plurals.yaml`); a form that no language has
(`faturaes`) is never typed and costs a few bytes.

>>> "devolucoes" in plurals("devolucao"), "devoluciones" in plurals("devolucion")
(True, True)
>>> "notas fiscais" in phrases("nota fiscal")
True
"""

from collections.abc import Mapping
from itertools import product

from language.language_data import load, split
from language.spoken_languages import CODES

Rules = Mapping[str, tuple[str, ...]]


def _rules(language: str) -> Rules:
    """Endings and their plurals, the longest ending first; the first that fits gives the forms."""
    endings = load(language, "plurals")
    return {ending: split(endings[ending]) for ending in sorted(endings, key=len, reverse=True)}


_RULES: tuple[Rules, ...] = tuple(map(_rules, CODES))
_SMALL = 3  # "de", "via": below this a word of a phrase keeps its form, unless it is the only one


def plurals(word: str) -> tuple[str, ...]:
    """The plural forms of one word; none for numbers."""
    return tuple(dict.fromkeys(form for rules in _RULES for form in _forms(word, rules)))


def phrases(phrase: str) -> set[str]:
    """The phrase and its plurals: of its last word, of its first, or of all that can have one.

    "ordem de compra" -> "ordens de compra"; "produto quebrado" -> "produtos quebrados".
    """
    return (
        {phrase}.union(*(_in_language(phrase.split(), rules) for rules in _RULES))
        if phrase.strip()
        else set()
    )


def _forms(word: str, rules: Rules) -> tuple[str, ...]:
    """The plural forms of a word in one language."""
    if not word[-1:].isalpha():
        return ()
    ending = next((each for each in rules if word.endswith(each)), None)
    stem = word[: len(word) - len(ending)] if ending is not None else ""
    return tuple(stem + form for form in rules[ending]) if ending is not None and stem else ()


def _in_language(parts: list[str], rules: Rules) -> set[str]:
    """The plurals of a phrase in one language."""
    if len(parts) == 1:
        return set(_forms(parts[0], rules))
    forms = [(part, *_forms(part, rules)) if len(part) >= _SMALL else (part,) for part in parts]
    head, last = " ".join(parts[:-1]), parts[-1]
    found = {f"{head} {form}" for form in forms[-1]}
    found.update(f"{form} {' '.join(parts[1:])}" for form in forms[0])
    if len(parts) <= 3:
        # Agreement: every word that can change changes ("notas fiscais").
        changing = [form[1:] or form for form in forms]
        found.update(" ".join(chosen) for chosen in product(*changing))
        found.update(f"{' '.join(chosen)} {last}" for chosen in product(*changing[:-1]))
    return found
