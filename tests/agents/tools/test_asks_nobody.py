"""Publishing warns of a tool that changes something, asks nobody and lets a model fill in its arguments."""

from agents.checks import check
from tests.parts.phrases import try_each

TOOL = {
    "server": "shop", "enabled": True, "read_only": False, "confirm": False, "confirm_text": {},
    "permission": "",
    "title": {}, "say": {}, "schema": {"properties": {"when": {}, "size": {"enum": ["S", "L"]}}},
    "parameters": [
        {"name": "when", "source": "free", "key": "", "required": True, "default": None},
        {"name": "size", "source": "free", "key": "", "required": True, "default": None},
    ],
}  # fmt: skip


def warnings(**changed):
    section = {"servers": {"shop": {"enabled": True}}, "tools": {"book": {**TOOL, **changed}}}
    return [each.sentence for each in check({"agents": section}) if "asks nobody" in each.sentence]


def test_it_names_what_a_model_makes_up():
    assert [each.count("when") for each in warnings()] == [1] and "size" not in warnings()[0]


@try_each(
    "changed",
    [{"read_only": True}, {"confirm": True}, {"permission": "book"}, {"enabled": False}, {"parameters": []}],
    ids=["only reads", "asks first", "needs permission", "not in use", "nothing to fill in"],
)
def test_nothing_is_said_of_others(changed):
    assert warnings(**changed) == []
