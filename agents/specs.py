"""What a release says about those who do the work: frozen, loaded once, shared by all turns.

Texts in several languages are mappings {"pt": ..., "es": ..., "en": ...}.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from language import slots

Texts = Mapping[str, str]
Source = Literal["identity", "claimed", "resource", "free", "default"]
CollectionKind = Literal["company", "public", "personal"]
Phase = Literal["input", "retrieval", "tool", "output"]
"""What a guardrail reads: a message, passages of documents, results of tools, an answer."""


def in_language(texts: Texts, language: str) -> str:
    """The text in this language, else in any it was written in, else empty.

    >>> in_language({"pt": "o pedido", "en": ""}, "en")
    'o pedido'
    """
    return texts.get(language) or next((text for text in texts.values() if text), "")


_INNER_CAPITAL = re.compile(r"(?<=[a-z0-9])[A-Z][a-z]*")


def in_words(name: str) -> str:
    """A program's name as people read it.

    >>> in_words("student_id"), in_words("dueDate"), in_words("customerID")
    ('student id', 'due date', 'customer ID')
    """
    spaced = name.replace("_", " ").replace("-", " ").strip()
    return _INNER_CAPITAL.sub(lambda found: f" {found[0].lower() if len(found[0]) > 1 else found[0]}", spaced)


@dataclass(frozen=True, slots=True)
class SlotSpec:
    """A value a user can be asked for, for example an order number.

    `pattern` is a regular expression read from the user's words (case folded); `label` completes
    "please tell me ..."; `example` is shown in the question.
    """

    name: str
    pattern: str
    label: Texts = field(default_factory=dict)
    example: str = ""


@dataclass(frozen=True, slots=True)
class ParameterSpec:
    """One parameter of a tool and where its value comes from.

    `key` is the identity key or the slot's name (the parameter's own name when empty); `default` is used by
    source `default`, and by the others when nothing else is known. `claimed` is the identity where it is
    proven, else what the user says of it (ADR 83).
    """

    name: str
    source: Source = "free"
    key: str = ""
    required: bool = True
    type: str = "string"
    description: str = ""
    label: Texts = field(default_factory=dict)
    default: Any = None

    @property
    def known_as(self) -> str:
        return self.key or self.name

    @property
    def is_asked(self) -> bool:
        """Whether the user is asked for it where nothing else says it."""
        return self.source in ("resource", "claimed")

    @property
    def is_left_to_model(self) -> bool:
        """Whether a call needs it and nobody but a model can say it."""
        return self.required and self.source == "free" and self.default is None

    @property
    def is_named(self) -> bool:
        """Whether it says which thing the user means, and not who they are."""
        return self.source == "resource"

    @property
    def is_of_writer(self) -> bool:
        """Whether it says who writes: proven, or claimed."""
        return self.source in ("identity", "claimed")


A_MONTH = "2026-11"  # as months are written
# Last words of the names under which servers take what something is registered under.
IDENTIFIERS = {"id", "uuid", "code", "number", "identifier", "ref", "reference", "codigo", "numero"}
SHORT_LABEL = 4  # words of a description that may stand before a value


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as authored: where it lives, what it needs, whether it changes the world.

    `say` are answer templates by language for the offline model, with {fields} of the result; `confirm` asks
    the user for a yes first (a `confirmation` question); `next_state` is set when it worked. `permission`
    names what the user must allow once in the conversation; tools that need the same one share it.
    `cache_seconds`: for how long its result may be used again for the same person (0: never; only of one that
    reads).
    """

    name: str
    server: str
    title: Texts = field(default_factory=dict)
    description: str = ""
    read_only: bool = True
    confirm: bool = False
    confirm_text: Texts = field(default_factory=dict)
    permission: str = ""
    parameters: tuple[ParameterSpec, ...] = ()
    schema: Mapping[str, Any] = field(default_factory=dict)
    say: Texts = field(default_factory=dict)
    next_state: str = ""
    enabled: bool = True
    cache_seconds: int = 0

    def schema_of(self, parameter: ParameterSpec) -> Mapping[str, Any]:
        """What the schema says of a parameter; nothing where it says nothing."""
        found: Mapping[str, Any] = self.schema.get("properties", {}).get(parameter.name, {})
        return found

    def longest_of(self, parameter: ParameterSpec) -> int:
        """How many characters the schema allows a text; 0 where it says nothing."""
        return int(self.schema_of(parameter).get("maxLength") or 0)

    def label_of(self, parameter: ParameterSpec, language: str) -> str:
        """What people call a parameter: its label, its schema's title, a short description, or its name.

        A title that only repeats the name is a library's (pydantic's "Order Id") and counts as none.
        """
        if label := in_language(parameter.label, language):
            return label
        schema = self.schema_of(parameter)
        about = str(parameter.description or schema.get("description") or "").split(".")[0].split(",")[0]
        short = about.split("(")[0].strip() if len(about.split("(")[0].split()) <= SHORT_LABEL else ""
        title = str(schema.get("title") or "").strip()
        repeats = title.casefold() == parameter.name.replace("_", " ").casefold()
        said = short or parameter.name if repeats or not title else title
        return in_words(said) if said == parameter.name or "_" in said else said

    def _describe(self, parameter: ParameterSpec) -> str:
        return f"{parameter.description} {self.schema_of(parameter).get('description', '')}"

    def is_identifier(self, parameter: ParameterSpec) -> bool:
        """Whether a parameter is what something is registered under, by its name, format or description.

        `pet_id`, `orderNumber`; a description that says "name or id" takes names too.
        """
        schema = self.schema_of(parameter)
        if schema.get("format") == "uuid":
            return True
        spelled = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", parameter.name).lower().split("_")
        about = self._describe(parameter).lower()
        described = re.search(r"\b(?:id|uuid|identifier)\b", about)
        named = re.search(r"\b(?:or|name)\b", about)
        return spelled[-1] in IDENTIFIERS or bool(described and not named)

    def is_day(self, parameter: ParameterSpec) -> bool:
        """Whether a parameter is a day, by its schema."""
        schema = self.schema_of(parameter)
        about = f"{self._describe(parameter)} {schema.get('pattern', '')}"
        signs = ("YYYY-MM-DD", "ISO 8601", r"\d{4}-")
        said = schema.get("format") == "date" or any(sign in about for sign in signs)
        return said and not self.is_month(parameter)

    def is_month(self, parameter: ParameterSpec) -> bool:
        """Whether a parameter is a month, by its schema or its description: `YYYY-MM` without a day."""
        about = self._describe(parameter)
        takes = slots.takes_only(str(self.schema_of(parameter).get("pattern") or ""), A_MONTH)
        return takes or ("YYYY-MM" in about and "YYYY-MM-DD" not in about)

    def is_time(self, parameter: ParameterSpec) -> bool:
        """Whether a parameter is a time of day, by its schema: `format: time`, or hours and minutes alone."""
        schema = self.schema_of(parameter)
        about = f"{self._describe(parameter)} {schema.get('pattern', '')}"
        written = any(sign in about for sign in ("HH:MM", "hh:mm", "HH:mm", "24-hour", ":[0-5]"))
        return not self.is_day(parameter) and (schema.get("format") == "time" or written)

    def is_text(self, parameter: ParameterSpec) -> bool:
        """Whether a parameter takes any words: no choice, day, time, number, or pattern."""
        schema = self.schema_of(parameter)
        closed = schema.get("enum") or schema.get("pattern") or schema.get("format")
        timed = self.is_day(parameter) or self.is_time(parameter) or self.is_month(parameter)
        named = closed or timed or self.is_code(parameter)
        return (schema.get("type") or parameter.type) == "string" and not named

    def is_code(self, parameter: ParameterSpec) -> bool:
        """Whether it looks something up by this alone, which is an identifier: no other words say it."""
        names = [each.name for each in self.parameters if each.is_left_to_model and self.is_identifier(each)]
        return self.read_only and names == [parameter.name]


