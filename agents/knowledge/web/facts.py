"""What a fetched page says of itself, read in a process of its own: a page is a stranger's."""

import json
import subprocess
import sys
import tempfile

from django.conf import settings

from agents.knowledge import why_not
from agents.knowledge.errors import NotRead
from agents.knowledge.parsing.base import PageFacts
from agents.knowledge.reading import ROOT, environment
from agents.knowledge.web.fetching import FetchedPage

PARSER = "agents.knowledge.parsing.page"
SECONDS = 20


def read_facts(page: FetchedPage) -> PageFacts:
    """The facts of a page or of a sitemap. Raises NotRead."""
    with tempfile.NamedTemporaryFile(prefix="page-") as file:
        file.write(page.content)
        file.flush()
        limits = str(settings.DOCUMENT_MEGABYTES_OF_MEMORY), str(SECONDS)
        command = [sys.executable, "-m", PARSER, file.name, page.address, *limits]
        try:
            done = subprocess.run(
                command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, capture_output=True,
                timeout=SECONDS * 2, check=True,
            )  # fmt: skip
            found = json.loads(done.stdout)
        except (subprocess.SubprocessError, ValueError) as error:
            raise NotRead(why_not.sentence("broken", {}), "broken") from error
    return PageFacts(**{**found, "links": tuple(found["links"])})
