"""The languages in which people write and are answered, each with its own name.

A new one also needs its closed lists (`language.lexicon`) and the offline model's wording.
"""

LANGUAGES = (("pt", "Português"), ("es", "Español"), ("en", "English"))
CODES = tuple(code for code, _name in LANGUAGES)
