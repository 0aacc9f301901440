"""`collections.yaml`: documents beside the file come in, go out, and are read again only when changed."""

import io
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from agents.knowledge.models import Collection, Document, WebSource
from agents.models import Specialist
from routing.models import AgentProfile
from studio.files import exporting, importing
from studio.files.gathering import from_folder, from_upload, pack, pack_into
from tenancy.models import Tenant
from tests.agents.knowledge.conftest import index
from tests.parts.phrases import try_each
from work.models import Job

pytestmark = pytest.mark.django_db
TERMS = "# Prazos\nO aparelho pode ser devolvido em até sete dias.\n"
PRICES = "plano,preço\nFamília,99.90\n"
YAML = """collections:
  handbook:
    title: Manual
    threshold: 0.4
    documents:
    - file: documents/handbook/prazos.md
      title: Prazos de devolução
      as_of: 2026-03-01
    - file: documents/handbook/precos.csv
"""


def brought(yaml: str = YAML, **changed: str) -> dict[str, bytes]:
    texts = {"prazos.md": TERMS, "precos.csv": PRICES, **changed}
    files = {f"documents/handbook/{name}": text.encode() for name, text in texts.items()}
    return {"collections.yaml": yaml.encode(), **files}


def take(tenant: Tenant, files: dict[str, bytes]) -> list[str]:
    """Reads the files and does the jobs that this starts; what was told as acting at once."""
    plan = importing.look(tenant, files)
    assert plan.faults == []
    told = list(plan.outside.changes(tenant))
    importing.write(plan)
    for document in Document.objects.of(tenant).filter(status="waiting"):
        index(document)
    return told


def current(tenant: Tenant) -> dict[str, Document]:
    return {row.source: row for row in Document.objects.of(tenant).filter(removed_in=None)}


def test_documents_beside_the_file_become_those_of_the_collection(empty: Tenant) -> None:
    told = take(empty, brought())
    assert told == [
        "Document 'prazos.md' is read for the collection 'handbook'.",
        "Document 'precos.csv' is read for the collection 'handbook'.",
    ]
    row = Collection.objects.of(empty).get(name="handbook")
    assert (row.title, row.threshold, row.revision) == ("Manual", 0.4, 2)
    terms = current(empty)["prazos.md"]
    assert (terms.title, str(terms.dated), terms.status) == ("Prazos de devolução", "2026-03-01", "ready")


def test_a_document_that_comes_along_is_there_when_publishing_is_foretold(empty: Tenant) -> None:
    desk = Specialist.unscoped.create(tenant=empty, name="desk", display_name="Desk")
    AgentProfile.unscoped.create(tenant=empty, agent_id="desk", name="Desk", fallback=desk)
    bare = {"collections.yaml": b"collections:\n  handbook: {title: Manual}\n"}
    for files, told in ((brought(), False), (bare, True)):
        plan = importing.look(empty, files)
        plan.rows("routing", "profiles")["desk"]["documents"] = "handbook"
        assert any("no document yet" in str(each.sentence) for each in plan.problems) is told


def test_an_unchanged_document_is_not_indexed_anew(empty: Tenant) -> None:
    take(empty, brought())
    jobs, before = Job.objects.of(empty).count(), current(empty)
    assert take(empty, brought()) == []
    assert (Job.objects.of(empty).count(), current(empty)) == (jobs, before)


def test_a_changed_document_is_a_newer_version_and_earlier_releases_keep_the_older(empty: Tenant) -> None:
    take(empty, brought())
    older = current(empty)["prazos.md"]
    told = take(empty, brought(**{"prazos.md": TERMS.replace("sete", "dez")}))
    assert told == ["Document 'prazos.md' of the collection 'handbook' is read anew: its content is another."]
    newer = current(empty)["prazos.md"]
    older.refresh_from_db()
    assert older.removed_in == newer.added_in == 3


