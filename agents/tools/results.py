"""What a tool answered, read from MCP's own form."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson
from django.conf import settings
from django.utils.translation import gettext as _

from outbound.cleaning import clean
from outbound.redaction import redact, without_known

if TYPE_CHECKING:
    from mcp_types import CallToolResult

ERROR_CHARACTERS = 2000
# The MCP SDK's own words before a tool's; they stand alone where the tool crashed.
RAISED = re.compile(r"\AError executing tool [\w./-]+(?:: |\Z)")


@dataclass(frozen=True, slots=True)
class RawResult:
    """How a call ended.

    `lost`: it was sent and no usable answer says whether it was carried out; `again`: the connection broke,
    a second try is worth it; `down`: the server could not be reached, the call was certainly not made;
    `told`: `error` is what the tool itself answered.
    """

    ok: bool
    value: Any = None
    error: str = ""
    lost: bool = False
    again: bool = False
    down: bool = False
    told: bool = False

    def __post_init__(self) -> None:
        """No secret goes on from here: neither to a model nor into the record."""
        object.__setattr__(self, "error", redact(self.error))
        object.__setattr__(self, "value", without_known(self.value))


def read(result: "CallToolResult", server: str) -> RawResult:
    """Structured content if there is any, else JSON in the text, else the text."""
    value = clean(_value(result))
    if result.is_error:
        words = value if isinstance(value, str) else orjson.dumps(value).decode()
        return make_refusal(words, server)
    if len(orjson.dumps(value)) > settings.MCP_RESULT_BYTES:
        return RawResult(False, error=too_large(server), lost=True)
    return RawResult(True, value)


def make_refusal(words: str, server: str) -> RawResult:
    """What a tool answers that did not do it, in its own words where it has any.

    >>> make_refusal("Error executing tool find_loan: no loan A9", "shelf").error
    'no loan A9'
    >>> make_refusal("Error executing tool find_loan", "shelf").told
    False
    """
    words = RAISED.sub("", words.strip())[:ERROR_CHARACTERS]
    return RawResult(False, error=words or _("%s reported an error.") % server, told=bool(words))


def too_large(server: str) -> str:
    """The sentence about an answer beyond the cap."""
    kilobytes = settings.MCP_RESULT_BYTES // 1024
    return _("The answer of %(server)s is larger than %(size)s KB and was not used.") % {
        "server": server,
        "size": kilobytes,
    }


def _value(result: "CallToolResult") -> Any:
    if result.structured_content is not None and not result.is_error:
        return result.structured_content
    texts = [part.text for part in result.content if part.type == "text"]
    if not texts:
        return [part.model_dump(mode="json", exclude_none=True) for part in result.content] or None
    text = "\n".join(texts)
    if result.is_error:
        return text
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return text
