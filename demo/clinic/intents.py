"""What patients ask for."""

from demo.shape import Topic
from routing.specs import IntentSpec

TOPICS = (
    Topic(
        IntentSpec(
            "appointment_change", "appointments_agent", "health", "Cambio de día de una cita.", priority=5,
            keywords=("cambiar la cita", "cambiar mi cita", "reagendar", "reprogramar", "reschedule",
                      "move my appointment", "change my appointment"),
            prefetch=("buscar_cita",), offer_tools=("reagendar_cita",),
            next_state="WAITING_APPOINTMENT_CONFIRMATION",
            state_question={"es": "¿Quieres que siga con el cambio?", "en": "Do you want me to go on with the change?"},
            offer={"es": "Quiero cambiar mi cita", "en": "I want to change my appointment"},
        ),
        {"es": ("Quiero reagendar mi cita",), "en": ("I want to reschedule",)},
    ),
    Topic(
        IntentSpec(
            "appointment_lookup", "appointments_agent", "health", "Día y hora de una cita.", priority=10,
            keywords=("cita", "turno", "consulta", "appointment", "visit"), prefetch=("buscar_cita",),
            offer={"es": "¿Cuándo es mi cita?", "en": "When is my appointment?"},
        ),
        {"es": ("¿Cuándo es mi cita?",), "en": ("When is my appointment?",)},
    ),
    Topic(
        IntentSpec(
            "doctors_list", "doctors_agent", "health", "Médicos y especialidades.", priority=20,
            keywords=("médico", "médica", "doctor", "doctora", "especialidad", "especialista",
                      "specialty", "specialist"),
            prefetch=("listar_medicos",),
            offer={"es": "¿Qué médicos atienden?", "en": "Which doctors do you have?"},
        ),
        {"es": ("¿Qué médicos hay?",), "en": ("Which doctors do you have?",)},
    ),
    Topic(
        IntentSpec(
            "clinic_greeting", priority=900, keywords=("hola", "buenos días", "buenas tardes", "hi", "hello", "good morning"),
            reply={"pt": "Olá, em que podemos ajudar?", "es": "Hola, ¿en qué te ayudamos?", "en": "Hello, how can we help?"}, menu=True,
        ),
        {"es": ("Hola",), "en": ("Hello",)},
    ),
    Topic(
        IntentSpec(
            "clinic_thanks", priority=910, keywords=("gracias", "thanks", "thank you"),
            reply={"pt": "De nada!", "es": "¡De nada!", "en": "You are welcome!"},
        ),
        {"es": ("Gracias",), "en": ("Thanks",)},
    ),
)  # fmt: skip
