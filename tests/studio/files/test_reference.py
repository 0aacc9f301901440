"""What is made of the models: the page, the schemas for editors, and the small company to begin from."""

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.management import CommandError, call_command
from ruamel.yaml import YAML

from releases.authored_rows import make_row
from studio.files.catalogue import KINDS, kind_of
from studio.files.entry import Entry
from studio.files.plan import list_tables
from studio.files.reference import make_schemas, write_reference
from studio.management.commands.config_reference import PAGE
from studio.management.commands.new_config import STARTER
from tests.parts.phrases import try_each
from tests.studio.files.seed import FOLDER

# A new row of which the file's default is another one.
OTHERWISE = {("ServerEntry", "transport"), ("SpecialistEntry", "version")}


def entries(model: Any) -> Iterator[type[Entry]]:
    """A model and all that stand in it."""
    if isinstance(model, type) and issubclass(model, Entry):
        yield model
        for field in model.model_fields.values():
            yield from entries(field.annotation)
    for each in getattr(model, "__args__", ()):
        yield from entries(each)


TABLES = list_tables()
MODELS_OF_FILES = sorted(
    {each for kind in KINDS for each in entries(kind.model)}, key=lambda each: each.__name__
)


def test_the_page_is_what_the_models_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == write_reference(), "run manage.py config_reference"


@try_each("model", MODELS_OF_FILES)
def test_every_key_says_what_it_means(model: type[Entry]) -> None:
    for name, field in model.model_fields.items():
        assert field.description and field.examples, name
    assert model.__doc__ and model.__doc__ != Entry.__doc__


@try_each("model", [each for each in MODELS_OF_FILES if each.ROW in TABLES])
def test_a_default_is_what_a_new_row_has(model: type[Entry]) -> None:
    row, compared = make_row(TABLES[model.ROW]), 0
    for name, field in model.model_fields.items():
        if name.rstrip("_") in row and (model.__name__, name) not in OTHERWISE:
            assert field.default == row[name.rstrip("_")], name
            compared += 1
    assert compared or model.__name__ == "ManifestFile"


def yaml_of(path: Path) -> Any:
    return json.loads(path.read_text()) if path.suffix == ".json" else YAML(typ="safe").load(path.read_text())


@try_each("home", [FOLDER, STARTER], ids=["of the format", "to begin from"])
def test_the_schemas_hold_for_files_that_are_read(home: Path) -> None:
    made = make_schemas()
    for path in sorted(home.rglob("*.yaml")):
        kind = kind_of(path.relative_to(home).as_posix())
        assert kind is not None
        checker = jsonschema.Draft202012Validator(made[f"{kind.name.rsplit('.', 1)[0]}.schema.json"])
        wrong = [error.message for error in checker.iter_errors(yaml_of(path))]
        assert [each for each in wrong if "'owner'" not in each] == [], path  # the one key that is not known


def test_a_schema_marks_a_key_that_is_not_known_and_a_value_of_another_type() -> None:
    checker = jsonschema.Draft202012Validator(make_schemas()["routing.schema.json"])
    assert not checker.is_valid({"intents": [{"name": "a", "priorty": 1}]})
    assert not checker.is_valid({"intents": [{"name": "a", "priority": "soon"}]})
    assert checker.is_valid({"intents": [{"name": "a", "priority": 1, "examples": ["x", {"text": "y"}]}]})


def test_the_schemas_are_written_into_a_folder(tmp_path: Path) -> None:
    call_command("config_schema", str(tmp_path), stdout=StringIO())
    assert json.loads((tmp_path / "domains.bootstrap.schema.json").read_text())["type"] == "array"
    assert len(list(tmp_path.iterdir())) == len(KINDS)


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CommandError, match="is not empty"):
        call_command("new_config", str(tmp_path), stdout=StringIO())
