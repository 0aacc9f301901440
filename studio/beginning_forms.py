"""The forms of `/admin/begin/`: what holds for the company, and one form for each thing that people want."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BaseFormSet, formset_factory
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from agents import prompt_variables
from language.spoken_languages import CODES, LANGUAGES, page_code
from outbound import addresses
from studio.beginning_files import Matter, name_server
from studio.fields import LinesField
from studio.forms import without_nul
from studio.names import NAME, as_name

ABOUT = 4000  # letters that a company says of itself
ROWS, MOST = 3, 20  # matters shown first, and at most
TITLE, WHO, DESCRIPTION, KEYWORD, PROSE = 80, 60, 400, 120, 2000  # letters at most
CHECKS: list[Any] = [prompt_variables.check, without_nul]


def _area(rows: int) -> forms.Textarea:
    return forms.Textarea({"rows": rows, "class": "studio-input"})


class CompanyForm(forms.Form):
    """What holds for the whole company."""

    about = forms.CharField(
        label=gettext_lazy("What does your company do?"), required=False, max_length=ABOUT,
        widget=_area(5), validators=CHECKS,
        help_text=gettext_lazy(
            "A paragraph, with what every answer should know: hours, prices, rules. A model reads it before "
            "each answer. For example: A small hotel in Porto. Breakfast from 7 to 10. Cancelling is free "
            "until 48 hours before."
        ),
    )  # fmt: skip
    languages = forms.MultipleChoiceField(
        label=gettext_lazy("Languages that people write in"), required=False, choices=LANGUAGES,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("None chosen: all of them."),
    )  # fmt: skip
    written = forms.ChoiceField(
        label=gettext_lazy("Language that you write this form in"), required=False,
        widget=forms.Select({"class": "studio-input"}),
        help_text=gettext_lazy(
            "Buttons and fixed answers are stored in it; others are added under Intents. It is one of "
            "those that people write in."
        ),
    )  # fmt: skip
    out_of_scope = LinesField(
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
    server = forms.CharField(
        label=gettext_lazy("Address of a tool server"), required=False, max_length=300,
        widget=forms.TextInput({"class": "studio-input", "inputmode": "url"}),
        validators=[addresses.check, without_nul],
        help_text=gettext_lazy(
            "An MCP server that looks things up or does them. Without one answers come from what you write "
            "here. For example: https://tools.example.com/mcp"
        ),
    )  # fmt: skip
    server_name = forms.CharField(
        label=gettext_lazy("Name of the tool server"), required=False, max_length=60,
        widget=forms.TextInput({"class": "studio-input"}),
        help_text=gettext_lazy("Empty: its host. For example: bookings"),
    )  # fmt: skip
    servers: frozenset[str] = frozenset()  # names of those that are there

    def __init__(self, data: Any, own: str, spoken: Sequence[str] = ()) -> None:
        """`own` is the company's language, `spoken` those of the profile that is there (empty: all)."""
        super().__init__(data)
        self.own, self.spoken = own, tuple(spoken)
        written: Any = self.fields["written"]
        written.choices = [(code, name) for code, name in LANGUAGES if code in (spoken or CODES)]
        written.initial = self.choose_written(spoken or CODES)

    def choose_written(self, spoken: Sequence[str]) -> str:
        """The Studio's language if it is one of these, else the company's, else the first of them."""
        studio = next((code for code in CODES if page_code(code) == get_language()), "")
        return next((code for code in (studio, self.own) if code in spoken), spoken[0])

    def clean_written(self) -> str:
        spoken = self.spoken or self.cleaned_data.get("languages") or CODES
        written = str(self.cleaned_data["written"]) or self.choose_written(spoken)
        if written not in spoken:
            raise ValidationError(_("Choose a language that people write in, or tick this one above."))
        return written

    def clean_server_name(self) -> str:
        """As programs read it; `server` is cleaned before."""
        address = str(self.cleaned_data.get("server", ""))
        name = as_name(str(self.cleaned_data["server_name"])) or (name_server(address) if address else "")
        if name and not NAME.fullmatch(name):
            raise ValidationError(_("Use Latin letters or digits here."))
        if address and name in self.servers:
            raise ValidationError(_("“%s” exists already: look under MCP servers.") % name)
        return name


