"""What is known of each language as data: a folder of YAML files a language, found by looking.

>>> languages()
('en', 'es', 'fr', 'pt')
>>> "sim" in split(load("pt", "replies")["agrees"])
True
"""

from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from language.normalise import words

DATA = Path(__file__).parent / "data"


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages that have a folder."""
    return tuple(sorted(folder.name for folder in DATA.iterdir() if folder.is_dir()))


@lru_cache
def load(language: str, name: str) -> dict[str, Any]:
    """A file of a language, to be read only; `language` may be empty for what belongs to none."""
    found: dict[str, Any] = parse_file(DATA / language / f"{name}.yaml")
    return found


@lru_cache
def common_words(language: str = "*") -> frozenset[str]:
    """The commonest words of a language or of every one, normalised (`common.txt`)."""
    files = sorted(DATA.glob(f"{language}/common.txt"))
    texts = (file.read_text("utf-8").partition("\n")[2] for file in files)
    return frozenset(word for text in texts for word in words(text))


def parse_file(path: Path) -> Any:
    """A YAML file that is shipped, by C's parser: a world of the demo takes it a tenth of the time."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def split(listed: str) -> tuple[str, ...]:
    """The phrases of a list between commas."""
    return tuple(phrase for part in listed.split(",") if (phrase := " ".join(part.split())))


@lru_cache(maxsize=1)
def out_of_scope_texts() -> tuple[str, ...]:
    """What people also write, and hardly any company is asked; in every language that there is."""
    return tuple(text for language in languages() for text in load(language, "out_of_scope")["texts"])
