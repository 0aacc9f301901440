"""The platform's own tools for documents: what they are called, and which specialists have them.

Nobody authors them: a specialist has those that some collection gives it something to find with.
"""

from collections.abc import Mapping

from agents.specs import CollectionKind, CollectionSpec
from language.spoken_languages import CODES, mark, speak

SERVER = "platform:knowledge"  # no server of a company's can be called so
SEARCH, PUBLIC, PERSONAL = "search_knowledge", "consult_public_docs", "consult_user_context"
KINDS: Mapping[str, tuple[CollectionKind, ...]] = {
    SEARCH: ("company", "public"),
    PUBLIC: ("public",),
    PERSONAL: ("personal",),
}
TITLES: Mapping[str, str] = {
    SEARCH: mark("looking into the documents"),
    PUBLIC: mark("looking into the public documentation"),
    PERSONAL: mark("looking into the documents that you uploaded"),
}
ABOUT: Mapping[str, str] = {
    SEARCH: (
        "Searches the company's documents and quotes passages from them, each with a number to cite it by."
    ),
    PUBLIC: "Searches public documentation and quotes passages from it, each with a number to cite it by.",
    PERSONAL: (
        "Searches the documents that this user uploaded and quotes passages, each with a number to cite it "
        "by."
    ),
}
QUESTION = "What to look for, in the user's own words and language."


def titles(tool: str) -> dict[str, str]:
    """What people read while one of the tools works, by language."""
    return {code: speak(TITLES[tool], code) for code in CODES}


def collections(
    known: Mapping[str, CollectionSpec], tool: str, specialist: str
) -> tuple[CollectionSpec, ...]:
    """What a specialist looks into with one of the tools."""
    return tuple(each for each in known.values() if each.kind in KINDS[tool] and each.serves(specialist))


def names(known: Mapping[str, CollectionSpec], specialist: str) -> tuple[str, ...]:
    """The tools that a specialist has for what it may look into."""
    return tuple(tool for tool in KINDS if collections(known, tool, specialist))


def description(known: Mapping[str, CollectionSpec], tool: str) -> str:
    """What a model reads about a tool: with what is in the collections behind it."""
    about = [
        f"{each.title or each.name}: {each.description}" if each.description else each.title or each.name
        for each in known.values()
        if each.kind in KINDS[tool] and each.enabled
    ]
    return f"{ABOUT[tool]} There are: {'; '.join(about)}." if about else ABOUT[tool]
