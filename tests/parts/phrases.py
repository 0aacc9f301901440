"""Lists of phrases as data, and one test a list that tells all that are read wrongly."""

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.parts.taken_back import taken_back

DATA = Path(__file__).resolve().parents[1]


def phrases(name: str) -> dict[str, Any]:
    """A data file of the tests: `phrases("language/data/replies")`."""
    return yaml.safe_load((DATA / f"{name}.yaml").read_text())


def check_each(cases: Iterable[tuple[Any, ...]], read: Callable[..., object]) -> None:
    """Fails with every case that is read otherwise than its last member says.

    >>> check_each([("sim", "yes"), ("não", "no")], read)
    """
    missed = []
    tried = 0
    for *arguments, expected in cases:
        tried += 1
        got = read(*arguments)
        if got != expected:
            missed.append(f"{', '.join(map(repr, arguments))}: {got!r}, not {expected!r}")
    assert tried, "no cases: a check that cannot fail"
    if missed:
        pytest.fail(f"{len(missed)} of {tried} are read wrongly:\n" + "\n".join(missed), pytrace=False)


def try_each(names: str | Sequence[str], cases: Iterable[Any], ids: Any = None) -> Callable[[Any], Any]:
    """`pytest.mark.parametrize` as one test, which runs all cases and tells every one that fails: where what
    a test of its own begins with costs more than the case. What a case writes is rolled back before the
    next, in a test that commits nothing; one that commits is for cases that store nothing, and for
    conversations with one company as it was published once: between two each fixture that has `clear` is
    cleared.

    >>> @try_each(("text", "language"), [("oi", "pt"), ("hello", "en")])
    ... def test_a_language_is_found(text, language): ...
    """
    known = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    listed = list(cases)
    titles = list(ids) if isinstance(ids, list | tuple) else [None] * len(listed)

    def values_of(case: Any) -> dict[str, Any]:
        values = case.values if isinstance(case, type(pytest.param())) else case
        given = [values] if len(known) == 1 and values is case else values
        return dict(zip(known, given, strict=True))

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        def run(**others: Any) -> None:
            with _Tried() as tried:
                for title, case in zip(titles, listed, strict=True):
                    with tried.case(title or case), taken_back():
                        test(**others, **values_of(case))

        async def run_conversations(**others: Any) -> None:
            with _Tried() as tried:
                for title, case in zip(titles, listed, strict=True):
                    if tried.count:
                        _clear(others.values())
                    with tried.case(title or case):
                        await test(**others, **values_of(case))

        wanted = inspect.signature(test)
        left = [each for name, each in wanted.parameters.items() if name not in known]
        made: Any = run_conversations if inspect.iscoroutinefunction(test) else run
        made.__signature__ = wanted.replace(parameters=left)
        made.__name__, made.__doc__, made.__module__ = test.__name__, test.__doc__, test.__module__
        return made

    return decorate


def _clear(fixtures: Iterable[Any]) -> None:
    for each in fixtures:
        if not isinstance(each, dict | list | set) and callable(clear := getattr(each, "clear", None)):
            clear()


class _Tried:
    """The cases of one test: how many ran, and which of them failed how."""

    def __init__(self) -> None:
        self.count, self.missed = 0, list[str]()

    def __enter__(self) -> "_Tried":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            assert self.count, "no cases: a check that cannot fail"
            if self.missed:
                told = "\n".join(self.missed)
                pytest.fail(f"{len(self.missed)} of {self.count} fail:\n{told}", pytrace=False)

    @contextmanager
    def case(self, title: object) -> Iterator[None]:
        self.count += 1
        try:
            yield
        except (Exception, pytest.fail.Exception) as error:
            self.missed.append(f"{title}: {type(error).__name__} {error}")
