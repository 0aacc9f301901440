"""Calls of tools that a package runs in this process. A call gets what the turn knows of who asks."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import orjson
from django.conf import settings

from agents import plugin_settings, toolboxes
from agents.errors import ServerFailed
from agents.platform_tools import PlatformCall
from agents.tools.discovered_tools import MOST_TOOLS, FoundTool
from agents.tools.results import RawResult, too_large
from outbound.cleaning import clean
from outbound.sentences import Sentence as _

logger = logging.getLogger(__name__)


def list_tools(name: str) -> list[FoundTool]:
    """What a toolbox offers; raises `ServerFailed`."""
    box = toolboxes.TOOLBOXES.get(name)
    if box is None:
        raise ServerFailed(name, toolboxes.missing(name))
    return [each for each in list(box.tools)[: MOST_TOOLS + 1] if isinstance(each, FoundTool)]


async def call(name: str, request: PlatformCall, stated: Mapping[str, Any], seconds: float) -> RawResult:
    """Calls a tool once, within so many seconds, with what the company said of the toolbox.

    What goes wrong is in the result.
    """
    box = toolboxes.TOOLBOXES.get(name)
    if box is None:
        return RawResult(False, error=toolboxes.missing(name), down=True)
    try:
        async with asyncio.timeout(seconds):
            value = clean(
                await box.call(replace(request, settings=plugin_settings.fill_settings(box, stated)))
            )
        size = len(orjson.dumps(value))
    except TimeoutError:
        words = _("%(server)s did not answer within %(seconds)g s.")
        return RawResult(False, error=words % {"server": name, "seconds": round(seconds, 1)}, lost=True)
    except Exception as error:  # whatever a stranger's code does
        logger.exception("The tool %s of %s failed.", request.tool, name)
        return RawResult(False, error=f"{request.tool}: {type(error).__name__}", lost=True)
    if size > settings.MCP_RESULT_BYTES:
        return RawResult(False, error=too_large(name), lost=True)
    return RawResult(True, value)
