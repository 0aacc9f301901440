"""Web pages become documents.

What is read, what is not and why, and what happens when they are read again.
"""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from agents.knowledge.errors import AlreadyReading
from agents.knowledge.models import Collection, Document, WebSource
from agents.knowledge.web import sources
from tests.agents.knowledge.conftest import index
from tests.agents.knowledge.test_retriever import find
from tests.fakes.website import Website
from work.context import JobContext
from work.models import Job

pytestmark = pytest.mark.django_db

HEAD = (
    "<html lang='pt-BR'><head><title>{}</title><meta property='article:modified_time' "
    "content='2026-03-01T10:00'></head>"
)
PLANS = HEAD.format("Planos") + (
    "<body><nav>Início Contato</nav><main><h1>Planos</h1><p>O plano Família custa R$ 99,90 por mês.</p><a "
    "href='/roaming'>Roaming</a> <a href='/private'>.</a> <a "
    "href='https://elsewhere.example/x'>.</a></main></body>"
)
ROAMING = HEAD.format("Roaming") + "<body><p>Na Argentina cada dia de roaming custa R$ 19.</p></body>"


@pytest.fixture
def site() -> Iterator[Website]:
    with Website() as made:
        made.put("/plans", PLANS)
        made.put("/roaming", ROAMING)
        yield made


def read(collection: Collection, address: str, **more: int) -> WebSource:
    """Adds an address and does its jobs in this thread."""
    source = sources.add(collection, WebSource(address=address, **more), "ana")
    return work(source)


def work(source: WebSource) -> WebSource:
    source.refresh_from_db()
    Job.unscoped.filter(pk=source.job).update(status=Job.Statuses.RUNNING, attempt=1)
    sources.run(JobContext(source.job, source.tenant_id, {"source": source.pk}, "ana"))
    for document in Document.objects.of(source.tenant_id).filter(status="waiting"):
        index(document)
    source.refresh_from_db()
    return source


def documents(source: WebSource) -> dict[str, Document]:
    found = Document.objects.of(source.tenant_id).filter(web_source=source, removed_in=None)
    return {row.source: row for row in found}


def again(source: WebSource) -> WebSource:
    sources.read_again(source, "ana")
    return work(source)


def test_a_page_is_found_with_its_title_language_and_day(collection: Collection, site: Website) -> None:
    source = read(collection, f"{site.url}/plans")
    (page,) = documents(source).values()
    assert (page.title, page.language, str(page.dated), page.status) == (
        "Planos",
        "pt",
        "2026-03-01",
        "ready",
    )
    found = find(collection, "quanto custa o plano família?")[0]
    assert (found.source, "Contato" in found.text) == (f"{site.url}/plans", False)
    assert site.asked == ["/robots.txt", "/plans"]


def test_links_are_followed_on_the_site_as_deep_as_was_said(collection: Collection, site: Website) -> None:
    source = read(collection, f"{site.url}/plans", depth=1)
    by_path = {address.removeprefix(site.url): row for address, row in documents(source).items()}
    assert set(by_path) == {"/plans", "/roaming", "/private"}
    assert "There is no such page (404)" in by_path["/private"].error
    assert not source.error


def test_a_sitemap_is_read_as_the_list_that_it_is_and_no_further_than_allowed(
    collection: Collection, site: Website
) -> None:
    listed = "".join(f"<url><loc>{site.url}/{page}</loc></url>" for page in ("plans", "roaming"))
    urls = f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>{listed}</urlset>"
    index_of = f"<sitemapindex><sitemap><loc>{site.url}/pages.xml</loc></sitemap></sitemapindex>"
    site.put("/sitemap.xml", index_of, content_type="application/xml")
    site.put("/pages.xml", urls, content_type="application/xml")
    assert len(documents(read(collection, f"{site.url}/sitemap.xml"))) == 2
    assert len(documents(read(collection, f"{site.url}/pages.xml", most_pages=1))) <= 1


def test_what_robots_txt_forbids_is_not_asked_for(collection: Collection, site: Website) -> None:
    site.put("/robots.txt", "User-agent: *\nDisallow: /roaming\n", content_type="text/plain")
    source = read(collection, f"{site.url}/plans", depth=1)
    assert "robots.txt forbids" in documents(source)[f"{site.url}/roaming"].error
    assert "/roaming" not in site.asked
    refused = read(collection, f"{site.url}/roaming")
    assert "robots.txt forbids" in refused.error


