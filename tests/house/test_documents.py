"""The documents hold.

Links lead somewhere, what is named is there, the map is the tree's, the README stays short.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from django.core.management import get_commands

from tests.house.test_structure import OUTSIDE, ROOT, WRITTEN

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
DECISIONS = sorted((ROOT / "docs/adr").glob("*.md"))
# Those that lead through the code. A decision tells of its day, and the status of what is under way.
GUIDES = [page for page in PAGES if page not in DECISIONS and page.name not in ("STATUS.md", "CHANGELOG.md")]
LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
HEADING = re.compile(r"^#+ (.+)$", re.M)
PATH = re.compile(r"`((?:[\w.-]+/)+[\w.-]*)`")
MAKE = re.compile(r"(?:^|`)make ([a-z-]+)", re.M)
MANAGE = re.compile(r"manage\.py ([a-z_]+)")
MODULE = re.compile(r"python -m ((?:benchmarks|demo|tests|routing|config)[\w.]*)")
OURS = {"version"}  # manage.py itself knows it
EXAMPLE = "mine"  # what a recipe calls the file that its reader writes
DOCUMENT = re.compile(r"seed[ -]?00\d", re.I)
GIVEN = ROOT / "docs/adr/0047-shapes-that-were-given.md"


def relative(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = HEADING.findall(FENCE.sub("", page.read_text()))
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def broken_links(page: Path) -> Iterator[str]:
    for target in LINK.findall(FENCE.sub("", page.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        leads_to = page.parent / path if path else page
        if not leads_to.exists():
            yield f"{relative(page)}: {target}"
        elif anchor and anchor not in anchors(leads_to):
            yield f"{relative(page)}: {target}, without such a heading"


def missing_files(page: Path) -> Iterator[str]:
    tops = {each.name for each in ROOT.iterdir()}
    for path in PATH.findall(page.read_text()):
        ours = path.split("/")[0] in tops and Path(path).stem != EXAMPLE
        if ours and not (ROOT / path).exists():
            yield f"{relative(page)}: {path}"


def test_every_link_leads_somewhere():
    assert [fault for page in PAGES for fault in broken_links(page)] == []


def test_files_that_guides_name_are_there():
    assert [fault for page in GUIDES for fault in missing_files(page)] == []


def test_commands_that_guides_name_are_there():
    text = "\n".join(page.read_text() for page in GUIDES)
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(MAKE.findall(text)) - targets == set()
    assert set(MANAGE.findall(text)) - set(get_commands()) - OURS == set()
    modules = [ROOT / name.replace(".", "/") for name in MODULE.findall(text) if name != "config.serve"]
    assert [str(each) for each in modules if not each.is_dir() and not each.with_suffix(".py").exists()] == []


def test_the_readme_is_short():
    assert (ROOT / "README.md").read_text().count("\n") <= 100


def test_the_map_names_every_package_once_and_no_other():
    rows = re.findall(r"^\| `([^`]+)` \| (.+) \|$", (ROOT / "docs/map.md").read_text(), re.M)
    named = [package for package, line in rows if line.strip()]
    inside = [path.relative_to(ROOT) for path in WRITTEN if path.stat().st_size]
    packages = {
        each.parent.as_posix() for each in inside if not {"tests", "management"} & set(each.parts)
    } - {"."}
    assert sorted(set(named) - {"tests", "docs"}) == sorted(packages)
    assert len(named) == len(set(named))


def test_a_decision_is_called_by_its_number():
    numbers = [int(page.name[:4]) for page in DECISIONS]
    titles = [page.read_text().split("\n")[0] for page in DECISIONS]
    assert [title.split(".")[0] for title in titles] == [f"# {number}" for number in numbers]
    assert len(numbers) == len(set(numbers))


def test_shapes_are_called_by_what_they_are():
    """One decision says which documents they came from, and tests of a shape may; nothing else does."""
    suffixes = {".py", ".md", ".html", ".js", ".yml", ".yaml", ".txt", ".po", ".css", ".json"}
    inside = [each for each in ROOT.iterdir() if each.name not in {*OUTSIDE, "tests"}]
    files = [path for top in inside for path in ([top] if top.is_file() else top.rglob("*"))]
    told = [path for path in files if path.suffix in suffixes and path != GIVEN]
    assert [relative(path) for path in told if DOCUMENT.search(path.read_text())] == []