@dataclass(frozen=True, slots=True)
class ServerSpec:
    """An MCP server. Its address and secret are operational and not part of a release."""

    name: str
    transport: str = "streamable_http"
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class LLMSpec:
    """A model profile. Base URL, key and extra headers are operational and not part of a release.

    What is empty is left to the provider. `limit_name` is how the model calls `max_tokens` where its
    provider's usual name is refused; `can_force_tools` False: it is asked to call a tool in words, because it
    refuses to be made to; `extra_body` is sent as it is. `reads_pictures` and `reads_documents` (PDF): such
    files of a message are handed to it. `fallback` names the profile that answers when this one fails.
    """

    name: str
    provider: str = "openai"
    model: str = ""
    temperature: float | None = None
    max_tokens: int | None = None
    top_p: float | None = None
    timeout_seconds: float = 30.0
    reasoning_effort: str = ""
    seed: int | None = None
    stop: tuple[str, ...] = ()
    parallel_tool_calls: bool | None = None
    can_force_tools: bool = True
    reads_pictures: bool = False
    reads_documents: bool = False
    limit_name: str = ""
    organization: str = ""
    response_format: Mapping[str, Any] = field(default_factory=dict, hash=False)
    extra_body: Mapping[str, Any] = field(default_factory=dict, hash=False)
    fallback: str = ""


