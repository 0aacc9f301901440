"""What stands in a file as pydantic models: an entry is one mapping, its fields say what each key is.

    class Slot(Entry):
        pattern: Text = key("", "A regular expression that recognises it.", r"P\\d{3,}")

A field is named as in a draft's row, its alias is the key of the file; the reference, the JSON Schema and the
sentences about what is wrong are made of it. A key that no field has is told, not taken.
"""

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, ClassVar, Self, TypeVar

from django.utils.translation import gettext as _
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

from studio.files.errors import BadFiles, Fault
from studio.files.nodes import Block, Items, Node, Scalar, below, plain

T = TypeVar("T")
Reader = Callable[[Any], Any]
YES_OR_NO = {"yes": True, "on": True, "no": False, "off": False}  # texts in YAML 1.2, not so before it


def key(default: Any, description: str, example: Any = None, alias: str | None = None) -> Any:
    """A key of a file: what it is when not said (`...`: it must be said), what it means, how it looks."""
    return Field(default, description=description, examples=[example], alias=alias)


def _of_nothing(node: Any) -> bool:
    return isinstance(node, Scalar) and node.value is None


def read_text(node: Any) -> str:
    if not isinstance(node, Scalar):
        raise ValueError(_("A text is expected here."))
    return "" if node.value is None else node.raw


def read_flag(node: Any) -> bool:
    value = node.value if isinstance(node, Scalar) else None
    if isinstance(value, str) and value.lower() in YES_OR_NO:
        return YES_OR_NO[value.lower()]
    if not isinstance(value, bool):
        raise ValueError(_("true or false is expected here."))
    return value


def read_number(node: Any) -> float:
    value = node.value if isinstance(node, Scalar) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(_("A number is expected here."))
    return float(value)


def read_whole(node: Any) -> int:
    value = node.value if isinstance(node, Scalar) else None
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 2**31 - 1:
        raise ValueError(_("A whole number is expected here."))
    return value


def or_nothing(reader: Reader) -> Reader:
    """The same, or nothing: `max_tokens: null`."""
    return lambda node: None if _of_nothing(node) else reader(node)


def read_words(node: Any) -> list[str]:
    """A list of texts; nothing is an empty one."""
    if _of_nothing(node):
        return []
    if not isinstance(node, Items):
        raise ValueError(_("A list of texts is expected here."))
    return [read_text(each) for each in node]


def read_texts(node: Any) -> dict[str, str]:
    """A text by language, or a word by another."""
    if _of_nothing(node):
        return {}
    if not isinstance(node, Block):
        raise ValueError(_("Texts under names are expected here, for example {pt: ..., en: ...}."))
    return {name: read_text(each) for name, each in node.items()}


def read_mapping(node: Any) -> Block | dict[str, Any]:
    found = {} if _of_nothing(node) else plain(node)
    if not isinstance(found, dict):
        raise PydanticCustomError("block", "")
    return found


def read_block(node: Any) -> dict[str, Node]:
    if not _of_nothing(node) and not isinstance(node, Block):
        raise PydanticCustomError("block", "")
    return node if isinstance(node, Block) else {}


def read_items(node: Any) -> list[Node]:
    if not _of_nothing(node) and not isinstance(node, Items):
        raise PydanticCustomError("items", "")
    return node if isinstance(node, Items) else []


def short(name: str) -> Reader:
    """An entry that may be a single word, which is then this key of it."""

    def read(node: Any) -> Any:
        if not isinstance(node, Scalar) or node.value is None:
            return node
        return Block("", node.line, given={name: node})

    return read


Text = Annotated[str, BeforeValidator(read_text)]
Flag = Annotated[bool, BeforeValidator(read_flag)]
Number = Annotated[float, BeforeValidator(read_number)]
Whole = Annotated[int, BeforeValidator(read_whole)]
MaybeFlag = Annotated[bool | None, BeforeValidator(or_nothing(read_flag))]
MaybeNumber = Annotated[float | None, BeforeValidator(or_nothing(read_number))]
MaybeWhole = Annotated[int | None, BeforeValidator(or_nothing(read_whole))]
Words = Annotated[list[str], BeforeValidator(read_words)]
Texts = Annotated[dict[str, str], BeforeValidator(read_texts)]
Anything = Annotated[Any, BeforeValidator(plain)]
Facts = Annotated[dict[str, Any], BeforeValidator(read_mapping)]
Named = Annotated[dict[str, T], BeforeValidator(read_block)]
Listed = Annotated[list[T], BeforeValidator(read_items)]


def _close(schema: dict[str, Any], model: "type[Entry]") -> None:
    """An editor marks a key that no field has, unless the format knows it."""
    schema["additionalProperties"] = model.OPEN
    for name in model.NO_PLACE:
        schema["properties"][name] = {
            "description": "Known to the format; has no place here and is not taken."
        }


