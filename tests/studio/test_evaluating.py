"""Testing a file of messages in the Studio: at once, or as a job when it is long."""

from types import SimpleNamespace
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from studio.evaluating import AT_ONCE
from tests.parts.phrases import try_each
from tests.studio.conftest import login
from work import running
from work.models import Job

PAGE = reverse("admin:evaluate")


def _send(browser: Client, content: str, **given: str) -> Any:
    file = SimpleUploadedFile("messages.csv", content.encode())
    return browser.post(PAGE, {"file": file, "profile": "desk", "which": "draft", **given})


def test_a_short_file_is_decided_at_once(acme: SimpleNamespace) -> None:
    page = _send(
        login("viewer", acme.tenant), "text,intent,kind\nminha fatura,bills,plain\n<b>x</b>,bills,trap\n"
    )
    found = page.context["found"]
    assert (found["total"]["messages"], found["total"]["right"], found["release"]) == (2, 1, 0)
    assert [count["name"] for count in found["kinds"]] == ["plain", "trap"]
    text = page.content.decode()
    assert "&lt;b&gt;x&lt;/b&gt;" in text and "<b>x</b>" not in text


@try_each(
    ("content", "given", "said"),
    [
        ("text,intent\nx,rockets\n", {}, "no intent “rockets”"),
        ("text\nx\n", {}, "The first line must name the columns"),
        ("text,intent\nx,bills\n", {"profile": "nobody"}, "No profile &#x27;nobody&#x27;"),
        ("text,intent\nx,bills\n", {"which": "live"}, "publish"),
    ],
    ids=["intent", "columns", "profile", "nothing-live"],
)
def test_a_file_that_cannot_be_used_is_answered_with_a_sentence(
    acme: SimpleNamespace, content: str, given: dict[str, str], said: str
) -> None:
    page = _send(login("editor", acme.tenant), content, **given)
    assert "found" not in page.context
    assert said in page.content.decode()


def test_no_file_is_asked_for(acme: SimpleNamespace) -> None:
    page = login("editor", acme.tenant).post(PAGE, {"profile": "desk"})
    assert page.context["problem"] == "Choose a file first."


def test_a_long_file_is_a_job_whose_table_is_read_here_and_kept_without_the_messages(
    acme: SimpleNamespace, rival: SimpleNamespace
) -> None:
    viewer = login("viewer", acme.tenant)
    answer = _send(viewer, "text,intent\n" + "minha fatura,bills\n" * (AT_ONCE + 1))
    job = Job.objects.of(acme.tenant).get(kind="evaluate_routing")
    assert answer.status_code == 302 and answer["Location"] == f"{PAGE}?job={job.pk}"
    waiting = viewer.get(answer["Location"])
    assert waiting.context["found"] is None and "data-watch" in waiting.content.decode()
    running.run(job.pk)
    job.refresh_from_db()
    assert job.status == "done", job.error
    assert job.payload == {"agent_id": "desk", "which": "draft"}
    found = viewer.get(answer["Location"]).context["found"]
    assert (found["total"]["messages"], found["total"]["precision"]) == (AT_ONCE + 1, 100.0)
    assert login("admin", rival.tenant).get(answer["Location"]).status_code == 404
    shown = login("editor", acme.tenant).get(reverse("admin:work_job_change", args=[job.pk]))
    assert answer["Location"] in shown.content.decode()


def test_a_job_of_another_kind_has_no_table(acme: SimpleNamespace) -> None:
    other = Job.objects.of(acme.tenant).get(kind="publish")
    assert login("editor", acme.tenant).get(PAGE, {"job": other.pk}).status_code == 404