class MatterForm(forms.Form):
    """One thing that people ask for."""

    FURTHER = ("description", "keywords", "prompt")  # folded away while they are empty

    title = forms.CharField(
        label=gettext_lazy("What people want"), max_length=TITLE, validators=CHECKS,
        widget=forms.TextInput({"class": "studio-input"}),
        help_text=gettext_lazy("As a button would say it. For example: Book a room"),
    )  # fmt: skip
    who = forms.CharField(
        label=gettext_lazy("Who answers"), max_length=WHO, validators=CHECKS,
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
        label=gettext_lazy("What is answered"), required=False, max_length=PROSE, validators=[without_nul],
        widget=_area(2),
        help_text=gettext_lazy(
            "Said word for word, with and without a model. Leave it empty where a tool or a model finds the "
            "answer. For example: Write the dates and how many you are, and we confirm within an hour."
        ),
    )  # fmt: skip
    description = forms.CharField(
        label=gettext_lazy("What it is about"), required=False, max_length=DESCRIPTION,
        validators=[without_nul], widget=_area(2),
        help_text=gettext_lazy("In a sentence. For example: Wants a room for dates that are still free."),
    )  # fmt: skip
    keywords = LinesField(
        label=gettext_lazy("Words that decide by themselves"), rows=2, longest=KEYWORD,
        help_text=gettext_lazy(
            "Words that are in no message about anything else, one a line. For example: double room"
        ),
    )  # fmt: skip
    prompt = forms.CharField(
        label=gettext_lazy("What whoever answers must know"), required=False, max_length=PROSE,
        validators=CHECKS, widget=_area(3),
        help_text=gettext_lazy(
            "A model reads it with each message about this. For example: Ask for the dates first. Never "
            "promise a room."
        ),
    )  # fmt: skip

    def matter(self) -> Matter:
        typed = self.cleaned_data
        return Matter(
            typed["title"], typed["who"], tuple(typed["examples"]), typed["answer"].strip(),
            typed["description"].strip(), tuple(typed["keywords"]), typed["prompt"].strip(),
        )  # fmt: skip

    @property
    def main_fields(self) -> list[forms.BoundField]:
        return [each for each in self.visible_fields() if each.name not in self.FURTHER]

    @property
    def further_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FURTHER]

    @property
    def is_open(self) -> bool:
        """Whether there is anything to see in the fields that are folded away."""
        return any(each.value() or each.errors for each in self.further_fields)


class MatterSet(BaseFormSet):  # type: ignore[type-arg]
    """The matters: at least one, none twice, none that is there already.

    `taken` are the names of intents, `specialists` those who are there with how people call them.
    """

    taken: frozenset[str] = frozenset()
    specialists: frozenset[str] = frozenset()

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        """Any row may be left empty, the first too: `validate_min` counts those that are not."""
        return {**super().get_form_kwargs(index), "empty_permitted": True}

    def clean(self) -> None:
        names: set[str] = set()
        for form in self.forms:
            if form.errors or not form.has_changed():
                continue
            matter = form.matter()
            for field in ("title", "who"):
                if not NAME.fullmatch(as_name(form.cleaned_data[field]).strip("_")):
                    form.add_error(field, _("Use Latin letters or digits here."))
            if matter.name in self.taken:
                form.add_error("title", _("“%s” exists already: edit it under Intents.") % matter.name)
            elif matter.name in names:
                form.add_error("title", _("This is named twice."))
            if matter.prompt and matter.who.casefold() in self.specialists:
                form.add_error(
                    "prompt", _("“%s” has a prompt already: change it under Specialists.") % matter.who
                )
            names.add(matter.name)


Matters: Any = formset_factory(
    MatterForm,
    formset=MatterSet,
    extra=ROWS - 1,
    min_num=1,
    max_num=MOST,
    absolute_max=MOST,
    validate_min=True,
)