def test_the_longest_rule_decides_and_a_star_stands_for_anything(
    collection: Collection, site: Website
) -> None:
    rules = "User-agent: *\nDisallow: /*?print=\nDisallow: /plans\nAllow: /plans$\n"
    site.put("/robots.txt", rules, content_type="text/plain")
    site.put("/plans", PLANS.replace("/private", "/roaming?print=1"))
    source = read(collection, f"{site.url}/plans", depth=1)
    by_path = {address.removeprefix(site.url): row for address, row in documents(source).items()}
    assert not by_path["/plans"].error and not by_path["/roaming"].error
    assert "robots.txt forbids" in by_path["/roaming?print=1"].error


@pytest.mark.parametrize(
    "rules",
    [(200, b"#" * 600_000, {}), (302, b"", {"location": "/robots.txt"})], ids=["too large", "a circle"],
)  # fmt: skip
def test_a_robots_txt_that_cannot_be_read_allows_nothing(
    rules: tuple[int, bytes, dict[str, str]], collection: Collection, site: Website
) -> None:
    site.put("/robots.txt", rules[1], rules[0], content_type="text/plain", **rules[2])
    assert "robots.txt cannot be read" in read(collection, f"{site.url}/plans").error
    assert "/plans" not in site.asked


def test_a_page_that_leads_on_is_read_where_the_site_allows_and_its_links_from_there(
    collection: Collection, site: Website
) -> None:
    site.put("/start", "", 302, location="/docs/plans")
    site.put("/docs/plans", PLANS.replace("'/roaming'", "'roaming'"))
    site.put("/docs/roaming", ROAMING)
    source = read(collection, f"{site.url}/start", depth=1)
    assert {f"{site.url}/start", f"{site.url}/docs/roaming"} <= set(documents(source))
    site.put("/robots.txt", "User-agent: *\nDisallow: /docs/\n", content_type="text/plain")
    site.put("/again", "", 302, location="/docs/plans")
    site.asked.clear()
    assert "robots.txt forbids" in read(collection, f"{site.url}/again").error
    assert "/docs/plans" not in site.asked


def test_an_address_is_read_by_one_job_at_a_time(collection: Collection, site: Website) -> None:
    source = sources.add(collection, WebSource(address=f"{site.url}/plans"), "ana")
    with pytest.raises(AlreadyReading, match="Wait until it is done"):
        sources.read_again(source, "bia")
    sources.read_soon(source, "bia")
    assert sources.look_after() == 0, "what is being read stays due"
    work(source)
    assert sources.look_after() == 1


def test_a_variable_in_an_address_is_filled_in(
    collection: Collection, site: Website, settings, monkeypatch
) -> None:
    settings.ROW_ENVIRONMENT = ["DOCS_URL"]
    source = read(collection, "${ENV:DOCS_URL}/plans")
    assert "is not set in the environment" in source.error
    monkeypatch.setenv("DOCS_URL", site.url)
    assert again(source).error == "" and set(documents(source)) == {f"{site.url}/plans"}


ANSWERS = {
    "gone": ((404, {}), "There is no such page (404)"),
    "a login": ((401, {}), "asks for a login (401)"),
    "an error": ((500, {}), "The site answers 500"),
    "a picture": ((200, {"content_type": "image/png"}), "It holds image/png, which is not read"),
    "another site": (
        (302, {"location": "https://other.example/"}),
        "It leads to another site, other.example",
    ),
    "a circle": ((302, {"location": "/it"}), "without end"),
}


@pytest.mark.parametrize("what", ANSWERS)
def test_an_address_that_cannot_be_read_says_what_to_do(
    what: str, collection: Collection, site: Website
) -> None:
    (status, headers), words = ANSWERS[what]
    site.put("/it", "x", status, **headers)
    source = read(collection, f"{site.url}/it")
    assert words in source.error and documents(source) == {}


def test_a_page_that_is_not_to_be_kept_is_not(collection: Collection, site: Website) -> None:
    site.put("/it", "<meta name='robots' content='noindex'><p>Segredo</p>")
    assert "noindex" in read(collection, f"{site.url}/it").error


