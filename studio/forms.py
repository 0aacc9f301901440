"""The form behind every page of the Studio: it knows whose company it writes for."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.db.models import UniqueConstraint
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from egress import places
from outbound.cleaning import list_texts
from outbound.fields import EncryptedField
from studio import page_marks
from studio.names import as_name
from tenancy.models import Tenant, slug

without_nul = ProhibitNullCharactersValidator()


class TenantForm(forms.ModelForm):  # type: ignore[type-arg]
    """Sets the tenant before anything is checked, so that "name is unique in a company" is checked too.

    The admin makes a subclass a request, with `tenant` filled in, and what its page was `opened_with`.
    """

    tenant: Tenant
    opened_with: Mapping[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.tenant = self.tenant
        for field in self.fields.values():
            field.label = capfirst(field.label) if field.label else field.label

    @property
    def began(self) -> str:
        """Stands for the values that it began with."""
        return page_marks.mark(self.initial)

    def _get_validation_exclusions(self) -> set[str]:
        # The tenant is no field of the form, and Django skips constraints on fields that are not.
        return set(super()._get_validation_exclusions()) - {"tenant"}  # type: ignore[misc]

    def _clean_fields(self) -> None:
        """Refuses NUL, which PostgreSQL holds in no column, also in lists and pairs.

        Their fields check otherwise.
        """
        super()._clean_fields()  # type: ignore[misc]
        for name, value in list(self.cleaned_data.items()):
            try:
                for text in list_texts(value, with_names=True):
                    without_nul(text)
            except ValidationError as error:
                self.add_error(name, error)

    def _post_clean(self) -> None:
        """Names for programs may be typed as people write: "Number portability" is number_portability."""
        if self.opened_with.get(page_marks.name_of(self.instance), self.began) != self.began:
            self.add_error(
                None, _("It was changed after you opened this page. Open it again: nothing was saved.")
            )
        for field in self._meta.model._meta.concrete_fields:
            typed = self.cleaned_data.get(field.name)
            if isinstance(typed, str) and slug in field.validators:
                self.cleaned_data[field.name] = as_name(typed)
        super()._post_clean()  # type: ignore[misc]
        for field in self._meta.model._meta.concrete_fields:
            if isinstance(field, EncryptedField) and field.name in self.fields:
                self._keep_where_it_is(field)

    def _keep_where_it_is(self, secret: EncryptedField) -> None:
        """A stored secret is not sent to a new address: whoever changes that must know it.

        The row is looked at as it is stored and as the form began with it: the form of an old version
        begins with an old address, and of two forms sent at once one begins with what the other changes.
        """
        stored = self._meta.model._base_manager.filter(pk=self.instance.pk).first()
        if stored is None or secret.is_new(self.cleaned_data.get(secret.name)):
            return
        moved = False
        for name in secret.sent_to:
            known = getattr(stored, name)
            moved |= {known, self.initial.get(name, known)} != {getattr(self.instance, name)}
        if moved and getattr(self.instance, secret.name):
            self.add_error(
                secret.name,
                _(
                    "Where it is sent changed, so what is stored is not used there: "
                    "enter it again, or a single - to go on without."
                ),
            )

    def _update_errors(self, errors: ValidationError) -> None:
        """Says at the field, and with its value, what is taken already."""
        if hasattr(errors, "error_dict"):
            place = places.of(self._meta.model)
            for name in place.fields if place is not None else ():
                if name not in self.fields:  # somebody else's to write
                    errors.error_dict.pop(name, None)
            rest = []
            for error in errors.error_dict.pop(NON_FIELD_ERRORS, []):
                field = self._find_taken(error)
                if field:
                    said = _("“%(value)s” exists already. Choose another one, or edit that one.")
                    self.add_error(field, said % {"value": self._show(field)})
                else:
                    rest.append(error)
            if rest:
                errors.error_dict[NON_FIELD_ERRORS] = rest
        super()._update_errors(errors)  # type: ignore[misc]

    def _find_taken(self, error: ValidationError) -> str | None:
        """The field at which a broken uniqueness should be shown."""
        params = error.params if isinstance(error.params, dict) else {}
        names: tuple[str, ...] = tuple(params.get("unique_check") or ())
        for constraint in self._meta.model._meta.constraints:
            if isinstance(constraint, UniqueConstraint) and constraint.name == params.get("name"):
                names = tuple(constraint.fields)
        return next((name for name in reversed(names) if name in self.fields), None)

    def _show(self, field: str) -> str:
        choice = getattr(self.instance, f"get_{field}_display", None)
        return str(choice() if choice else getattr(self.instance, field))
