"""The Celery application: `celery -A config worker -P threads`."""

import os
import sys
from typing import Any

from celery import Celery, signals

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("switchboard")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["work"])


@signals.celeryd_init.connect
def beat(**_given: Any) -> None:
    """A worker says that it is there."""
    from work.worker_beats import Beats

    app.steps["consumer"].add(Beats)


@signals.worker_init.connect
def refuse(**_given: Any) -> None:
    """A worker that cannot work ends with a sentence; Celery only looks at Django's checks."""
    from django.conf import settings
    from django.utils.translation import gettext as _

    from config import checks

    if not settings.CELERY_BROKER_URL:
        sys.exit(_("CELERY_BROKER_URL is not set: name the Redis from which workers take their jobs."))
    if why := checks.refusal():
        sys.exit(why)
