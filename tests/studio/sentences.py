"""Reads sentences out of source, templates and catalogues with nothing but Python.

Gettext's tools may be missing.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation.template import templatize

CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
IN_CONTEXT = {"pgettext", "pgettext_lazy"}
CONTEXT = "\x04"  # between a context and its sentence, as compiled catalogues have it
CALL = re.compile(r"""\b(?:_|n?gettext(?:_lazy)?)\(\s*(u?'(?:[^'\\]|\\.)*'|u?"(?:[^"\\]|\\.)*")""")
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z%]|\{\w*\}")


def in_file(path: Path) -> set[str]:
    """The sentences of one Python file or template."""
    text = path.read_text(encoding="utf-8")
    return set(_in_python(text) if path.suffix == ".py" else _in_template(text))


def _in_python(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in CALLS and isinstance(node.args[0].value, str):
                yield node.args[0].value
            elif name in IN_CONTEXT:
                yield CONTEXT.join(ast.literal_eval(each) for each in node.args[:2])


def _in_template(text: str) -> Iterator[str]:
    if "i18n" in text:
        yield from (ast.literal_eval(found) for found in CALL.findall(templatize(text)))


def in_folders(*folders: Path) -> set[str]:
    """All sentences below some folders."""
    files = (
        path for folder in folders for kind in ("*.py", "*.html", "*.txt") for path in folder.rglob(kind)
    )
    return {sentence for path in files for sentence in in_file(path)} - {""}


def catalogue(path: Path) -> dict[str, tuple[str, ...]]:
    """Sentence -> translation, or its plural forms; the header is the entry ''."""
    entries: dict[str, tuple[str, ...]] = {}
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        fields: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if line.startswith("#"):
                continue
            if not line.startswith('"'):
                name, line = line.split(" ", 1)
            fields[name] = fields.get(name, "") + ast.literal_eval(line)
        said = tuple(text for name, text in sorted(fields.items()) if name.startswith("msgstr"))
        context = fields["msgctxt"] + CONTEXT if "msgctxt" in fields else ""
        entries[context + fields["msgid"]] = said
    return entries


def placeholders(text: str) -> list[str]:
    """What a sentence is filled with.

    >>> placeholders("%(n)s changes of {name}")
    ['%(n)s', '{name}']
    """
    return sorted(PLACEHOLDER.findall(text))