def _tell_left(has_no_place: bool, path: str, name: str, known: Iterable[str]) -> str:
    """Why a key is not taken, with the key that was probably meant."""
    where = below(path, name)
    if has_no_place:
        return _("'%s' has no place here and is not taken.") % where
    ends = [each for each in sorted(known) if each.split("_")[-1] == name]
    if like := ends or get_close_matches(name, sorted(known), 1):
        words = {"key": where, "like": like[0]}
        return _("'%(key)s' is not known and is not taken. Was '%(like)s' meant?") % words
    return _("'%s' is not known and is not taken.") % where


class Entry(BaseModel):
    """One mapping of a file, with its place.

    `NO_PLACE` are keys that the format knows and this installation has no place for; `ROW` is the part of a
    draft of which it is a row; `OPEN` says that it may have any further keys.
    """

    model_config = ConfigDict(json_schema_extra=_close)
    NO_PLACE: ClassVar[tuple[str, ...]] = ()
    ROW: ClassVar[tuple[str, str]] = ("", "")
    OPEN: ClassVar[bool] = False
    _block: Block = PrivateAttr(default_factory=lambda: Block("", 0))

    @model_validator(mode="wrap")
    @classmethod
    def _place(cls, value: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo) -> Self:
        found = Block("", value.line) if _of_nothing(value) else value
        if not isinstance(found, Block):
            raise PydanticCustomError("block", "")
        context: Any = info.context
        file, note = context
        found.file = found.file or file  # where a word or nothing stands for a mapping, it is made here
        made = handler(found)
        made._block = found
        known = {field.alias or name for name, field in cls.model_fields.items()}
        for name in () if cls.OPEN else found.keys() - known:
            has_no_place = name in cls.NO_PLACE
            told = _tell_left(has_no_place, found.path, name, known)
            note("left" if has_no_place else "unknown", found.file, found.line_of(name), told)
        return made

    @property
    def file(self) -> str:
        return self._block.file

    @property
    def line(self) -> int:
        return self._block.line

    @property
    def content(self) -> Any:
        """All that stands there, as JSON."""
        return plain(self._block)

    def says(self, name: str) -> bool:
        return name in self.model_fields_set

    def line_of(self, name: str) -> int:
        return self._block.line_of(type(self).model_fields[name].alias or name)

    def place_of(self, name: str) -> str:
        return below(self._block.path, type(self).model_fields[name].alias or name)

    def fault(self, name: str, words: str) -> Fault:
        return Fault(self.file, self.line_of(name), words)

    def require_known(self, name: str, value: str, rows: Mapping[str, Any], what: str) -> str:
        """A name that must be one of these rows'; raises Fault."""
        if value not in rows:
            words = _("There is no %(what)s '%(name)s', neither here nor in the files.")
            raise self.fault(name, words % {"what": what, "name": value[:64]})
        return value

    def take(self, row: dict[str, Any]) -> None:
        """Brings what is said into a row of a draft; what is not said stays as it is."""
        for name in type(self).model_fields:
            if name in self.model_fields_set and name.rstrip("_") in row:
                row[name.rstrip("_")] = getattr(self, name)

    @classmethod
    def from_row(cls, row: Mapping[str, Any], **more: Any) -> dict[str, Any]:
        """The mapping that a file has for a row, in the order of the fields.

        `more` is what no row's field is.
        """
        values = {
            **{name: row[name.rstrip("_")] for name in cls.model_fields if name.rstrip("_") in row},
            **more,
        }
        return {
            field.alias or name: values[name] for name, field in cls.model_fields.items() if name in values
        }


M = TypeVar("M", bound=Entry)


def read(model: type[M], root: Block, note: Callable[..., None]) -> M:
    """A whole file. `note` is told what is not taken. Raises BadFiles with every fault."""
    try:
        return model.model_validate(root, context=(root.file, note))
    except ValidationError as error:
        raise BadFiles([_fault(each, root) for each in error.errors(include_url=False)]) from error


def _fault(error: Any, root: Block) -> Fault:
    """One error of pydantic's in our words: file, line, field and what was expected."""
    node: Any = root
    line, path = root.line, ""
    for each in error["loc"]:
        path = below(path, each)
        try:
            node = node[each]
        except (LookupError, TypeError):  # a key that is missing: told where the mapping begins
            continue
        line = node.line
    values = {"missing": _("Here '%s' is needed."), "block": _("'%s' is a mapping of names and values."),
            "items": _("'%s' is a list.")}  # fmt: skip
    if error["type"] in values:
        return Fault(root.file, line, values[error["type"]] % path)
    cause = error.get("ctx", {}).get("error", error["msg"])
    return Fault(root.file, line, f"{str(cause).removesuffix('.')}: {path}.")
