"""The ASGI application: Django behind a lifespan that starts and drains this process."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup(set_prefix=False)

from config.body_cap import BodyCap  # noqa: E402
from config.handler import Handler  # noqa: E402
from config.lifespan import Lifespan  # noqa: E402

application = Lifespan(BodyCap(Handler()))  # type: ignore[arg-type]
