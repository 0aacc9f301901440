"""What people ask the consultancy for."""

from demo.servicenow import examples
from demo.servicenow.tools import SERVICENOW
from demo.shape import IntentTopic
from routing.decision.specs import IntentSpec

PROFILE = "servicenow"
INSTANCE = tuple(tool.name for tool in SERVICENOW.tools if tool.permission)

BROKEN = IntentTopic(
    IntentSpec(
        "servicenow_fault", "implementation", PROFILE, "Something in the instance does not work.", priority=10,
        keywords=(
            "broken", "not working", "does not work", "doesn't work", "stopped working", "error", "failing", "fails",
            "crash", "too slow", "error log",
            "quebrado", "quebrada", "não funciona", "parou de funcionar", "erro", "falhando", "falha", "travando",
            "roto", "rota", "no funciona", "dejó de funcionar", "falla", "fallando", "registro de errores",
        ),
        offer_tools=("consult_public_docs", *INSTANCE),
        profiles=(PROFILE,),
        offer={
            "pt": "Minha tabela incident está quebrada", "es": "Mi tabla incident está rota",
            "en": "My incident table is broken",
        },
    ),
    examples.FAULT,
)  # fmt: skip

CUSTOM = IntentTopic(
    IntentSpec(
        "servicenow_design", "solution_architect", PROFILE, "Rules, scripts, tables and integrations of one's own.",
        priority=20,
        keywords=(
            "custom", "customise", "customize", "script", "business rule", "client script", "ui action", "ui policy",
            "assignment rule", "integration", "rest api", "schema", "data model", "scripted",
            "personalizado", "personalizada", "customizar", "regra de atribuição", "regra de negócio", "integração",
            "esquema", "modelo de dados", "regla de asignación", "regla de negocio", "integración", "modelo de datos",
            "a medida",
        ),
        offer_tools=("consult_public_docs", "check_table_schema"),
        profiles=(PROFILE,),
        offer={
            "pt": "Quero uma regra de atribuição personalizada", "es": "Quiero una regla de asignación a medida",
            "en": "I want a custom assignment rule",
        },
    ),
    examples.DESIGN,
)  # fmt: skip

ADVICE = IntentTopic(
    IntentSpec(
        "servicenow_advice", "consultant", PROFILE, "Good practice and what comes out of the box.", priority=30,
        keywords=(
            "best practice", "good practice", "recommend", "recommendation", "out of the box", "oob", "advice",
            "how should", "should i", "should we",
            "boa prática", "melhor prática", "melhores práticas", "recomendação", "recomenda", "recomendado", "conselho",
            "buena práctica", "mejor práctica", "mejores prácticas", "recomendación", "recomiendas", "consejo",
            "de fábrica",
        ),
        offer_tools=("consult_public_docs",),
        profiles=(PROFILE,),
        offer={
            "pt": "Qual é a melhor prática para atribuir incidentes?",
            "es": "¿Cuál es la mejor práctica para asignar incidentes?",
            "en": "What's the best practice for assigning incidents?",
        },
    ),
    examples.ADVICE,
)  # fmt: skip

TOPICS = (BROKEN, CUSTOM, ADVICE)
