"""What files say of the rollout, of members and of keys: taken from who may, and nobody gets in by one."""

from typing import Any

import pytest

from rollout import control
from studio.files import exporting, importing
from tenancy.models import ApiKey, Membership, Tenant

pytestmark = pytest.mark.django_db

FLAG = b"multi_agent: {percentage: 12.5, killed: false}\n"


def test_the_rollout_is_read_at_once_by_who_may_change_it(empty: Tenant) -> None:
    plan = importing.look(empty, {"rollout.yaml": FLAG}, rollout=False)
    assert [note.sort for note in plan.notes] == ["left"] and not list(plan.outside.changes(empty))
    plan = importing.look(empty, {"rollout.yaml": FLAG})
    assert len(list(plan.outside.changes(empty))) == 1 and not plan.changes
    importing.write(plan)
    assert str(control.multi_agent(empty).percentage) == "12.50"
    assert b"percentage: 12.5" in exporting.collect_files(empty, lambda permission: True)["rollout.yaml"]
    assert "rollout.yaml" not in exporting.collect_files(empty)
    (fault,) = importing.look(empty, {"rollout.yaml": FLAG.replace(b"12.5", b"101")}).faults
    assert fault.line == 1 and "0 to 100" in fault.words


def test_members_and_keys_are_told_and_nobody_gets_in_by_a_file(
    empty: Tenant, django_user_model: Any
) -> None:
    """An export of who may see them says roles and scopes.

    What a file wants otherwise is left, with its line.
    """
    ana = django_user_model.objects.create_user("ana")
    Membership.objects.create(user=ana, tenant=empty, role="editor")
    row, plain = ApiKey.make(empty, "shop", ["chat"])
    out = exporting.collect_files(empty, lambda permission: True)
    assert "access.yaml" not in exporting.collect_files(
        empty, lambda permission: permission == "rollout.view_flag"
    )
    said = out["access.yaml"].decode()
    assert "person: ana" in said and "- chat" in said
    assert plain not in said and row.digest not in said and row.prefix not in said
    assert importing.look(empty, {"access.yaml": out["access.yaml"]}).notes == []
    wish = said.replace("editor", "admin").replace("- chat", "- publish")
    plan = importing.look(empty, {"access.yaml": wish.encode()})
    assert [note.sort for note in plan.notes] == ["left", "left"]
    importing.write(plan)
    assert Membership.objects.get(user=ana).role == "editor"
    assert ApiKey.objects.of(empty).get().scopes == ["chat"]
