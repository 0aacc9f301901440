"""What visitors try first without a model, in their own words (`visitors.yaml`)."""

from pathlib import Path

import pytest
import yaml

pytestmark = pytest.mark.django_db(transaction=True)
TOLD = yaml.safe_load(Path(__file__).with_name("visitors.yaml").read_text("utf-8"))


@pytest.mark.parametrize("name", TOLD)
async def test_a_visitor_is_served(talk, name):
    told = TOLD[name]
    said = talk(f"visitor-{list(TOLD).index(name)}")
    mode = {"mode": told["mode"]} if "mode" in told else {}
    for text, *wanted in told["turns"]:
        answer = await said(text, told.get("context"), agent_id=told["agent"], **mode)
        for each in wanted:
            absent = each.startswith("not ")
            assert (each.removeprefix("not ") in answer["text"]) is not absent, (text, answer["text"])
