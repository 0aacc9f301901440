"""Two made-up small worlds with nothing in common: a library in English, a bakery in Portuguese.

The offline model must hold the same conversations in both, because it knows neither.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from agents.intent_slices import IntentSlice, Target
from agents.llm.events import TextPiece, ToolCall
from agents.llm.offline.model import OfflineModel
from agents.llm.request import ModelRequest, ReleaseSlice, ToolOffer
from agents.specs import ParameterSpec, SlotSpec, ToolSpec
from conversations.turn import ToolResult


@dataclass(frozen=True)
class World:
    """One world, and the words in which the same things are said there."""

    language: str
    own: IntentSlice
    act: IntentSlice
    target: Target
    tools: dict[str, ToolSpec]
    slots: dict[str, SlotSpec]
    value: str
    record: dict[str, Any]
    shown: tuple[str, ...]  # what an answer from `record` must contain
    asks: str  # own intent, no value
    asks_with_value: str
    asks_both: str  # own and the target's, in one message
    asks_other: str  # only the target's
    wants_act: str
    asks_field: str
    field_value: str
    states_name: str
    asks_name: str
    foreign: str
    words: dict[str, str] = field(default_factory=dict)

    @property
    def read_tool(self) -> str:
        return self.own.prefetch[0]

    @property
    def act_tool(self) -> str:
        return self.act.offer[0]

    def slice(self, text: str, **changes: Any) -> ReleaseSlice:
        made = ReleaseSlice(
            agent=self.own.agent, language=self.language, text=text, intents=(self.own, self.act),
            targets=(self.target,), slots=self.slots, tools=self.tools,
        )  # fmt: skip
        return replace(made, **changes)

    def found(self, tool: str = "", **changes: Any) -> ToolResult:
        made = ToolResult(tool or self.read_tool, "s", True, self.record, metadata={"arguments": {}})
        return replace(made, **changes)


def param(name: str, **more: Any) -> ParameterSpec:
    return ParameterSpec(name, "resource", **more)


LIBRARY = World(
    language="en",
    own=IntentSlice("loan_status", "desk", "when a loan is due", ("loan", "due back", "borrowed"),
        ("find_loan",)),
    act=IntentSlice("renewal", "desk", "renewing a loan", ("renew", "extend"), (),
        ("renew_loan", "return_loan")),
    target=Target("happenings", "Happenings", "readings and courses",
        (IntentSlice("readings", "happenings", "", ("reading", "workshop")),)),
    tools={
        "find_loan": ToolSpec(
            "find_loan", "shelf", {"en": "looking up the loan"},
            parameters=(param("loan_id"), ParameterSpec("card", "identity")),
            say={"en": "“{title}” is due on {due_date}. Fee so far: {fee}. Notes: {notes}."},
        ),
        "renew_loan": ToolSpec(
            "renew_loan", "shelf", {"en": "renewing the loan"}, read_only=False, confirm=True,
            parameters=(param("loan_id"), ParameterSpec("reason")), say={"en": "Renewed until {until}."},
        ),
        "return_loan": ToolSpec("return_loan", "shelf", {"en": "handing back the book"}, read_only=False,
                                parameters=(param("loan_id"),)),
    },
    slots={"loan_id": SlotSpec("loan_id", r"L\d{3}", {"en": "the loan number"}, "L001")},
    value="L204",
    record={"found": True, "title": "Dune", "due_date": "2026-03-10", "fee": 1234.5, "notes": ""},
    shown=("Dune", "2026-03-10", "1,234.50"),
    asks="When is my loan due back?",
    asks_with_value="When is my loan L204 due back?",
    asks_both="When is my loan L204 due back and where is the reading tonight?",
    asks_other="Is there a workshop?",
    wants_act="I want to renew my book L204",
    asks_field="and the fee?",
    field_value="1,234.50",
    states_name="Hi, my name is Ada Byron and I have a question",
    asks_name="What was my name again?",
    foreign="purple elephants",
)  # fmt: skip

BAKERY = World(
    language="pt",
    own=IntentSlice("encomenda", "balcao", "situação de encomendas", ("encomenda", "bolo"),
        ("ver_encomenda",)),
    act=IntentSlice("mudanca", "balcao", "mudar encomendas", ("mudar", "adiar", "suspender"), (),
                    ("adiar_encomenda", "suspender_encomenda")),
    target=Target("cursos", "Cursos", "aulas de pão",
        (IntentSlice("aulas", "cursos", "", ("aula", "curso")),)),
    tools={
        "ver_encomenda": ToolSpec(
            "ver_encomenda", "forno", {"pt": "consultando a encomenda"},
            parameters=(param("numero", key="encomenda_num"),),
            say={"pt": "O {produto} sai em {entrega} por R$ {preco}. Recados: {recados}."},
        ),
        "adiar_encomenda": ToolSpec(
            "adiar_encomenda", "forno", {"pt": "adiando a encomenda"}, read_only=False, confirm=True,
            parameters=(param("numero", key="encomenda_num"), ParameterSpec("motivo")),
            say={"pt": "Ficou para {dia}."},
        ),
        "suspender_encomenda": ToolSpec("suspender_encomenda", "forno", {"pt": "suspendendo tudo"},
                                        read_only=False,
                                        parameters=(param("numero", key="encomenda_num"),)),
    },
    slots={"encomenda_num": SlotSpec("encomenda_num", r"B-\d{2}", {"pt": "o número da encomenda"}, "B-01")},
    value="B-77",
    record={"found": True, "produto": "bolo de milho", "entrega": "2026-03-10", "preco": 1234.5,
        "recados": []},
    shown=("bolo de milho", "10/03/2026", "1.234,50"),
    asks="Cadê minha encomenda?",
    asks_with_value="Cadê minha encomenda B-77?",
    asks_both="Cadê minha encomenda B-77 e quando começa o curso de pão?",
    asks_other="Tem aula no sábado?",
    wants_act="Quero adiar a B-77",
    asks_field="e o preço?",
    field_value="1.234,50",
    states_name="Oi, meu nome é Ana Souza e tenho uma dúvida",
    asks_name="Qual foi meu nome informado no começo?",
    foreign="elefantes roxos",
)  # fmt: skip

WORLDS = (LIBRARY, BAKERY)


@dataclass(frozen=True)
class Said:
    """What the model did with one call."""

    text: str
    calls: tuple[ToolCall, ...]

    @property
    def call(self) -> ToolCall:
        assert len(self.calls) == 1, self
        return self.calls[0]


async def say(
    part: ReleaseSlice,
    *history: str,
    messages: tuple[BaseMessage, ...] = (),
    tools: tuple[str, ...] | None = None,
) -> Said:
    """One call of the offline model; `history` alternates user and specialist, oldest first."""
    past = [HumanMessage(text) if n % 2 == 0 else AIMessage(text) for n, text in enumerate(history)]
    offered = tools if tools is not None else (*part.tools, "ask_user", "request_handoff")
    request = ModelRequest(
        (*past, HumanMessage(part.text), *messages), tuple(ToolOffer(name) for name in offered), part
    )
    text, calls = "", []
    async for event in OfflineModel().stream(request):
        match event:
            case TextPiece():
                text += event.text
            case ToolCall():
                calls.append(event)
    return Said(text, tuple(calls))
