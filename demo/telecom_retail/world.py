"""The company as a whole: its profiles, what checks them, and where questions lead."""

from agents.specs import JudgeSpec, PromptPolicySpec, RailSpec
from demo.assistente_virtual import intents as techsolutions_intents
from demo.assistente_virtual import specialists as techsolutions
from demo.assistente_virtual import tools as techsolutions_tools
from demo.finance import world as finance
from demo.qahelper import intents as qahelper_intents
from demo.qahelper import specialists as qahelper
from demo.qahelper import tools as qahelper_tools
from demo.servicenow import intents as servicenow_intents
from demo.servicenow import specialists as consultancy
from demo.servicenow import tools as servicenow_tools
from demo.shape import World
from demo.telecom_retail.backends import BACKENDS
from demo.telecom_retail.intents import BUSINESS
from demo.telecom_retail.small_talk import SMALL_TALK
from demo.telecom_retail.specialists import SPECIALISTS, TEAM
from demo.telecom_retail.tools import RETAIL, SLOTS, TELECOM
from routing.decision.specs import ProfileSpec, StatePolicySpec

RAILS = (
    RailSpec(
        "INPUT_SIZE", "input", "block",
        polite={
            "pt": "Sua mensagem é longa demais para eu ler de uma vez. Pode resumir em poucas frases?",
            "es": "Su mensaje es demasiado largo para leerlo de una vez. ¿Puede resumirlo en pocas frases?",
            "en": "Your message is too long for me to read at once. Could you sum it up in a few sentences?",
        },
    ),
    RailSpec("MSK", "input", "sanitize"),
    RailSpec("ANNOUNCED", "output", "sanitize"),
    RailSpec("MSK", "output", "sanitize"),
    RailSpec(
        "REVPREC", "output", "retry",
        polite={
            "pt": "Ainda não fiz nenhuma alteração. Posso seguir com o seu pedido?",
            "es": "Todavía no hice ningún cambio. ¿Sigo con su solicitud?",
            "en": "I have not changed anything yet. Shall I go on with your request?",
        },
    ),
)  # fmt: skip
JUDGES = (JudgeSpec("groundedness", threshold=0.6),)
POLICY = PromptPolicySpec(
    name="atendimento",
    version="1",
    system_prefix=(
        "Você atende clientes da Conecta, operadora de telefonia e loja on-line. Responda no idioma do "
        "cliente, com frases curtas, e use somente dados das ferramentas ou da conversa."
    ),
    style="cordial, direto, frases curtas",
    forbidden_phrases=("não é problema meu", "o sistema não deixa"),
    preferred={"boleto": "fatura"},
)
BUSINESS_KEYS = {
    "customer_key": "Quem é o cliente: o código da loja ou o número da linha.",
    "contract_key": "O contrato de que se fala; sem número, o da linha.",
    "interaction_key": "O atendimento em outro canal: a ligação ou o protocolo.",
    "account_key": "A conta de cobrança.",
    "resource_key": "O pedido, a fatura ou o produto de que se fala.",
}
STATE_POLICIES = (
    StatePolicySpec(
        "WAITING_BILLING_CONFIRMATION",
        "billing_agent",
        "O cliente vai dizer se a contestação pode ser aberta.",
    ),
    StatePolicySpec(
        "WAITING_PRODUCT_CONFIRMATION", "product_agent", "O cliente vai dizer se quer mudar plano ou serviço."
    ),
    StatePolicySpec(
        "WAITING_ORDER_CONFIRMATION", "orders_agent", "O cliente vai confirmar algo sobre o pedido."
    ),
    StatePolicySpec(
        "WAITING_SUPPORT_CONFIRMATION", "support_agent", "O cliente vai dizer se a troca ou devolução segue."
    ),
)
CHECKS = ("INPUT_SIZE:input", "MSK:input", "ANNOUNCED:output", "MSK:output", "REVPREC:output")

WORLD = World(
    tenant="tenant_a",
    title="Conecta",
    language="pt",
    default_agent_id="telecom_contas",
    profiles=(
        ProfileSpec(
            "telecom_contas", "Telecom: contas", "Faturas, pagamentos, plano e serviços da linha.", "telecom",
            mode="router", fallback_agent="billing_agent", single_agent="generalist", specialists=TEAM,
            policy="atendimento", rails=CHECKS, judges=("groundedness",),
        ),
        ProfileSpec(
            "retail_orders", "Loja: pedidos", "Pedidos, entregas, trocas e devoluções.", "retail",
            mode="router", fallback_agent="orders_agent", single_agent="generalist", specialists=TEAM,
            policy="atendimento", rails=CHECKS, judges=("groundedness",),
        ),
        ProfileSpec(
            "servicenow", "ServiceNow: consultoria", "Boas práticas, projeto e falhas de uma instância.", "servicenow",
            mode="router", fallback_agent="consultant", single_agent=consultancy.SINGLE, specialists=consultancy.TEAM,
            policy="consultancy", rails=CHECKS, judges=("groundedness",),
        ),
        ProfileSpec(
            techsolutions_intents.PROFILE, "TechSolutions: assistente virtual",
            "Um assistente que consulta especialistas sem que o cliente perceba.", techsolutions_intents.PROFILE,
            mode="coordinator", fallback_agent=techsolutions.COORDINATOR, coordinator=techsolutions.COORDINATOR,
            single_agent=techsolutions.SINGLE, specialists=techsolutions.TEAM, policy="techsolutions", rails=CHECKS,
            judges=("groundedness",),
        ),
        ProfileSpec(
            qahelper_intents.PROFILE, "Nuvia: QAHelper", "Información, correos y archivos, bajo un supervisor.",
            qahelper_intents.PROFILE, mode="supervised", fallback_agent="rag_agent", single_agent=qahelper.SINGLE,
            languages=("es", "pt", "en"), specialists=qahelper.TEAM, policy="qahelper", rails=qahelper.CHECKS, judges=("groundedness",),
        ),
        ProfileSpec(
            finance.PROFILE, "Finanças: ações", "Cotações, altas e baixas, histórico e avisos, por planos.", finance.PROFILE,
            mode="planner", fallback_agent=finance.DESK, single_agent=finance.DESK, specialists=(finance.DESK,),
            policy="finance", rails=CHECKS,
        ),
    ),
    specialists=(
        *SPECIALISTS, *consultancy.SPECIALISTS, *techsolutions.SPECIALISTS, *qahelper.SPECIALISTS,
        *finance.SPECIALISTS,
    ),
    topics=(
        *BUSINESS, *servicenow_intents.TOPICS, *techsolutions_intents.TOPICS, *qahelper_intents.TOPICS, *SMALL_TALK,
    ),
    servers=(
        TELECOM, RETAIL, servicenow_tools.SERVICENOW, techsolutions_tools.TECHSOLUTIONS, qahelper_tools.QAHELPER,
    ),
    domains=finance.DOMAINS,
    slots=(*SLOTS, *servicenow_tools.SLOTS, *techsolutions_tools.SLOTS, *qahelper_tools.SLOTS),
    state_policies=STATE_POLICIES,
    prompt_policies=(POLICY, consultancy.POLICY, techsolutions.POLICY, qahelper.POLICY, finance.POLICY),
    rails=RAILS,
    judges=JUDGES,
    backends=BACKENDS,
    business_keys=BUSINESS_KEYS,
)  # fmt: skip
