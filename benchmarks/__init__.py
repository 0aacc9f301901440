"""What things cost, each beside an alternative: docs/figures.md says what was measured."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
