"""What is kept of an end user: looked at, exported, forgotten."""

from typing import Any

from django.apps import apps
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from privacy import forgetting
from privacy.errors import NoUserId
from privacy.models import Erasure
from studio.access import require, tenant
from studio.api.people import make_zip
from studio.links import page_of
from studio.site import site

LISTED = 20


def page(request: HttpRequest) -> HttpResponse:
    """`/admin/people/`: GET asks for a user id.

    POST looks, exports or, with the id typed once more, forgets.
    """
    require(request, "privacy.view_erasure")
    company = tenant(request)
    user_id, does = request.POST.get("user_id", "").strip(), request.POST.get("do", "look")
    context: dict[str, Any] = {
        "longest": forgetting.LONGEST,
        "user_id": user_id,
        "receipts": Erasure.objects.of(company)[:LISTED],
    }
    if request.method == "POST":
        try:
            forgetting.check_user_id(user_id)
            if does == "export":
                require(request, "privacy.export_person")
                return make_zip(company.pk, user_id)
            if does == "forget":
                require(request, "privacy.add_erasure")
                if request.POST.get("again", "").strip() == user_id:
                    return _forget(request, company, user_id)
                context["problem"] = _(
                    "Type the same user id once more: what is forgotten does not come back."
                )
            context["kept"] = describe_counts(forgetting.count(company, user_id))
            context["earlier"] = forgetting.receipts(company, user_id)
            context["looked"] = True
        except NoUserId as error:
            context["problem"] = str(error)
    return site.show(request, "studio/people.html", _("Data of a person"), context)


def describe_counts(counts: dict[str, int]) -> list[tuple[str, int]]:
    """Counts by model in people's words, the largest first."""
    named = [(capfirst(_name(label)), count) for label, count in counts.items()]
    return sorted(named, key=lambda pair: (-pair[1], pair[0]))


def _name(label: str) -> str:
    try:
        return str(apps.get_model(label)._meta.verbose_name_plural)
    except (LookupError, ValueError):
        return label  # a store outside the database


def _forget(request: HttpRequest, company: Any, user_id: str) -> HttpResponse:
    receipt = forgetting.start(company, user_id, request.user)
    messages.success(request, _("They are being forgotten; the receipt says how far it is."))
    return HttpResponseRedirect(page_of(receipt))
