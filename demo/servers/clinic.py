"""The clinic's tools, in Spanish: appointments and doctors."""

from typing import Any

from mcp.server.mcpserver import MCPServer

from demo.servers.data import read
from demo.servers.serve import CHANGES, NOT_FOUND, READS, serve

Row = dict[str, Any]
DATA = read("clinic")
DOCTORS = DATA["doctors"]
TIMES = DATA["times"]
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

server: MCPServer[Any] = MCPServer("clinic", log_level="ERROR")


@server.tool(annotations=READS)
def buscar_cita(patient_id: str, appointment_id: str = "") -> dict[str, Any]:
    """Busca una cita del paciente; sin appointment_id, la próxima."""
    patient, wanted = patient_id.strip().upper(), appointment_id.strip().upper()
    own = [row for row in APPOINTMENTS.values() if row["patient_id"] == patient]
    if wanted:
        own = [row for row in own if row["appointment_id"] == wanted]
    return dict(min(own, key=lambda row: (row["day"], row["time"]))) if own else NOT_FOUND


@server.tool(annotations=READS)
def listar_medicos(specialty: str = "") -> dict[str, Any]:
    """Lista los médicos de una especialidad y sus días."""
    wanted = specialty.strip().lower()
    found = [row for row in DOCTORS if not wanted or wanted in (row["specialty"], row["also"])]
    if not found:
        return NOT_FOUND
    return {"doctors": [{key: row[key] for key in ("doctor", "specialty", "days")} for row in found]}


@server.tool(annotations=CHANGES)
def reagendar_cita(appointment_id: str, day: str) -> dict[str, Any]:
    """Cambia el día de una cita (AAAA-MM-DD), si el médico atiende ese día."""
    row = APPOINTMENTS.get(appointment_id.strip().upper())
    if row is None:
        return NOT_FOUND
    days = next(each["days"] for each in DOCTORS if each["doctor"] == row["doctor"])
    if day.strip() not in days:
        return {"appointment_id": row["appointment_id"], "status": "no disponible", "days": days}
    row |= {"day": day.strip(), "status": "reagendada"}
    return {key: row[key] for key in ("appointment_id", "doctor", "day", "time", "status")}


if __name__ == "__main__":
    serve(server, 8300, events=True)
