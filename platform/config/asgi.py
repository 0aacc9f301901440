"""The ASGI application: Django and the socket behind a lifespan that starts and drains this process."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup(set_prefix=False)

from config.lifespan import Lifespan  # noqa: E402
from config.protocols import protocols  # noqa: E402

application = Lifespan(protocols)  # type: ignore[arg-type]
