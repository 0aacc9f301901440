"""Greetings, farewells, thanks and "what can you do?": fixed answers, given without a model or tools."""

from demo.shape import IntentTopic
from demo.telecom_retail import examples
from routing.decision.specs import IntentSpec

SMALL_TALK = (
    IntentTopic(
        IntentSpec(
            "greeting", description="Cumprimenta, sem pedir nada.", priority=900,
            keywords=(
                "oi", "olá", "bom dia", "boa tarde", "boa noite", "e aí",
                "hola", "qué tal", "buenos días", "buenas tardes", "buenas noches",
                "hi", "hello", "hey", "good morning", "good afternoon", "good evening",
            ),
            reply={
                "pt": "Olá! Como posso ajudar?",
                "es": "¡Hola! ¿En qué puedo ayudarle?",
                "en": "Hello! How can I help you?",
            },
            menu=True,
        ),
        examples.GREETING,
    ),
    IntentTopic(
        IntentSpec(
            "thanks", description="Agradece.", priority=910,
            keywords=("obrigado", "obrigada", "valeu", "gracias", "thanks", "thank you"),
            reply={
                "pt": "Por nada! Se precisar de algo mais, é só escrever.",
                "es": "¡De nada! Si necesita algo más, escríbame.",
                "en": "You are welcome! If you need anything else, just write.",
            },
        ),
        examples.THANKS,
    ),
    IntentTopic(
        IntentSpec(
            "goodbye", description="Despede-se.", priority=915,
            keywords=(
                "tchau", "até logo", "até mais", "até amanhã",
                "adiós", "chao", "chau", "hasta luego", "hasta pronto", "nos vemos",
                "bye", "goodbye", "see you",
            ),
            reply={
                "pt": "Até logo! Quando precisar, é só escrever.",
                "es": "¡Hasta luego! Cuando lo necesite, escríbame.",
                "en": "Goodbye! Whenever you need me, just write.",
            },
        ),
        examples.GOODBYE,
    ),
    IntentTopic(
        IntentSpec(
            "capabilities", description="Pergunta o que pode ser feito aqui.", priority=920,
            keywords=(
                "o que você faz", "o que vc faz", "o que você pode fazer", "como pode ajudar", "como você pode ajudar",
                "pode me ajudar", "ajuda", "quem é você", "menu",
                "qué haces", "qué puedes hacer", "cómo puedes ayudar", "ayuda", "quién eres",
                "what can you do", "what do you do", "how can you help", "help", "who are you",
            ),
            reply={
                "pt": "Posso ajudar com isto:",
                "es": "Puedo ayudarle con esto:",
                "en": "I can help with these:",
            },
            menu=True,
        ),
        examples.CAPABILITIES,
    ),
    IntentTopic(
        IntentSpec("out_of_scope", description="O que ninguém aqui atende.", priority=1000, out_of_scope=True),
        examples.OUT_OF_SCOPE,
    ),
)  # fmt: skip