def test_a_document_that_is_listed_no_more_is_taken_out(empty: Tenant) -> None:
    take(empty, brought())
    shorter = YAML[: YAML.index("    - file: documents/handbook/precos.csv")]
    files = brought(shorter)
    del files["documents/handbook/precos.csv"]
    assert take(empty, files) == ["Document 'Precos' is taken out of the collection 'handbook'."]
    assert set(current(empty)) == {"prazos.md"}
    assert Document.objects.of(empty).get(source="precos.csv").removed_in == 3


def test_an_export_holds_the_documents_and_comes_back_whole(empty: Tenant, tmp_path: Path) -> None:
    take(empty, brought())
    out = exporting.collect_files(empty)
    assert out["documents/handbook/prazos.md"] == TERMS.encode()
    for path, content in out.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(content)
    assert from_folder(tmp_path) == from_upload([("all.zip", pack(out))]) == out
    assert take(empty, out) == []
    twin = Tenant.objects.create(slug="twin")
    take(twin, out)
    assert exporting.collect_files(twin) == out


def test_a_document_that_is_there_already_needs_no_file(empty: Tenant) -> None:
    """What is exported without documents is planned as it stands."""
    take(empty, brought())
    texts = {
        path: content for path, content in exporting.collect_files(empty).items() if path.endswith("yaml")
    }
    jobs = Job.objects.of(empty).count()
    plan = importing.look(empty, texts)
    assert (plan.faults, list(plan.changes)) == ([], [])
    assert take(empty, texts) == [] and Job.objects.of(empty).count() == jobs
    own = {"collections.yaml": YAML.replace("documents/handbook/", "documents/").encode()}
    assert take(empty, own) == [] and set(current(empty)) == {"prazos.md", "precos.csv"}
    renamed = {"collections.yaml": own["collections.yaml"].replace(b"Prazos de", b"Regras de")}
    take(empty, renamed)
    assert current(empty)["prazos.md"].title == "Regras de devolu\u00e7\u00e3o"
    other = {"collections.yaml": YAML.replace("as_of", "language: es\n      as_of").encode()}
    assert any("read anew" in told for told in take(empty, other))
    assert current(empty)["prazos.md"].language == "es"
    new = {"collections.yaml": YAML.replace("precos.csv", "novo.csv").encode()}
    (fault,) = importing.look(empty, new).faults
    assert "There is no file 'documents/handbook/novo.csv'" in fault.words


def test_two_documents_of_one_name_go_out_under_two(empty: Tenant) -> None:
    files = {**brought(), "documents/other/prazos.md": b"# Outros prazos\nTrinta dias para a conta.\n"}
    files["collections.yaml"] += b"    - file: documents/other/prazos.md\n"
    take(empty, files)
    out = exporting.collect_files(empty)
    assert len([path for path in out if path.endswith("prazos.md")]) == 2
    assert take(empty, out) == []


def test_web_pages_of_a_collection_go_in_and_out(empty: Tenant) -> None:
    address = "https://docs.example.com/sitemap.xml"
    page = f"    web_pages:\n    - {{address: '{address}', most_pages: 50, every_days: 1}}\n"
    assert f"Web page '{address}' is read for the collection 'handbook'." in take(empty, brought(YAML + page))
    source = WebSource.objects.of(empty).get()
    assert (source.most_pages, source.every_days, source.internal) == (50, 1, True)
    out = exporting.collect_files(empty)
    assert b"every_days: 1" in out["collections.yaml"]
    assert take(empty, out) == []
    assert WebSource.objects.of(empty).get().job == source.job, "it is not read anew"
    without = out["collections.yaml"].replace(b"every_days: 1", b"every_days: 2")
    take(empty, {**out, "collections.yaml": without})
    assert WebSource.objects.of(empty).get().every_days == 2


