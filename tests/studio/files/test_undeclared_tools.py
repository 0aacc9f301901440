"""Tools of which no file says whether they only read: what they do until somebody says it, and then."""

import pytest

from agents import release_section
from agents.models import MCPTool
from studio.files import exporting, importing
from tenancy.models import Tenant
from tests.parts.phrases import try_each
from tests.studio.files.test_importing import SHOP, TOOLS
from work.models import Job

pytestmark = pytest.mark.django_db


def test_a_tool_whose_file_does_not_say_what_it_changes_needs_a_word(empty: Tenant) -> None:
    """Until somebody says it, it acts after a yes; its server is asked, and an export says nothing either."""
    plan = importing.look(empty, {"mcp_servers.yaml": SHOP, "tools.yaml": TOOLS})
    (note,) = [note for note in plan.notes if note.sort == "word"]
    assert (note.file, note.line, "'cancel'" in note.words) == ("tools.yaml", 3, True)
    importing.write(plan)
    rows = {tool.name: (tool.read_only, tool.undeclared, tool.confirm) for tool in MCPTool.objects.of(empty)}
    assert rows == {"find": (True, False, False), "cancel": (False, True, True)}
    assert list(Job.objects.of(empty).values_list("kind", "payload")) == [("ask_tools", {"server": "shop"})]
    again = importing.look(empty, exporting.collect_files(empty))
    assert [note.words for note in again.notes if note.sort == "word"] == [note.words] and not again.changes


@try_each(
    ("kind", "text", "asks"),
    [
        ("action", "", True),
        ("action", "confirmation_required: true, confirm_text: {en: 'Cancel it?'}, ", True),
        ("query", "", False),
        ("query", "confirmation_required: true, confirm_text: {en: 'Look it up?'}, ", True),
    ],
)
def test_saying_what_a_tool_is_takes_its_yes_off_only_where_it_reads(
    empty: Tenant, kind: str, text: str, asks: bool
) -> None:
    tools = TOOLS.replace(b"cancel: {", b"cancel: {%b" % text.encode())
    importing.write(importing.look(empty, {"mcp_servers.yaml": SHOP, "tools.yaml": tools}))
    typed = TOOLS.replace(b"cancel: {", b"cancel: {tool_type: %b, " % kind.encode())
    importing.write(importing.look(empty, {"tools.yaml": typed}))
    tool = MCPTool.objects.of(empty).get(name="cancel")
    assert (tool.undeclared, tool.confirm) == (False, asks)


def test_a_tool_kept_from_before_as_undeclared_asks_first(empty: Tenant) -> None:
    """Its row says no yes is needed, its page and the note of an import say that it is."""
    importing.write(importing.look(empty, {"mcp_servers.yaml": SHOP, "tools.yaml": TOOLS}))
    MCPTool.objects.of(empty).filter(name="cancel").update(confirm=False)
    assert release_section.compile_draft(empty)["tools"]["cancel"]["confirm"]
    unasked = TOOLS.replace(b"cancel: {", b"cancel: {confirmation_required: false, ")
    plan = importing.look(empty, {"tools.yaml": unasked})
    assert [note.sort for note in plan.notes] == ["word"]
    assert plan.rows("agents", "tools")["cancel"]["confirm"] and not plan.changes
