"""In which letters a value is found, and how often."""

from language import slots
from tests.parts.phrases import try_each


@try_each(
    ("pattern", "text", "found"),
    [
        (r"(?:order )?(?P<value>R\d+)", "it is order r10", ["R10"]),
        (r"(?i)P\d{3}", "p100", ["P100"]),
        (r"(?i:P\d{3})|Q\d", "p100", ["P100"]),
        (r"ORDER (?P<value>(?:r|s)\d+)", "order r10", ["r10"]),
        (r"[A-Za-z]{2}\d{2}", "ab12 and AB12, and cd34", ["ab12", "cd34"]),
        ("(?:Oslo|Bergen)", "bergen", ["bergen"]),
        (r"(?P<a>X)(?P<value>R\d(?P=a))", "xr1x", ["R1X"]),
    ],
)
def test_a_value_is_spelled_as_the_letters_of_its_own_pattern(pattern, text, found):
    assert slots.find_all(pattern, text) == found
