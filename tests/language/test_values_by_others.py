"""Values in 120 messages of a writer who had not seen what reads them: no fewer are read than were."""

import json
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path

from language import clock_times, days, quantities

LINES = (Path(__file__).parent / "data" / "values_by_others.jsonl").read_text("utf-8").splitlines()
# What is missed of days is past ("I was charged on Nov 22") or has a name of its own ("Christmas Day").
FLOORS = {
    "date": 52,
    "time_of_day": 36,
    "money": 29,
    "quantity": 30,
    "weight": 16,
    "length": 8,
    "percentage": 11,
}


def is_read(kind: str, value: str, text: str, today: date, language: str) -> bool:
    if kind == "date":
        return value in days.read(text, today, language)
    if kind == "time_of_day":
        return value in clock_times.read(text)
    found = [each.value for each in quantities.find(text, language)]
    found += [each for each, _start, _end in quantities.find_amounts(text)]
    number = float(value.split()[0].rstrip("%"))
    return any(abs(number - each) < 0.01 for each in found)


def test_values_that_others_wrote_are_read():
    read, missed = Counter(), defaultdict(list)
    for line in map(json.loads, LINES):
        for each in line["values"]:
            kind, value = each["kind"], each["value"]
            if kind not in FLOORS:
                continue
            if is_read(kind, value, line["text"], date.fromisoformat(line["today"]), line["lang"]):
                read[kind] += 1
            else:
                missed[kind].append((value, line["text"]))
    fewer = {kind: (read[kind], missed[kind]) for kind, floor in FLOORS.items() if read[kind] < floor}
    assert not fewer
