"""`/admin/begin/`: a company in one form: what it does, what people ask, who answers.

It writes the draft, nothing more. Where a model is connected it may propose matters: they are shown in the
form, and nothing of them is kept before somebody writes the draft.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Case, Q, When
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agents.models import MCPServer, Specialist
from agents.tools.deciding import RefusedChoice
from egress.changing import PERMISSION
from language.spoken_languages import CODES
from releases import draft, snapshot
from routing.models import AgentProfile, Intent
from studio.access import is_allowed, require, tenant
from studio.beginning_files import (
    OUT_OF_SCOPE,
    PROFILE,
    Beginning,
    Matter,
    make_files,
    read_common_intents,
)
from studio.beginning_forms import ABOUT, MOST, ROWS, CompanyForm, MatterForm, Matters
from studio.files import importing
from studio.files.errors import BadFiles, DraftMoved
from studio.links import link, page_of
from studio.model_hint import is_connected, model_of_draft
from studio.proposing_matters import Company, Proposal, propose
from studio.site import site
from tenancy.models import Tenant

NEEDS = ("routing.change_intent", "routing.change_agentprofile", "agents.change_specialist")
SERVERS = ("agents.change_mcpserver", PERMISSION)  # who may name a tool server
# Examples: below the first only their own words decide, below the second people are often asked.
FEW, ENOUGH = 3, 5


def page(request: HttpRequest) -> HttpResponse:
    """GET shows the form, POST writes the draft or shows what is wrong.

    With "more" it gives a further row, with "propose" what a model proposes.
    """
    for permission in NEEDS:
        require(request, permission)
    company = tenant(request)
    begun = _profile_of(company)
    about = begun.policy.system_prefix if begun and begun.policy else ""
    can_propose = is_connected(company.pk) and (begun is None or bool(about))
    context: dict[str, Any] = {
        "begun": begun,
        "can_propose": can_propose,
        "team": list(Specialist.objects.of(company).values_list("display_name", flat=True)),
    }  # fmt: skip
    data: QueryDict | None = request.POST if request.method == "POST" else None
    draws = data is not None and ("more" in data or "propose" in data)
    if data is not None and "more" in data:
        data = _with_more(data)
    elif data is not None and "propose" in data and can_propose:
        data, notes = _with_proposal(data, company, begun, about)
        context |= notes
    form, matters = _forms(request, company, begun, data)
    if data is not None and not draws and form.is_valid() and matters.is_valid():
        try:
            return _write(request, company, begun, form, matters)
        except DraftMoved as error:
            context["moved"] = str(error)
        except BadFiles as error:
            context["moved"] = " ".join(str(fault) for fault in error.faults)
    context |= {"form": form, "matters": matters, "full": len(matters.forms) >= MOST}
    context["checked"] = data is not None and not draws
    return site.show(request, "studio/begin.html", _("Add matters") if begun else _("Begin"), context)


def _forms(
    request: HttpRequest, company: Tenant, begun: AgentProfile | None, data: Any
) -> tuple[CompanyForm, Any]:
    form = CompanyForm(data, company.default_language, begun.languages if begun else ())
    if all(is_allowed(request, permission) for permission in SERVERS):
        form.servers = frozenset(MCPServer.objects.of(company).values_list("name", flat=True))
    else:
        del form.fields["server"], form.fields["server_name"]
    matters = Matters(data, prefix="matter")
    matters.taken = frozenset(Intent.objects.of(company).values_list("name", flat=True)) | set(
        read_common_intents()
    )
    team = Specialist.objects.of(company).values_list("name", "display_name")
    matters.specialists = frozenset(each.casefold() for pair in team for each in pair)
    return form, matters


def _profile_of(company: Tenant) -> AgentProfile | None:
    """The profile that matters are added to: the company's own default, else the first."""
    rows = AgentProfile.objects.of(company)
    return rows.filter(agent_id=company.default_agent_id).first() or rows.order_by("agent_id").first()


def _is_empty(data: QueryDict, row: int) -> bool:
    return not any(data.get(f"matter-{row}-{name}", "").strip() for name in MatterForm.base_fields)


def _rows(data: QueryDict) -> int:
    """How many rows were sent."""
    count = data.get("matter-TOTAL_FORMS", "")
    return min(int(count), MOST) if count.isdecimal() and len(count) <= 3 else ROWS


def _with_more(data: QueryDict) -> QueryDict:
    """What was typed, with one row more."""
    given = data.copy()
    given["matter-TOTAL_FORMS"] = str(min(_rows(data) + 1, MOST))
    return given


def _with_proposal(
    data: QueryDict, company: Tenant, begun: AgentProfile | None, about: str
) -> tuple[QueryDict, dict[str, Any]]:
    """What was typed, followed by what the model proposes; and what the page says of it."""
    about = about or data.get("about", "").strip()[:ABOUT]
    if not about:
        return data, {"refused": _("Write first what your company does: the model goes by that.")}
    model = model_of_draft(company, draft.of(company).loaded)
    if model is None:
        return data, {"refused": _("No model answers now: it is switched off, or a budget is used up.")}
    rows = _rows(data)
    typed = [data.get(f"matter-{row}-title", "") for row in range(rows)]
    intents = Intent.objects.of(company)
    chosen = begun.languages if begun else data.getlist("languages")
    spoken = tuple(code for code in chosen if code in CODES)
    written = data.get("written", "")
    known = {
        *filter(None, typed), *read_common_intents(), *intents.values_list("name", flat=True),
        *(title for offer in intents.values_list("offer", flat=True) for title in offer.values()),
    }  # fmt: skip
    proposal = propose(
        company.pk,
        model,
        Company(
            about,
            written if written in (spoken or CODES) else _first(company, spoken, spoken[0] if spoken else ""),
            spoken or (company.default_language,),
            tuple(sorted(known)),
            tuple(Specialist.objects.of(company).values_list("display_name", flat=True)),
        ),
    )
    if isinstance(proposal, RefusedChoice):
        sentence = _("The model proposed nothing that can be used (%(why)s). What you typed is all here.")
        return data, {"refused": sentence % {"why": proposal.why.rstrip(".")}}
    return _fill(data, rows, proposal), {"proposed": len(proposal.matters)}


