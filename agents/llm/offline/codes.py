"""What a line names that something may be registered under: a word with a digit, no day or time."""

import re

from language import clock_times, days

CODE = re.compile(r"(?<![\w.,/-])(?=[^\s]*\d)\w+(?:[-./]\w+)*")


def find_all(line: str) -> list[str]:
    """The codes of a line, as they are written; those with letters where there are any.

    >>> find_all("which 2 vaccines has P7?")
    ['P7']
    """
    taken = [(each.start, each.end) for each in clock_times.find(line)]
    taken += days.list_spans(line)
    found = [
        match[0]
        for match in CODE.finditer(line)
        if not any(start < match.end() and match.start() < end for start, end in taken)
    ]
    return [each for each in found if any(map(str.isalpha, each))] or found
