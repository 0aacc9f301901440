"""What patients ask for."""

from demo.shape import IntentTopic
from routing.decision.specs import IntentSpec

TOPICS = (
    IntentTopic(
        IntentSpec(
            "appointment_change", "appointments_agent", "health", "Cambio de día de una cita.", priority=5,
            keywords=("cambiar la cita", "cambiar mi cita", "reagendar", "reprogramar", "reschedule",
                      "move my appointment", "change my appointment"),
            prefetch=("buscar_cita",), offer_tools=("reagendar_cita",),
            next_state="WAITING_APPOINTMENT_CONFIRMATION",
            state_question={"es": "¿Quiere que siga con el cambio?", "en": "Do you want me to go on with the change?"},
            offer={"es": "Quiero cambiar mi cita", "en": "I want to change my appointment"},
        ),
        {
            "es": ("Quiero reagendar mi cita", "¿Puedo pasar mi cita al jueves?", "Ese día no puedo, ¿hay otra hora?"),
            "en": ("I want to reschedule", "Can you move my appointment to Friday?", "I can't make it on Monday"),
        },
    ),
    IntentTopic(
        IntentSpec(
            "appointment_lookup", "appointments_agent", "health", "Día y hora de una cita.", priority=10,
            keywords=("cita", "turno", "consulta", "appointment", "visit"), prefetch=("buscar_cita",),
            offer={"es": "¿Cuándo es mi cita?", "en": "When is my appointment?"},
        ),
        {
            "es": ("¿Cuándo es mi cita?", "No me acuerdo a qué hora es mi turno", "¿Tengo algo agendado esta semana?"),
            "en": ("When is my appointment?", "What time do I have to be there?", "Do I have a visit booked?"),
        },
    ),
    IntentTopic(
        IntentSpec(
            "doctors_list", "doctors_agent", "health", "Médicos y especialidades.", priority=20,
            keywords=("médico", "médica", "doctor", "doctora", "especialidad", "especialista",
                      "specialty", "specialist"),
            prefetch=("listar_medicos",),
            offer={"es": "¿Qué médicos atienden?", "en": "Which doctors do you have?"},
        ),
        {
            "es": ("¿Qué médicos hay?", "¿Tienen pediatra?", "Busco a alguien que vea la piel"),
            "en": ("Which doctors do you have?", "Is there a cardiologist?", "Who looks after children?"),
        },
    ),
    IntentTopic(
        IntentSpec(
            "clinic_greeting", priority=900, keywords=("hola", "buenos días", "buenas tardes", "hi", "hello", "good morning"),
            reply={"pt": "Olá, em que podemos ajudar?", "es": "Hola, ¿en qué le ayudamos?", "en": "Hello, how can we help?"}, menu=True,
        ),
        {"es": ("Hola", "Buenas, ¿cómo están?", "Buenos días"), "en": ("Hello", "Hi there", "Good morning to you")},
    ),
    IntentTopic(
        IntentSpec(
            "clinic_thanks", priority=910, keywords=("gracias", "thanks", "thank you"),
            reply={"pt": "De nada!", "es": "¡De nada!", "en": "You are welcome!"},
        ),
        {"es": ("Gracias", "Muchas gracias por todo", "Mil gracias"), "en": ("Thanks", "Thank you so much", "Many thanks")},
    ),
    IntentTopic(
        IntentSpec("not_ours", description="Lo que la clínica no atiende.", priority=1000, out_of_scope=True),
        {
            "es": ("¿Me recomiendas un restaurante?", "¿Quién ganó el partido?", "Quiero comprar un coche", "Cuéntame un chiste"),
            "en": ("What is the weather like?", "Write me a poem", "How do I fix my car?", "Where can I buy shoes?"),
        },
    ),
)  # fmt: skip