def test_a_page_larger_than_a_document_is_cut_off(collection: Collection, site: Website, settings) -> None:
    settings.DOCUMENT_BYTES = 1000
    site.put("/it", "x" * 2000)
    assert "more memory than a document may" in read(collection, f"{site.url}/it").error


@pytest.mark.parametrize("host", ["169.254.169.254", "10.1.2.3"])
def test_private_addresses_are_not_asked(host: str, collection: Collection) -> None:
    assert "is not called" in read(collection, f"http://{host}/latest/meta-data").error


def test_an_allowed_machine_inside_is_for_those_who_say_where_data_goes(
    collection: Collection, site: Website, settings
) -> None:
    settings.OUTBOUND_ALLOWED_HOSTS = ["127.0.0.1"]
    assert "machine of your own network" in read(collection, f"{site.url}/plans").error
    source = sources.add(collection, WebSource(address=f"{site.url}/roaming"), "ana", internal=True)
    assert work(source).error == "" and documents(source)


@pytest.mark.parametrize("address", ["ftp://example.com/a", "https://ana:1234@example.com", "plans"])
def test_what_is_no_address_is_refused_at_its_field(address: str, collection: Collection) -> None:
    with pytest.raises(ValidationError) as refused:
        sources.add(collection, WebSource(address=address), "ana")
    assert "address" in refused.value.message_dict


def test_a_page_read_again_takes_its_older_versions_place_in_every_release(
    collection: Collection, site: Website
) -> None:
    source = read(collection, f"{site.url}/plans")
    collection.refresh_from_db()
    published = collection.revision
    (older,) = documents(source)
    before = documents(source)[older].pk
    site.put("/plans", PLANS.replace("99,90", "109,90"))
    sources.read_again(source, "ana")
    source.refresh_from_db()
    Job.unscoped.filter(pk=source.job).update(status=Job.Statuses.RUNNING, attempt=1)
    sources.run(JobContext(source.job, source.tenant_id, {"source": source.pk}, "ana"))
    question = "quanto custa o plano família?"
    assert "99,90" in find(collection, question, revision=published)[0].text, "while it is being read"
    for document in Document.objects.of(source.tenant_id).filter(status="waiting"):
        index(document)
    found = find(collection, question, revision=published)
    assert ["109,90" in each.text for each in found] == [True]
    collection.refresh_from_db()
    assert collection.revision == published, "the draft is no other one"
    assert not Document.objects.of(source.tenant_id).filter(pk=before).exists()


def test_a_page_whose_scripts_alone_changed_is_not_indexed_anew(
    collection: Collection, site: Website
) -> None:
    source = read(collection, f"{site.url}/plans")
    before = [row.pk for row in documents(source).values()]
    site.put("/plans", PLANS.replace("</head>", "<script>nonce='1'</script></head>"))
    assert [row.pk for row in documents(again(source)).values()] == before


def test_a_page_that_is_gone_is_found_as_it_was_and_says_so(collection: Collection, site: Website) -> None:
    source = read(collection, f"{site.url}/plans")
    del site.pages["/plans"]
    source = again(source)
    (page,) = documents(source).values()
    assert page.status == "ready" and "There is no such page" in page.error
    assert find(collection, "quanto custa o plano família?")
    site.put("/plans", PLANS)
    assert [row.error for row in documents(again(source)).values()] == [""]


def test_what_is_due_is_read_again_once(collection: Collection, site: Website) -> None:
    source = read(collection, f"{site.url}/plans", every_days=7)
    assert source.next_at is not None and source.next_at > timezone.now() + timedelta(days=6)
    assert sources.look_after() == 0
    WebSource.unscoped.update(next_at=timezone.now())
    assert (sources.look_after(), sources.look_after()) == (1, 0)
    assert read(collection, f"{site.url}/roaming", every_days=0).next_at is None


def test_removing_an_address_leaves_nothing_of_its_pages(collection: Collection, site: Website) -> None:
    source = read(collection, f"{site.url}/plans", depth=1)
    sources.remove(source)
    assert not Document.objects.of(collection.tenant_id).exists()
    assert find(collection, "quanto custa o plano família?") == []
