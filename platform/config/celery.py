"""The Celery application: `celery -A config worker -P threads`."""

import os
import sys
from typing import Any

import django
from celery import Celery, signals
from django.apps import apps

from config import extras

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# That a worker may load before it begins; 0: it begins at once, and its first branch waits.
LOADING_SECONDS = float(os.environ.get("WORKER_LOADING_SECONDS") or 40)


@signals.import_modules.connect
def load(**_given: Any) -> None:
    """Sets Django up before Celery does, which stands behind this and would end with a traceback."""
    if not apps.ready:
        extras.set_up(django.setup)


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


@signals.celeryd_after_setup.connect
def get_ready(instance: Any, **_given: Any) -> None:
    """A worker is heard once it can work at once. Processes that fork may not have threads before they do."""
    if LOADING_SECONDS and "thread" in instance.pool_cls.__module__:
        from routing.turns import life

        life.load_worker(LOADING_SECONDS)
