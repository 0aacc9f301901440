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
    next, in a test that commits nothing; one that commits is for cases that store nothing.

    >>> @try_each(("text", "language"), [("oi", "pt"), ("hello", "en")])
    ... def test_a_language_is_found(text, language): ...
    """
    known = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    listed = list(cases)
    titles = list(ids) if isinstance(ids, list | tuple) else [None] * len(listed)

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        tried = _Tried(listed)
        if inspect.iscoroutinefunction(test):

            async def run(**others: Any) -> None:
                for title, case in zip(titles, listed, strict=True):
                    with tried.note(title or case):
                        await test(**others, **dict(zip(known, _values(case, known), strict=True)))
                tried.tell()
        else:

            def run(**others: Any) -> None:  # type: ignore[misc]
                for title, case in zip(titles, listed, strict=True):
                    with tried.note(title or case), taken_back():
                        test(**others, **dict(zip(known, _values(case, known), strict=True)))
                tried.tell()

        wanted = inspect.signature(test)
        left = [each for name, each in wanted.parameters.items() if name not in known]
        run.__signature__ = wanted.replace(parameters=left)  # type: ignore[attr-defined]
        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        return run

    return decorate


def _values(case: Any, known: Sequence[str]) -> Any:
    values = case.values if isinstance(case, type(pytest.param())) else case
    return [values] if len(known) == 1 and values is case else values


class _Tried:
    """Which cases of a test failed."""

    def __init__(self, cases: Sequence[Any]) -> None:
        self._cases = cases
        self._missed: list[str] = []

    @contextmanager
    def note(self, title: Any) -> Iterator[None]:
        try:
            yield
        except (Exception, pytest.fail.Exception) as error:
            self._missed.append(f"{title}: {type(error).__name__} {error}")

    def tell(self) -> None:
        assert self._cases, "no cases: a check that cannot fail"
        if missed := self._missed:
            self._missed = []
            of = len(self._cases)
            pytest.fail(f"{len(missed)} of {of} fail:\n" + "\n".join(missed), pytrace=False)
