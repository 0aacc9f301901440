"""`/admin/begin/`: a company in one form: what it does, what people ask, who answers.

It writes the draft, nothing more.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.forms import BaseFormSet, formset_factory
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from agents import prompt_variables
from agents.models import Specialist
from releases import snapshot
from routing.models import AgentProfile, Example, Intent
from studio.access import is_allowed, require, tenant
from studio.beginning_files import FOREIGN, PROFILE, Beginning, Matter, everybody, files_of
from studio.fields import LinesField
from studio.files import importing
from studio.files.errors import BadFiles, DraftMoved
from studio.forms import without_nul
from studio.names import NAME, as_name
from studio.site import site
from tenancy.models import Tenant

NEEDS = ("routing.change_intent", "routing.change_agentprofile", "agents.change_specialist")
ROWS, MOST = 3, 20  # matters shown first, and at most
# Examples: below the first only their own words decide, below the second people are often asked.
FEW, ENOUGH = 3, 5


class CompanyForm(forms.Form):
    """What holds for the whole company."""

    about = forms.CharField(
        label=gettext_lazy("What does your company do?"), required=False, max_length=4000,
        widget=forms.Textarea({"rows": 5, "class": "studio-input"}),
        validators=[prompt_variables.check, without_nul],
        help_text=gettext_lazy(
            "A paragraph, with what every answer should know: hours, prices, rules. A model reads it before "
            "each answer. For example: A small hotel in Porto. Breakfast from 7 to 10. Cancelling is free "
            "until 48 hours before."
        ),
    )  # fmt: skip
    foreign = LinesField(
        label=gettext_lazy("What you do not do"), rows=3,
        help_text=gettext_lazy(
            "Messages that nobody here serves, one a line. For example: Can you book me a flight? General "
            "ones, such as jokes, are known already."
        ),
    )  # fmt: skip
    person = forms.BooleanField(
        label=gettext_lazy("People may ask for a person"), required=False, initial=True,
        help_text=gettext_lazy(
            "Whoever wants one, in any words, is passed to your team: you find them under Handoffs."
        ),
    )  # fmt: skip


class MatterForm(forms.Form):
    """One thing that people ask for."""

    title = forms.CharField(
        label=gettext_lazy("What people want"), max_length=80,
        validators=[prompt_variables.check, without_nul],
        widget=forms.TextInput({"class": "studio-input"}),
        help_text=gettext_lazy("As a button would say it. For example: Book a room"),
    )  # fmt: skip
    who = forms.CharField(
        label=gettext_lazy("Who answers"), max_length=60, validators=[prompt_variables.check, without_nul],
        widget=forms.TextInput({"class": "studio-input", "list": "team"}),
        help_text=gettext_lazy("The same name twice is one specialist. For example: Bookings"),
    )  # fmt: skip
    examples = LinesField(
        label=gettext_lazy("Messages as people write them"), rows=5, required=True,
        help_text=gettext_lazy(
            "Whole messages, one a line, five or more, in every language that people write in."
        ),
    )  # fmt: skip

    answer = forms.CharField(
        label=gettext_lazy("What is answered"), required=False, max_length=2000, validators=[without_nul],
        widget=forms.Textarea({"rows": 2, "class": "studio-input"}),
        help_text=gettext_lazy(
            "Said word for word, with and without a model. Leave it empty where a tool or a model finds the "
            "answer. For example: Write the dates and how many you are, and we confirm within an hour."
        ),
    )  # fmt: skip

    def matter(self) -> Matter:
        said = self.cleaned_data
        return Matter(said["title"], said["who"], tuple(said["examples"]), said["answer"].strip())


class MatterSet(BaseFormSet):  # type: ignore[type-arg]
    """The matters: at least one, none twice, none that is there already."""

    taken: frozenset[str] = frozenset()

    def clean(self) -> None:
        seen: set[str] = set()
        for form in self.forms:
            if form.errors or not form.has_changed():
                continue
            name = form.matter().name
            for field in ("title", "who"):
                if not NAME.fullmatch(as_name(form.cleaned_data[field]).strip("_")):
                    form.add_error(field, _("Use Latin letters or digits here."))
            if name in self.taken:
                form.add_error("title", _("“%s” exists already: edit it under Intents.") % name)
            elif name in seen:
                form.add_error("title", _("This is named twice."))
            seen.add(name)


Matters = formset_factory(
    MatterForm,
    formset=MatterSet,
    extra=ROWS - 1,
    min_num=1,
    max_num=MOST,
    absolute_max=MOST,
    validate_min=True,
)


def page(request: HttpRequest) -> HttpResponse:
    """GET shows the form, POST writes the draft or shows what is wrong; "more" gives further rows."""
    for permission in NEEDS:
        require(request, permission)
    company = tenant(request)
    data = request.POST if request.method == "POST" else None
    if data is not None and "more" in data:
        data = _with_more(data)
    form = CompanyForm(data)
    matters: Any = Matters(data, prefix="matter")
    matters.taken = frozenset(Intent.objects.of(company).values_list("name", flat=True)) | set(everybody())
    begun = _profile_of(company)
    moved = ""
    if data is not None and "more" not in request.POST and form.is_valid() and matters.is_valid():
        try:
            return _write(request, company, begun, form, matters)
        except DraftMoved as error:
            moved = str(error)
        except BadFiles as error:
            moved = " ".join(str(fault) for fault in error.faults)
    context = {
        **site.each_context(request), "title": _("Add matters") if begun else _("Begin"), "form": form,
        "matters": matters, "begun": begun,
        "moved": moved, "full": len(matters.forms) >= MOST,
        "checked": data is not None and "more" not in request.POST,
        "team": list(Specialist.objects.of(company).values_list("display_name", flat=True)),
    }  # fmt: skip
    return TemplateResponse(request, "studio/begin.html", context)


def _profile_of(company: Tenant) -> AgentProfile | None:
    """The profile that matters are added to: the company's own default, else the first."""
    rows = AgentProfile.objects.of(company)
    return rows.filter(agent_id=company.default_agent_id).first() or rows.order_by("agent_id").first()