@try_each(
    ("yaml", "words"),
    [
        ("collections: {a: {documents: [{file: nowhere.pdf}]}}", "line 1: There is no file 'nowhere.pdf'"),
        ("collections: {a: {kind: personal, documents: [{file: x.pdf}]}}", "What users upload is in no file"),
        ("collections: {a: {specialists: [nobody]}}", "There is no specialist 'nobody'"),
        ("collections: {a: {kind: secret}}", "'a', documents are"),
        ("collections: {a: {web_pages: [{address: 'ftp://x'}]}}", "An address begins with https://"),
        (
            "collections:\n  a:\n    documents:\n    - {file: documents/handbook/prazos.md, as_of: May}",
            "line 4: A day is written 2026-03-01",
        ),
    ],
    ids=["no file", "personal", "specialist", "kind", "address", "day"],
)
def test_what_is_wrong_is_told_with_its_line(empty: Tenant, yaml: str, words: str) -> None:
    (fault,) = importing.look(empty, brought(yaml)).faults
    assert words in str(fault)


def test_a_document_that_no_collection_lists_is_told(empty: Tenant) -> None:
    plan = importing.look(empty, brought("collections: {handbook: {title: Manual}}"))
    notes = [str(note) for note in plan.notes]
    assert "documents/handbook/precos.csv: No collection lists this document: it is not read." in notes


def test_a_document_in_another_language_is_read_anew_from_the_same_file(empty: Tenant) -> None:
    take(empty, brought())
    told = take(empty, brought(YAML.replace("as_of: 2026-03-01", "language: es")))
    assert told == ["Document 'prazos.md' of the collection 'handbook' is read anew: its content is another."]
    assert current(empty)["prazos.md"].language == "es"


TWICE = {
    "the same content": (
        "    - file: documents/handbook/outra.md\n",
        "'documents/handbook/outra.md' holds what 'documents/handbook/prazos.md' holds. List one of them.",
    ),
    "the same address": (
        "    web_pages:\n    - address: https://docs.example.com\n    - address: https://docs.example.com\n",
        "'https://docs.example.com' is listed twice. List it once.",
    ),
    "too many addresses": (
        "    web_pages:\n" + "".join(f"    - address: https://docs.example.com/{n}\n" for n in range(101)),
        "A collection has at most 100 addresses.",
    ),
}


@try_each("what", TWICE)
def test_what_a_collection_cannot_have_is_told_at_its_line(what: str, empty: Tenant) -> None:
    lines, words = TWICE[what]
    plan = importing.look(empty, brought(YAML + lines, **{"outra.md": TERMS}))
    assert [(fault.file, words in fault.words) for fault in plan.faults] == [("collections.yaml", True)]
    assert plan.faults[0].line >= 10


def test_an_uploaded_file_may_say_what_a_web_page_says(empty: Tenant) -> None:
    take(empty, brought())
    row = Collection.objects.of(empty).get(name="handbook")
    source = WebSource(tenant=empty, collection=row, address="https://docs.example.com")
    source.save()
    Document.objects.of(empty).filter(source="precos.csv").update(web_source=source)
    take(empty, brought())


def test_who_may_say_where_data_goes_makes_an_address_an_inner_one(empty: Tenant) -> None:
    files = brought(YAML + "    web_pages:\n    - address: https://docs.example.com\n")
    inner = []
    for allowed in (False, True, False):
        importing.write(importing.look(empty, files, addresses=allowed))
        inner.append(WebSource.objects.of(empty).get().internal)
    assert inner == [False, True, True]


def test_hundreds_of_documents_come_back_and_none_is_read_before_its_turn(empty: Tenant) -> None:
    lines = "".join(f"    - file: documents/handbook/{n}.md\n" for n in range(310))
    texts = {f"documents/handbook/{n}.md": f"# {n}\n".encode() for n in range(310)}
    importing.write(importing.look(empty, brought(YAML + lines) | texts))
    with CaptureQueriesContext(connection) as asked:
        written = dict(exporting.write(empty))
    assert not [each for each in asked if "agents_documentfile" in each["sql"] and "content" in each["sql"]]
    packed = io.BytesIO()
    pack_into(packed, written.items())
    assert importing.look(empty, from_upload([("all.zip", packed.getvalue())])).faults == []
