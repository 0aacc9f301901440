"""`benchmarks.mutants` changes one place, and the one that is named."""

import ast

from benchmarks.mutants import SAMPLE, Mutant, _Walk, choose

CODE = """
def is_near(distance, limit=3):
    if distance == limit and not far():
        return True
    return distance < limit
"""


def changed(wanted: Mutant | None = None) -> tuple[_Walk, str]:
    walk, tree = _Walk("a.py", wanted), ast.parse(CODE)
    walk.visit(tree)
    return walk, ast.unparse(ast.fix_missing_locations(tree))


def test_every_place_is_found_and_one_is_changed():
    walk, code = changed()
    found = {f"{each.before} -> {each.after}" for each in walk.found}
    assert code == ast.unparse(ast.parse(CODE))
    assert found >= {
        "distance == limit -> distance != limit", "distance < limit -> distance <= limit",
        "distance == limit and (not far()) -> distance == limit or not far()", "not far() -> far()",
        "return True -> return None", "True -> False",
    }  # fmt: skip
    for each in walk.found:
        walk, code = changed(each)
        assert walk.done and code != ast.unparse(ast.parse(CODE))


def test_the_most_special_tests_run_as_many_as_time_allows():
    notes = {"wide": (1.0, ["f", "g"]), "narrow": (20.0, ["f"]), "long": (29.5, ["f"]), "other": (1.0, ["g"])}
    assert choose(notes, "f") == ["narrow"]
    assert len(SAMPLE.read_text().splitlines()) == 300