def _with_more(data: Any) -> Any:
    """What was typed, with one row more."""
    given = data.copy()
    count = str(given.get("matter-TOTAL_FORMS", ""))
    known = int(count) if count.isdecimal() and len(count) <= 3 else ROWS
    given["matter-TOTAL_FORMS"] = str(min(known + 1, MOST))
    return given


def _write(
    request: HttpRequest, company: Tenant, begun: AgentProfile | None, form: CompanyForm, matters: Any
) -> HttpResponse:
    said = Beginning(
        form.cleaned_data["about"] if begun is None else "",
        tuple(each.matter() for each in matters.forms if each.has_changed()),
        company.default_language,
        tuple(form.cleaned_data["foreign"]),
        form.cleaned_data["person"],
        dict(Specialist.objects.of(company).values_list("name", "display_name")),
        frozenset(Intent.objects.of(company).values_list("name", flat=True)),
        **_there(company, begun),
    )
    plan = importing.look(company, files_of(said), company=is_allowed(request, "tenancy.change_tenant"))
    importing.write(plan, snapshot.digest(plan.before), request.user)
    _tell(request, said.matters)
    return HttpResponseRedirect(f"{reverse('admin:test')}?profile={said.profile or PROFILE}")


def _there(company: Tenant, begun: AgentProfile | None) -> dict[str, Any]:
    """The profile that matters are added to, whose team, and what nobody serves so far."""
    if begun is None:
        return {}
    foreign = Example.objects.of(company).filter(intent__name=FOREIGN).order_by("pk")
    return {
        "profile": begun.agent_id,
        "team": frozenset(begun.specialists.values_list("name", flat=True)),
        "foreign_before": tuple(foreign.values_list("text", flat=True)),
    }


def _tell(request: HttpRequest, matters: tuple[Matter, ...]) -> None:
    said = ngettext(
        "%(n)s matter is in the draft. Write here what a customer would, then publish.",
        "%(n)s matters are in the draft. Write here what a customer would, then publish.",
        len(matters),
    )
    messages.success(request, said % {"n": len(matters)})
    few = [each.title for each in matters if len(each.examples) < ENOUGH]
    none = [each.title for each in matters if len(each.examples) < FEW]
    if none:
        told = _("With fewer than %(few)s examples only their own words decide: %(titles)s.")
        messages.warning(request, told % {"few": FEW, "titles": ", ".join(none)})
    elif few:
        told = _("With fewer than %(enough)s examples people are often asked what they mean: %(titles)s.")
        messages.warning(request, told % {"enough": ENOUGH, "titles": ", ".join(few)})
