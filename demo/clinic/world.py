"""A clinic: who sees patients, when, and moving an appointment to another day."""

from agents.specs import (
    JudgeSpec,
    ParameterSpec,
    PromptPolicySpec,
    RailSpec,
    SlotSpec,
    SpecialistSpec,
    ToolSpec,
)
from demo.clinic.intents import TOPICS
from demo.shape import Server, World
from routing.decision.specs import ProfileSpec, StatePolicySpec

SLOTS = (
    SlotSpec(
        "appointment_id", r"CITA-?\d{3,}", {"es": "el número de la cita", "en": "the appointment number"}, "CITA-501"
    ),
    SlotSpec(
        "specialty",
        r"cardiolog[ií]a|dermatolog[ií]a|pediatr[ií]a|traumatolog[ií]a|cardiology|dermatology|pediatrics|orthopedics",
        {"es": "la especialidad", "en": "the specialty"}, "dermatología",
    ),
    SlotSpec("day", r"\d{4}-\d{2}-\d{2}", {"es": "el día", "en": "the day"}, "2026-12-04"),
)  # fmt: skip

PATIENT = ParameterSpec("patient_id", "identity", description="Who the patient is.")
APPOINTMENT = ParameterSpec("appointment_id", "resource", description="Number of the appointment.")
SPECIALTY = ParameterSpec(
    "specialty", "resource", required=False, description="Only doctors of this specialty."
)
DAY = ParameterSpec("day", "resource", description="The new day.")

CLINIC = Server(
    name="clinic",
    url="${ENV:DEMO_CLINIC_URL}",
    description="Citas y médicos.",
    tools=(
        ToolSpec(
            "buscar_cita", "clinic",
            title={"es": "buscando la cita", "en": "looking up the appointment"},
            description="Busca una cita del paciente: día, hora, médico y estado.",
            parameters=(PATIENT, APPOINTMENT),
            say={
                "es": "La cita {appointment_id} es el {day} a las {time} con {doctor}; estado: {status}.",
                "en": "Appointment {appointment_id} is on {day} at {time} with {doctor}; status: {status}.",
            },
        ),
        ToolSpec(
            "listar_medicos", "clinic",
            title={"es": "listando los médicos", "en": "listing the doctors"},
            description="Lista los médicos, si se quiere de una especialidad.",
            parameters=(SPECIALTY,),
            say={"es": "Médicos: {doctors}.", "en": "Doctors: {doctors}."},
        ),
        ToolSpec(
            "reagendar_cita", "clinic",
            title={"es": "cambiando el día", "en": "moving the appointment"},
            description="Cambia el día de una cita. Solo después de un sí.",
            read_only=False,
            confirm=True,
            confirm_text={
                "es": "¿Cambio la cita {appointment_id} para {day}?",
                "en": "Shall I move appointment {appointment_id} to {day}?",
            },
            parameters=(APPOINTMENT, DAY),
            say={
                "es": "Cita {appointment_id}: {status}. Es el {day} a las {time}. Días posibles: {days}.",
                "en": "Appointment {appointment_id}: {status}. It is on {day} at {time}. Possible days: {days}.",
            },
        ),
    ),
)  # fmt: skip

SPECIALISTS = (
    SpecialistSpec(
        "appointments_agent", "Citas", "Citas del paciente: cuándo son, y cambiarlas de día.",
        role="Llevas la agenda de la clínica.", objective="Decir cuándo es la cita y cambiarla si el paciente quiere.",
        context="Una cita se cambia solo después de un sí.", targets=("doctors_agent",),
    ),
    SpecialistSpec(
        "doctors_agent", "Médicos", "Médicos y especialidades de la clínica.",
        role="Conoces al equipo médico.", objective="Decir quién atiende cada especialidad.",
        context="No das consejos médicos.", targets=("appointments_agent",),
    ),
    SpecialistSpec(
        "receptionist", "Recepción", "Responde todo a quien está fuera del equipo.",
        role="Eres la recepción de la clínica.", objective="Responder con los datos de la clínica.",
        tools=("buscar_cita", "listar_medicos"),
    ),
)  # fmt: skip
TEAM = ("appointments_agent", "doctors_agent")

WORLD = World(
    tenant="tenant_clinic",
    title="Clínica Aurora",
    language="es",
    default_agent_id="clinic_frontdesk",
    profiles=(
        ProfileSpec(
            "clinic_frontdesk", "Clínica: recepción", "Citas y médicos.", "health", mode="router",
            fallback_agent="appointments_agent", single_agent="receptionist", specialists=TEAM,
            languages=("es", "en"), policy="trato_amable",
            rails=("MSK:input", "ANNOUNCED:output", "MSK:output", "REVPREC:output"), judges=("groundedness",),
        ),
    ),
    specialists=SPECIALISTS,
    topics=TOPICS,
    servers=(CLINIC,),
    slots=SLOTS,
    state_policies=(
        StatePolicySpec(
            "WAITING_APPOINTMENT_CONFIRMATION", "appointments_agent", "El paciente dirá si se cambia la cita."
        ),
    ),
    prompt_policies=(
        PromptPolicySpec("trato_amable", "1", "Atiendes a pacientes de la Clínica Aurora.", "amable y breve"),
    ),
    rails=(
        RailSpec("MSK", "input"), RailSpec("ANNOUNCED", "output"), RailSpec("MSK", "output"),
        RailSpec("REVPREC", "output", "retry"),
    ),
    judges=(JudgeSpec("groundedness", threshold=0.6),),
)  # fmt: skip
