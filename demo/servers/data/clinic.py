"""Doctors and appointments of a clinic: the second small world, in Spanish and English."""

from typing import Any

Row = dict[str, Any]

DOCTORS: tuple[Row, ...] = (
    {"doctor": "Dra. Elena Ruiz", "specialty": "cardiología", "also": "cardiology",
        "days": ["2026-12-01", "2026-12-03"]},
    {"doctor": "Dr. Pablo Ortega", "specialty": "dermatología", "also": "dermatology",
        "days": ["2026-12-02", "2026-12-04"]},
    {"doctor": "Dra. Marta Vidal", "specialty": "pediatría", "also": "pediatrics",
        "days": ["2026-12-01", "2026-12-02"]},
    {"doctor": "Dr. Samuel Green", "specialty": "traumatología", "also": "orthopedics",
        "days": ["2026-12-03", "2026-12-07"]},
    {"doctor": "Dra. Irene Costa", "specialty": "cardiología", "also": "cardiology",
        "days": ["2026-12-04", "2026-12-09"]},
)  # fmt: skip
TIMES = ("09:00", "10:30", "12:00", "16:15")
GENERATED = 24


def _appointment(number: int) -> Row:
    doctor = DOCTORS[number % len(DOCTORS)]
    return {
        "appointment_id": f"CITA-{501 + number}",
        "patient_id": f"PAC-{7001 + number // 2}",
        "doctor": doctor["doctor"],
        "specialty": doctor["specialty"],
        "day": doctor["days"][number % 2],
        "time": TIMES[number % len(TIMES)],
        "status": "confirmada" if number % 5 else "pendiente",
    }


APPOINTMENTS: dict[str, Row] = {row["appointment_id"]: row for row in map(_appointment, range(GENERATED))}
