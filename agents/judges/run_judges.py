"""The judges of an answer, side by side, each within its time.

judged = await run_judges.judge_answer(specs, "It is due on the 10th.", context, resources, results, authored)
judged.results, judged.missing           # scores; why there is none: {"tone": "no model is connected"}
"""

import asyncio
import inspect
import logging
import zlib
from collections.abc import Iterable, Sequence
from functools import partial

from agents import grounds, plugin_settings
from agents.errors import NotJudged
from agents.judges.base import AboutAnswer, JudgeOfAnswers
from agents.judges.by_model import ByModel
from agents.judges.catalogue import JUDGES
from agents.judges.scoring import Scorer, sum_usage
from agents.llm.choose import model_for
from agents.resources import Resources
from agents.specialists.task import Judged
from agents.specs import JudgeSpec
from conversations.turn import JudgeResult, ToolResult, TurnContext

logger = logging.getLogger(__name__)
POINT = "judge"


def find_judge(spec: JudgeSpec) -> JudgeOfAnswers | None:
    """Who judges for a row: a model by the row's own prompt, else the one of this name."""
    if spec.prompt:
        return ByModel(spec.name, spec.prompt, spec.scale)
    return JUDGES.get(spec.name)


def is_sampled(spec: JudgeSpec, turn_id: str) -> bool:
    """Whether a turn is among the share that a judge looks at; the same turn always is, or never."""
    return spec.share >= 100 or zlib.crc32(f"{spec.name}:{turn_id}".encode()) % 100 < spec.share


async def judge_answer(
    specs: Iterable[JudgeSpec],
    answer: str,
    context: TurnContext,
    resources: Resources,
    results: Sequence[ToolResult],
    authored: Iterable[str] = (),
) -> Judged:
    """What these judges say of an answer; `results` are its turn's, `authored` what business users wrote."""
    known = [(spec, judge) for spec in specs if (judge := find_judge(spec)) is not None]
    if not known:
        return Judged()
    written, messages = tuple(authored), grounds.of_conversation(context)
    utterance, found = context.request.utterance, grounds.answers_of(results)
    scorers = [
        Scorer(
            partial(model_for, resources, None, POINT),
            answer,
            utterance.text,
            utterance.language,
            found,
            spec.seconds,
        )
        for spec, _ in known
    ]
    made = await asyncio.gather(
        *(
            _judge(judge, spec, answer, AboutAnswer(
                utterance.language, spec.threshold, results, messages, written, scorer.ask,
                plugin_settings.fill_settings(judge, resources.settings_of(f"judges:{spec.name}")),
            ))
            for (spec, judge), scorer in zip(known, scorers, strict=True)
        )
    )  # fmt: skip
    missing = {spec.name: each for (spec, _), each in zip(known, made, strict=True) if isinstance(each, str)}
    results_of = tuple(each for each in made if isinstance(each, JudgeResult))
    to_person = frozenset(spec.name for spec, _ in known if spec.person)
    return Judged(results_of, missing, sum_usage(scorers), to_person)


async def _judge(
    judge: JudgeOfAnswers, spec: JudgeSpec, answer: str, about: AboutAnswer
) -> JudgeResult | str:
    """A judge's result, or why it has none: what somebody else's package raises ends no turn."""
    try:
        async with asyncio.timeout(spec.seconds):
            result = judge.judge(answer, about)
            return await result if inspect.isawaitable(result) else result
    except NotJudged as error:
        return str(error)
    except TimeoutError:
        return f"not done in {spec.seconds:g} s"
    except Exception as error:
        logger.exception("Judge %s failed.", spec.name)
        return f"the judge failed: {type(error).__name__}"
