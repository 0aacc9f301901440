from django.apps import AppConfig


class LanguageConfig(AppConfig):
    """What a text says, in pt, es and en: normalised words, clauses, dialogue acts, slots."""

    name = "language"
    verbose_name = "Language"
