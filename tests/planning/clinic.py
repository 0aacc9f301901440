"""A clinic's manifest, of a trade that the demo has not.

It tells prices, books, and sends reminders by letter.
"""

from typing import Any

from routing.planning.manifests.manifest import content_of
from routing.planning.manifests.section import domain
from routing.planning.specs import PlanningSection
from routing.planning.understand.catalogue import Catalogue

CLINIC: dict[str, Any] = {
    "manifest_version": "1.0",
    "domain": "front_desk",
    "domain_description": "Exams and visits of a clinic.",
    "domain_intent_hints": {"keywords": ["exame", "consulta", "examen", "exam", "visit"]},
    "goals": [
        {
            "goal": "EXAM_PRICE",
            "description": "O preço de um exame",
            "capabilities": ["get_exam_price"],
            "hints": {"keywords": ["preço", "quanto custa", "precio", "cuánto cuesta", "price",
                "how much is"]},
            "entities_schema": {"exam_text": {"type": "string", "required": True}},
        },
        {
            "goal": "BOOK_VISIT",
            "capabilities": ["book_visit"],
            "hints": {
                "keywords": ["marcar consulta", "marque uma consulta", "reservar cita", "book a visit"],
                "examples": ["marque uma consulta com a doutora Lima", "book a visit with doctor Lee"],
            },
            "entities_schema": {
                "doctor_text": {"type": "string", "required": True},
                "visit_kind": {
                    "type": "enum",
                    "values": ["FIRST_TIME", "FOLLOW_UP"],
                    "aliases": {"FIRST_TIME": ["primeira vez", "first time"], "FOLLOW_UP": ["retorno"]},
                },
            },
        },
    ],
    "capabilities": [
        {
            "name": "get_exam_price",
            "schema": {
                "type": "object", "properties": {"exam": {"type": "string"}}, "required": ["exam"]
            },
            "metadata": {
                "read_only": True,
                "composition": {
                    "followup_roles": ["notifier"],
                    "enabled_if": {"path": "parameters.notify", "equals": True},
                    "param_map": {"letter_body": {"from_parameters": ["_step_explanation"]}},
                },
            },
        },
        {
            "name": "book_visit",
            "schema": {
                "type": "object",
                "properties": {
                    "doctor": {"type": "string"},
                    "visit_kind": {"type": "string", "enum": ["FIRST_TIME", "FOLLOW_UP"]},
                },
                "required": ["doctor"],
            },
        },
        {
            "name": "send_letter",
            "schema": {
                "type": "object", "properties": {"letter_body": {"type": "string"}},
                "required": ["letter_body"]
            },
            "metadata": {
                "intent_hints": {"keywords": ["por carta", "by letter", "me escreva", "me avise", "avísame",
                    "write me"]},
                "composition": {"role": "notifier"},
            },
        },
    ],
}  # fmt: skip


def catalogue_of(*manifests: dict[str, Any]) -> Catalogue:
    """What is published of some manifests."""
    domains = {}
    for each in manifests:
        row = {**content_of(each), "kind": "remote_http", "timeout": 10, "variables": []}
        for part in ("goals", "capabilities"):
            row[part] = [{**item, "enabled": True} for item in row[part]]
        domains[each["domain"]] = domain(each["domain"], row)
    return Catalogue.of(PlanningSection(domains))
