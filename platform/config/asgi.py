"""The ASGI application: Django and the socket behind a lifespan that starts and drains this process."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup(set_prefix=False)

from config.body_cap import BodyCap  # noqa: E402
from config.handler import Handler  # noqa: E402
from config.lifespan import Lifespan  # noqa: E402
from config.sockets import Sockets  # noqa: E402

application = Lifespan(Sockets(BodyCap(Handler())))  # type: ignore[arg-type]
