"""Regular plurals of normalised words, in Portuguese, Spanish and English alike.

A keyword has no language, so every rule that fits its ending applies; a form that no language has
(`faturaes`) is never typed and costs a few bytes.

>>> sorted(plurals("devolucao"))
['devolucaes', 'devolucaos', 'devolucoes']
>>> "notas fiscais" in phrases("nota fiscal")
True
"""

from itertools import product

# Longest ending first; the first that fits gives the forms.
RULES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ao", ("oes", "aos", "aes")),  # devolucao, irmao, pao
    ("cion", ("ciones",)),  # devolucion
    ("al", ("ais", "ales", "als")),  # canal (pt, es), proposal
    ("el", ("eis", "eles", "els")),  # papel, parcel
    ("ol", ("ois", "oles", "ols")),
    ("ul", ("uis", "ules", "uls")),
    ("il", ("is", "eis", "iles", "ils")),  # barril, facil, movil
    ("m", ("ns", "ms")),  # viagem, item
    ("z", ("zes", "ces")),  # vez (pt, es)
    ("ay", ("ays",)),
    ("ey", ("eys",)),
    ("oy", ("oys",)),
    ("y", ("ies", "yes")),  # delivery, ley
    ("ch", ("ches", "chs")),
    ("sh", ("shes",)),
    ("x", ("xes",)),
    ("s", ("ses",)),  # mes, status
    ("a", ("as",)),
    ("e", ("es",)),
    ("i", ("is", "ies")),
    ("o", ("os", "oes")),
    ("u", ("us", "ues")),
)
_SMALL = 3  # "de", "via": below this a word of a phrase keeps its form, unless it is the only one


def plurals(word: str) -> tuple[str, ...]:
    """The plural forms of one word; none for numbers."""
    if not word[-1:].isalpha():
        return ()
    for ending, forms in RULES:
        if word.endswith(ending):
            stem = word[: -len(ending)]
            return tuple(stem + form for form in forms) if stem else ()
    return (f"{word}s", f"{word}es")


def phrases(phrase: str) -> set[str]:
    """The phrase and its plurals: of its last word, of its first, or of all that can have one.

    "ordem de compra" -> "ordens de compra"; "produto quebrado" -> "produtos quebrados".
    """
    parts = phrase.split()
    if not parts:
        return set()
    if len(parts) == 1:
        return {phrase, *plurals(phrase)}
    forms = [(part, *plurals(part)) if len(part) >= _SMALL else (part,) for part in parts]
    found = {phrase}
    head, last = " ".join(parts[:-1]), parts[-1]
    found.update(f"{head} {form}" for form in forms[-1])
    found.update(f"{form} {' '.join(parts[1:])}" for form in forms[0])
    if len(parts) <= 3:
        # Agreement: every word that can change changes ("notas fiscais"); two forms a word are enough.
        changing = [form[1:3] or form for form in forms]
        found.update(" ".join(chosen) for chosen in product(*changing))
        found.update(f"{' '.join(chosen)} {last}" for chosen in product(*changing[:-1]))
    return found
