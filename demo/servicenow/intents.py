"""What people ask the consultancy for."""

from demo.servicenow.tools import SERVICENOW
from demo.shape import Topic
from routing.specs import IntentSpec

PROFILE = "servicenow"
INSTANCE = tuple(tool.name for tool in SERVICENOW.tools if tool.permission)

BROKEN = Topic(
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
    {
        "pt": (
            "Minha tabela de incidentes está quebrada", "O formulário de incidentes não funciona mais",
            "Aparece um erro quando salvo um incidente", "A instância parou de funcionar depois da atualização",
            "Por que as regras de atribuição estão falhando?",
        ),
        "es": (
            "Mi tabla de incidentes está rota", "El formulario de incidentes no funciona",
            "Aparece un error al guardar un incidente", "La instancia dejó de funcionar tras la actualización",
            "¿Por qué falla la asignación de incidentes?",
        ),
        "en": (
            "My incident table is broken", "The incident form is not working", "I get an error when I save an incident",
            "The instance stopped working after the upgrade", "Why are assignments failing?",
        ),
    },
)  # fmt: skip

CUSTOM = Topic(
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
    {
        "pt": (
            "Quero uma regra de atribuição personalizada", "Preciso de um script que preencha o grupo",
            "Como faço uma integração com outro sistema?", "Qual é o esquema da tabela incident?",
            "Que campos devo criar na tabela de mudanças?",
        ),
        "es": (
            "Quiero una regla de asignación a medida", "Necesito un script que complete el grupo",
            "¿Cómo hago una integración con otro sistema?", "¿Cuál es el esquema de la tabla incident?",
            "¿Qué campos debo crear en la tabla de cambios?",
        ),
        "en": (
            "I want a custom assignment rule", "I need a script that fills the group in",
            "How do I build an integration with another system?", "What is the schema of the incident table?",
            "Which fields should I add to the change table?",
        ),
    },
)  # fmt: skip

ADVICE = Topic(
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
    {
        "pt": (
            "Qual é a melhor prática para atribuir incidentes?", "O que vocês recomendam para o catálogo?",
            "Como devo organizar os grupos de suporte?", "O que já vem pronto para mudanças?", "Vale a pena customizar?",
        ),
        "es": (
            "¿Cuál es la mejor práctica para asignar incidentes?", "¿Qué recomiendas para el catálogo?",
            "¿Cómo debería organizar los grupos de soporte?", "¿Qué viene de fábrica para cambios?",
            "¿Conviene personalizar?",
        ),
        "en": (
            "What's the best practice for assigning incidents?", "What do you recommend for the catalogue?",
            "How should I organise support groups?", "What comes out of the box for changes?",
            "Is it worth customising?",
        ),
    },
)  # fmt: skip

TOPICS = (BROKEN, CUSTOM, ADVICE)
