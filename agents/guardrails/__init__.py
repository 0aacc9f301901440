"""Guardrails: one small file a rail, one list of them, one gate that text leaves through."""