def _fill(data: QueryDict, rows: int, proposal: Proposal) -> QueryDict:
    """What was typed, with the proposal in the rows that are empty and in further ones."""
    given = data.copy()
    text_fields = ("title", "who", "answer", "description", "prompt")
    for matter in proposal.matters:
        row = next((each for each in range(rows) if _is_empty(given, each)), rows)
        if row >= MOST:
            break
        rows = max(rows, row + 1)
        for name in text_fields:
            given[f"matter-{row}-{name}"] = getattr(matter, name)
        given[f"matter-{row}-examples"] = "\n".join(matter.examples)
        given[f"matter-{row}-keywords"] = "\n".join(matter.keywords)
    given["matter-TOTAL_FORMS"] = str(rows)
    typed = given.get("out_of_scope", "").splitlines()
    given["out_of_scope"] = "\n".join(dict.fromkeys([*typed, *proposal.out_of_scope]))
    return given


def _write(
    request: HttpRequest, company: Tenant, begun: AgentProfile | None, form: CompanyForm, matters: Any
) -> HttpResponse:
    typed = form.cleaned_data
    first = _first(company, begun.languages if begun else typed["languages"], typed["written"])
    beginning = Beginning(
        typed["about"] if begun is None else "",
        tuple(each.matter() for each in matters.forms if each.has_changed()),
        first,
        tuple(typed["out_of_scope"]),
        typed["person"],
        dict(Specialist.objects.of(company).values_list("name", "display_name")),
        frozenset(Intent.objects.of(company).values_list("name", flat=True)),
        languages=tuple(sorted(typed["languages"], key=typed["written"].__ne__)),  # the written one first
        server=typed.get("server", ""),
        server_name=typed.get("server_name", ""),
        written=typed["written"],
        sets_language=begun is None and first != company.default_language,
        **_existing(company, begun),
    )
    plan = importing.look(
        company,
        make_files(beginning),
        company=is_allowed(request, "tenancy.change_tenant"),
        addresses=is_allowed(request, PERMISSION),
    )
    importing.write(plan, snapshot.digest(plan.before), request.user)
    _tell(request, beginning.matters)
    if beginning.server:
        _tell_server(request, company, beginning.server_called)
    return HttpResponseRedirect(f"{reverse('admin:test')}?profile={beginning.profile or PROFILE}")


def _first(company: Tenant, spoken: Sequence[str], otherwise: str) -> str:
    """The company's language, where people write in it at all."""
    return company.default_language if not spoken or company.default_language in spoken else otherwise


def _existing(company: Tenant, begun: AgentProfile | None) -> dict[str, Any]:
    """The profile that matters are added to, whose team, and what nobody serves so far."""
    found: dict[str, Any] = {}
    if begun is not None:
        team = begun.specialists.values_list("name", flat=True)
        found = {"profile": begun.agent_id, "team": frozenset(team)}
    unserved = _find_unserved(company, begun)
    if unserved is None:
        return found
    examples = unserved.examples.order_by("pk").values_list("language", "text")
    return {**found, "unserved": unserved.name, "unserved_before": tuple(examples)}


def _find_unserved(company: Tenant, begun: AgentProfile | None) -> Intent | None:
    """The intent of what nobody serves, of those that the profile has: the one of the usual name first."""
    rows = Intent.objects.of(company).filter(out_of_scope=True)
    having = rows.filter(Q(profiles=None) | Q(profiles=begun)) if begun else rows.filter(profiles=None)
    return having.order_by(Case(When(name=OUT_OF_SCOPE, then=0), default=1), "name").first()


def _tell(request: HttpRequest, matters: tuple[Matter, ...]) -> None:
    sentence = ngettext(
        "%(n)s matter is in the draft. Write here what a customer would, then publish.",
        "%(n)s matters are in the draft. Write here what a customer would, then publish.",
        len(matters),
    )
    messages.success(request, sentence % {"n": len(matters)})
    few = [each.title for each in matters if len(each.examples) < ENOUGH]
    none = [each.title for each in matters if len(each.examples) < FEW]
    if none:
        sentence = _("With fewer than %(few)s examples only their own words decide: %(titles)s.")
        messages.warning(request, sentence % {"few": FEW, "titles": ", ".join(none)})
    elif few:
        sentence = _("With fewer than %(enough)s examples people are often asked what they mean: %(titles)s.")
        messages.warning(request, sentence % {"enough": ENOUGH, "titles": ", ".join(few)})


def _tell_server(request: HttpRequest, company: Tenant, name: str) -> None:
    """Says what is next with the tool server: to ask it what it can do, or to have its address agreed to."""
    server = MCPServer.objects.of(company).get(name=name)
    if server.url:
        sentence = _("The tool server “%s” is in the draft. Ask it what it can do.") % name
    else:
        sentence = _("The address of “%s” waits until somebody else agrees.") % name
    messages.info(request, format_html("{} {}", sentence, link(page_of(server), _("Look at it"))))
