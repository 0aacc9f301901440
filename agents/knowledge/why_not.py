"""Why a document could not be read, in a sentence that says what to do."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as _

from outbound.sentences import Sentence

WHY: Mapping[str, str] = {
    "empty": _("The file is empty. Upload one with text in it."),
    "no_text": _("No text was found in it. Upload a file with text, for example a PDF that can be searched."),
    "scanned": _(
        "Its %(pages)s pages hold pictures and no text: it seems to be scanned. Upload one whose text can "
        "be selected."
    ),
    "encrypted": _("It is protected by a password. Remove the protection and upload it again."),
    "mislabelled": _(
        "It is called .%(ending)s, but it holds %(found)s. Rename it to .%(found)s and upload it again."
    ),
    "unknown": _(
        "Its format is not known. Upload PDF, DOCX, PPTX, XLSX, HTML, Markdown, TXT or CSV, for example "
        "prices.pdf."
    ),
    "old_office": _(
        "It is in Office's format of before 2007. Save it as DOCX, PPTX or XLSX and upload it again."
    ),
    "broken": _("It is damaged and cannot be read. Open it, save it anew, and upload it again."),
    "bomb": _(
        "Unpacked it would take %(megabytes)s MB, which is not normal for a document. Save it anew without "
        "pictures."
    ),
    "too_large": _("Reading it takes more memory than a document may. Split it and upload the parts."),
    "too_much_text": _("It holds more text than a document may. Split it and upload the parts."),
    "too_slow": _("Reading it took more than %(seconds)s seconds. Split it and upload the parts."),
    "no_vectors": _("Its passages could not be embedded: %(said)s. Upload it again later."),
    "web_gone": _("There is no such page (%(status)s). Correct the address, or remove it."),
    "web_login": _(
        "The page asks for a login (%(status)s); only what everybody can open is read. Upload it as a file."
    ),
    "web_status": _("The site answers %(status)s. Open the address in a browser, and read it again later."),
    "web_unreachable": _("The site cannot be read: %(said)s. Check the address, and read it again later."),
    "web_internal": _(
        "It is a machine of your own network. Somebody who may say where data goes can add it."
    ),
    "web_elsewhere": _("It leads to another site, %(said)s. Add that address."),
    "web_loop": _(
        "It leads from one address to the next without end. Open it in a browser, and add where it ends."
    ),
    "web_type": _(
        "It holds %(said)s, which is not read. Give the address of a page, a PDF or an Office file."
    ),
    "web_robots": _(
        "The site's robots.txt forbids to read it. Ask whoever runs the site to allow switchboard, or "
        "upload it as a file."
    ),
    "web_robots_unreadable": _(
        "The site's robots.txt cannot be read: it is too large, or leads from one address to the next "
        "without end. Ask whoever runs the site to mend it, or upload the page as a file."
    ),
    "web_noindex": _("The page says that it is not to be kept (noindex). Upload it as a file if you may."),
    "web_nothing": _(
        "No page was found there. Give the address of a page, or of a sitemap that lists pages."
    ),
    "encoding": _("Its letters cannot be read. Save it as UTF-8 and upload it again."),
}


def sentence(code: str, about: Mapping[str, Any]) -> Sentence:
    """The sentence of a code, with what it names."""
    nothing = dict.fromkeys(("pages", "ending", "found", "megabytes", "seconds", "said", "status"), "")
    return Sentence(WHY.get(code, WHY["broken"]), {**nothing, **about})
