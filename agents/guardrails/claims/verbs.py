"""The verbs of actions, and their forms; regular ones are conjugated, the others listed."""

PT = [
    "abrir",
    "registrar",
    "solicitar",
    "enviar",
    "mandar",
    "cancelar",
    "agendar",
    "reagendar",
    "marcar",
    "remarcar",
    "reembolsar",
    "estornar",
    "trocar",
    "efetuar",
    "realizar",
    "processar",
    "alterar",
    "ativar",
    "desativar",
    "bloquear",
    "desbloquear",
    "encaminhar",
    "gerar",
    "emitir",
    "criar",
    "reservar",
    "devolver",
    "providenciar",
    "contratar",
    "cadastrar",
    "atualizar",
    "renovar",
    "transferir",
    "creditar",
    "contestar",
]
ES = [
    "abrir",
    "registrar",
    "solicitar",
    "enviar",
    "mandar",
    "cancelar",
    "agendar",
    "reagendar",
    "reservar",
    "reembolsar",
    "cambiar",
    "efectuar",
    "realizar",
    "procesar",
    "modificar",
    "activar",
    "desactivar",
    "bloquear",
    "desbloquear",
    "gestionar",
    "tramitar",
    "generar",
    "emitir",
    "crear",
    "devolver",
    "contratar",
    "actualizar",
    "renovar",
    "transferir",
    "abonar",
    "programar",
]
EN = {
    "open": "opened", "register": "registered", "send": "sent", "cancel": "cancel(?:l)?ed", "book": "booked",
    "schedule": "scheduled", "reschedule": "rescheduled", "refund": "refunded", "exchange": "exchanged",
    "process": "processed", "activate": "activated", "deactivate": "deactivated", "block": "blocked",
    "unblock": "unblocked", "create": "created", "reserve": "reserved", "issue": "issued", "submit": "submitted",
    "file": "filed", "request": "requested", "arrange": "arranged", "e-?mail": "e-?mailed", "update": "updated",
    "change": "changed", "return": "returned", "place": "placed", "renew": "renewed", "transfer": "transferred",
    "credit": "credited", "log": "logged", "raise": "raised", "initiate": "initiated", "start": "started",
}  # fmt: skip


def pt_past_i(verb: str) -> str:
    """abrir -> abri, cancelar -> cancelei, marcar -> marquei."""
    stem = verb[:-2]
    if not verb.endswith("ar"):
        return f"{stem}i"
    return {"c": f"{stem[:-1]}qu", "g": f"{stem}u", "ç": f"{stem[:-1]}c"}.get(stem[-1], stem) + "ei"


def pt_past_we(verb: str) -> str:
    """abrimos, cancelamos, devolvemos."""
    return f"{verb[:-1]}mos"


def pt_participle(verb: str) -> str:
    """cancelad(o|a)s, devolvid..., abert..."""
    irregular = {"abrir": "abert"}
    stem = irregular.get(verb) or verb[:-2] + ("ad" if verb.endswith("ar") else "id")
    return f"{stem}[oa]s?"


def pt_gerund(verb: str) -> str:
    return f"{verb[:-1]}ndo"


def pt_future(verb: str) -> str:
    """cancelarei, cancelaremos."""
    return f"{verb}(?:ei|emos)"


def es_past_i(verb: str) -> str:
    """cancelé, abrí; with its accent: without it the word is an order ("envíe")."""
    stem = verb[:-2]
    if not verb.endswith("ar"):
        return f"{stem}í"
    return {"c": f"{stem[:-1]}qu", "g": f"{stem}u", "z": f"{stem[:-1]}c"}.get(stem[-1], stem) + "é"


def es_past_we(verb: str) -> str:
    """cancelamos, abrimos, devolvimos."""
    return f"{verb[:-2]}{'amos' if verb.endswith('ar') else 'imos'}"


def es_participle(verb: str) -> str:
    irregular = {"abrir": "abiert", "devolver": "devuelt"}
    stem = irregular.get(verb) or verb[:-2] + ("ad" if verb.endswith("ar") else "id")
    return f"{stem}[oa]s?"


def es_gerund(verb: str) -> str:
    return f"{verb[:-2]}{'ando' if verb.endswith('ar') else 'iendo'}"


def es_future(verb: str) -> str:
    """cancelaré, cancelaremos."""
    return f"{verb}(?:é|emos)"


def en_gerund(verb: str) -> str:
    """sending, cancelling, booking, arranging."""
    if verb.endswith("e") and verb != "e":
        return f"{verb[:-1]}ing"
    return f"{verb}l?ing"
