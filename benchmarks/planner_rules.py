"""What each rule of the planner's reading changes, on messages whose writers had seen no rule.

    python -m benchmarks.planner_rules [--show RULE]

The demo's market reads the 150 messages of `tests/planning/finance_by_others.jsonl` with all rules, and with
one switched off; names are looked up as the market's own search finds them. A line tells of each kind how
many messages come to something else without the rule; `--show` prints them, before and after.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.ablation import Off, switched

SET = Path("tests/planning/finance_by_others.jsonl")
HERE = "routing.planning.understand."
UNSERVED, NAMES, FREE = f"{HERE}unserved_request.", f"{HERE}names.", f"{HERE}entities."
LOOKS = "routing.planning.execute.looking_up."
NEVER = re.compile(r"(?!)")
RULES: Mapping[str, Off] = {
    "words for a notice in passing": ((f"{UNSERVED}find_mentioned", lambda *given: []),),
    "telling whose object nobody has": ((f"{UNSERVED}_tells_elsewhere", lambda *given: None),),
    "under a condition": ((f"{UNSERVED}_conditional", lambda *given: []),),
    "deals": ((f"{UNSERVED}_DEALS", frozenset()),),
    "an object of its own": ((f"{UNSERVED}_has_object", lambda *given: False),),
    "what stands behind 'quero'": ((f"{UNSERVED}_WISHES", {}),),
    "afterwards": ((f"{UNSERVED}_CUTS", frozenset()),),
    "a question wishes nothing": ((f"{UNSERVED}_ASKS", frozenset()),),
    "a word that some goal has": ((f"{HERE}catalogue.Vocabulary.has", lambda *given: False),),
    "a notice that is forbidden": (("language.forbidden.spans", lambda *given: []),),
    "nothing but codes": ((f"{HERE}message.find_codes", lambda text: []),),
    "codes": ((f"{NAMES}is_code", lambda word: False),),
    "compared with": ((f"{NAMES}BESIDE", frozenset()),),
    "a place": ((f"{NAMES}IN", frozenset()),),
    "to whom": ((f"{FREE}_list_addressees", lambda text, tokens: iter(())),),
    "words of an unknown name": ((f"{LOOKS}split_name", lambda text: []),),
    "several goals": ((f"{HERE}message._parts", lambda text, catalogue: [text]),),
    "a quoted mail": (("language.mail.around", lambda text: ([], [])),),
}  # fmt: skip


def main() -> int:
    import django

    parser = argparse.ArgumentParser(description="What each rule of the planner's reading changes.")
    parser.add_argument("--show", default="", help="a rule whose messages are printed")
    show = parser.parse_args().show
    django.setup()
    lines = [json.loads(line) for line in SET.read_text(encoding="utf-8").splitlines()]
    whole = {each["text"]: _read(each["text"]) for each in lines}
    for name, off in RULES.items():
        with switched(off):
            without = {each["text"]: _read(each["text"]) for each in lines}
        changed = [each for each in lines if without[each["text"]] != whole[each["text"]]]
        kinds = Counter(each["kind"] for each in changed)
        print(f"{name:<34}{', '.join(f'{kind} {count}' for kind, count in sorted(kinds.items())) or '–'}")
        for each in changed if name == show else ():
            text = each["text"]
            print(f"  {text}\n    with     {whole[text]}\n    without  {without[text]}")
    return 0


def _read(text: str) -> str:
    """What a message comes to: what is told, what is asked, and each step with what was looked up."""
    from outbound import runtime
    from routing.planning.dialogue.deciding import is_talk, needs_asking
    from routing.planning.execute import looking_up
    from routing.planning.plan.composing import compose
    from routing.planning.understand import parameters
    from routing.planning.understand.message import read_goals, read_only_named
    from tests.planning.test_unserved import WORLDS

    market = WORLDS["finance"]
    heard, also = read_goals(text, market)
    intent = heard.intent
    if is_talk(intent) and not heard.unserved:
        intent = read_only_named(text, market) or intent
    came = [f"told {each}" for each in heard.unserved]
    if is_talk(intent):
        return "; ".join([*came, "talk"])
    came += ["asked"] * needs_asking(intent)
    for step in compose(parameters.resolve_all((intent, *also), market), market).steps:
        capability = market.capability(step.domain, step.capability)
        assert capability is not None
        filled = looking_up.fill(parameters.fit(step.params, capability), capability, _search)
        values, _looked, asks = runtime.run(filled, 10)
        about = dict(asks.metadata) if asks is not None else {}
        came.append(f"{step.capability} {values} {about.get('resolution', '')}".strip())
    return "; ".join(came)


async def _search(by: str, text: str) -> Any:
    from demo.servers import finance
    from routing.planning.specs import DomainOutput

    found = finance.search_symbol({"query": text}, "pt")
    return DomainOutput(found["status"], found.get("result"))


if __name__ == "__main__":
    sys.exit(main())
