"""A turn of several branches was checked as often: its page shows each check once."""

from analytics.templatetags.analytics import once


def rail(code: str, allowed: bool = True, changed: str | None = None) -> dict[str, object]:
    return {"code": code, "allowed": allowed, "sanitized_text": changed}


def test_each_check_is_shown_once_with_what_it_held_or_changed() -> None:
    held, changed, passed = rail("MSK", allowed=False), rail("ANNOUNCED", changed="…"), rail("TOX")
    rails = [
        rail("MSK"),
        rail("ANNOUNCED"),
        passed,
        held,
        changed,
        rail("MSK"),
        rail("ANNOUNCED"),
        rail("TOX"),
    ]
    assert once(rails) == [held, changed, passed]
    assert once([]) == []
