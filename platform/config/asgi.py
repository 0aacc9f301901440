"""The ASGI application: Django behind a lifespan that starts and drains this process."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.core.asgi import get_asgi_application

_django = get_asgi_application()

from config.body_cap import BodyCap  # noqa: E402
from config.lifespan import Lifespan  # noqa: E402

application = Lifespan(BodyCap(_django))  # type: ignore[arg-type]