@dataclass(frozen=True, slots=True)
class PromptPolicySpec:
    """What every specialist's prompt begins with, and what its answers must not say."""

    name: str
    version: str = "1"
    system_prefix: str = ""
    style: str = ""
    forbidden_phrases: tuple[str, ...] = ()
    preferred: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SpecialistSpec:
    """A specialist: the live version of its prompt, its model, and whom it may hand over to."""

    name: str
    display_name: str = ""
    purpose: str = ""
    role: str = ""
    objective: str = ""
    context: str = ""
    prompt_version: int = 1
    llm: str = ""  # an LLM profile's name; empty: the point `default`
    targets: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()  # offered whatever the intent (the single agent's)
    forward: bool = False  # its words stay as they are when several answers are joined
    max_runs: int = 1  # in one turn of mode supervised
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class RailSpec:
    """A guardrail switched on for a profile; `attempts`: how often the model is asked again at most.

    Of one that waits for somebody else: `seconds` that it may take, `fail_closed` whether the text is refused
    where it has no answer by then, `threshold` from which score on, 0 to 1, something is found; `confirms`
    names the check on whose findings it is the second opinion (empty: it reads every text).
    """

    code: str
    phase: Phase = "input"
    action: str = "sanitize"
    settings: Mapping[str, Any] = field(default_factory=dict)
    polite: Texts = field(default_factory=dict)
    attempts: int = 1
    confirms: str = ""
    seconds: float = 5.0
    fail_closed: bool = False
    threshold: float = 0.5

    @property
    def asks_again(self) -> bool:
        """Whether the model is to write an answer anew in which this finds something."""
        return self.phase == "output" and self.action in ("retry", "handover")


@dataclass(frozen=True, slots=True)
class JudgeSpec:
    """A judge switched on for a profile; `threshold` is 0 to 1.

    `fail_closed`: an answer below it does not leave; `person`: a person takes over then. With a `prompt` a
    model scores, 0 to `scale`. `share` of answers in percent that it looks at, `seconds` that it may take.
    """

    name: str
    threshold: float = 0.6
    fail_closed: bool = False
    person: bool = False
    prompt: str = ""
    scale: int = 10
    share: int = 100
    seconds: float = 10.0


@dataclass(frozen=True, slots=True)
class CollectionSpec:
    """A collection as it was published: its documents are those of `revision`.

    `specialists`: empty for everyone.
    """

    name: str
    title: str = ""
    description: str = ""
    kind: CollectionKind = "company"
    specialists: tuple[str, ...] = ()
    threshold: float = 0.5
    enabled: bool = True
    revision: int = 0
    documents: int = 0

    def serves(self, specialist: str) -> bool:
        """Whether a specialist may look into it."""
        return self.enabled and (not self.specialists or specialist in self.specialists)


@dataclass(frozen=True, slots=True)
class AgentsSection:
    """The part of a release that this room owns; everything by name.

    `points` maps default, judge ... to LLM names, `plugins` what packages add ("tiers:almanac") to what the
    company says of it.
    """

    specialists: Mapping[str, SpecialistSpec] = field(default_factory=dict)
    tools: Mapping[str, ToolSpec] = field(default_factory=dict)
    servers: Mapping[str, ServerSpec] = field(default_factory=dict)
    llms: Mapping[str, LLMSpec] = field(default_factory=dict)
    points: Mapping[str, str] = field(default_factory=dict)
    slots: Mapping[str, SlotSpec] = field(default_factory=dict)
    policies: Mapping[str, PromptPolicySpec] = field(default_factory=dict)
    rails: Mapping[str, RailSpec] = field(default_factory=dict)
    judges: Mapping[str, JudgeSpec] = field(default_factory=dict)
    collections: Mapping[str, CollectionSpec] = field(default_factory=dict)
    plugins: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


TEXT = (
    "text"  # what a question calls the text that an intent works on (`takes_text`); no slot has its pattern
)
