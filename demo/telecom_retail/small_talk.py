"""Greetings, thanks and "what can you do?": fixed answers, given without a model or tools."""

from demo.shape import Topic
from routing.specs import IntentSpec

SMALL_TALK = (
    Topic(
        IntentSpec(
            "greeting", description="Cumprimenta, sem pedir nada.", priority=900,
            keywords=(
                "oi", "olá", "bom dia", "boa tarde", "boa noite",
                "hola", "buenos días", "buenas tardes", "buenas noches",
                "hi", "hello", "hey", "good morning", "good afternoon", "good evening",
            ),
            reply={
                "pt": "Olá! Como posso ajudar?",
                "es": "¡Hola! ¿En qué puedo ayudarte?",
                "en": "Hello! How can I help you?",
            },
            menu=True,
        ),
        {"pt": ("Oi, tudo bem?", "Bom dia!"), "es": ("Hola, ¿qué tal?", "¡Buenos días!"), "en": ("Hi there", "Good morning!")},
    ),
    Topic(
        IntentSpec(
            "thanks", description="Agradece.", priority=910,
            keywords=("obrigado", "obrigada", "valeu", "gracias", "thanks", "thank you"),
            reply={
                "pt": "Por nada! Se precisar de algo mais, é só escrever.",
                "es": "¡De nada! Si necesitas algo más, escríbeme.",
                "en": "You are welcome! If you need anything else, just write.",
            },
        ),
        {"pt": ("Muito obrigado!", "Valeu, resolveu"), "es": ("Muchas gracias", "Gracias por todo"), "en": ("Thanks a lot", "Thank you!")},
    ),
    Topic(
        IntentSpec(
            "capabilities", description="Pergunta o que pode ser feito aqui.", priority=920,
            keywords=(
                "o que você faz", "o que vc faz", "o que você pode fazer", "como pode ajudar", "como você pode ajudar",
                "pode me ajudar", "ajuda",
                "qué haces", "qué puedes hacer", "cómo puedes ayudar", "ayuda",
                "what can you do", "what do you do", "how can you help", "help",
            ),
            reply={
                "pt": "Posso ajudar com isto:",
                "es": "Puedo ayudarte con esto:",
                "en": "I can help with these:",
            },
            menu=True,
        ),
        {"pt": ("O que você faz?", "Preciso de ajuda"), "es": ("¿Qué puedes hacer?", "Necesito ayuda"), "en": ("What can you do?", "I need help")},
    ),
)  # fmt: skip
