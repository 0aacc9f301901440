"""The classes every page of the Studio is made of. They are the only place that scopes the admin.

`AuthoredAdmin` edits what a tenant authors, `RecordAdmin` shows what happened, `Inline` edits rows inside
another row's page. Rows, foreign keys, many-to-many choices and autocompletes are the request's tenant's.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, cast

from django import forms
from django.contrib.admin.utils import flatten, flatten_fieldsets
from django.core.exceptions import PermissionDenied
from django.db import models
from django.forms.models import _get_foreign_key
from django.http import HttpRequest
from django.utils.text import capfirst
from simple_history.admin import SimpleHistoryAdmin
from unfold.admin import ModelAdmin, TabularInline

from studio import addresses, choosing, page_marks, row_history
from studio.access import is_allowed, tenant
from studio.choosing import RowButtons
from studio.forms import TenantForm
from studio.lookups import Filtered
from studio.row_history import AuditHistory
from studio.values import READABLE, cell, reader
from tenancy import company_lock
from tenancy.operational import touch
from tenancy.tenant_rows import TenantModel

ROWS = 4  # of a text area
NEW_ROWS = 100  # in a table, with one save: each is drawn again when something is refused, 1.4 ms a row


def _drop(sets: Any, names: Collection[Any]) -> list[tuple[Any, dict[str, Any]]]:
    """The sections of a form without these fields, and without those that had nothing else."""
    left = [
        (title, {**facts, "fields": [each for each in flatten(facts["fields"]) if each not in names]})
        if any(each in names for each in flatten(facts["fields"]))
        else (title, facts)
        for title, facts in sets
    ]
    return [(title, facts) for title, facts in left if facts["fields"]]


class Scoped:
    """Mixin: nothing of another tenant can be seen, chosen or reached by its address.

    `typed` names form fields for JSON columns, `helps` a sentence with an example where the model has none.
    """

    model: type[models.Model]
    typed: ClassVar[Mapping[str, Callable[..., forms.Field]]] = {}
    helps: ClassVar[Mapping[str, Any]] = {}

    def get_queryset(self, request: HttpRequest) -> models.QuerySet[Any]:
        rows: Any = super().get_queryset(request)  # type: ignore[misc]
        return cast("models.QuerySet[Any]", rows.filter(tenant=tenant(request)))

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        help_text = self.helps.get(db_field.name)
        if db_field.name in self.typed:
            label, told = capfirst(db_field.verbose_name), help_text or db_field.help_text
            made = self.typed[db_field.name](label=label, help_text=told)
            if made.initial is None and db_field.has_default():
                made.initial = db_field.get_default()
            return made
        if help_text:
            kwargs["help_text"] = help_text
        field = super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc]
        if field is not None and isinstance(field.widget, forms.Textarea):
            field.widget.attrs["rows"] = ROWS
        return field

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        kwargs = {"queryset": self._choices(db_field, request), "form_class": choosing.Row, **kwargs}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)  # type: ignore[misc]

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        kwargs = {"queryset": self._choices(db_field, request), "form_class": choosing.Rows, **kwargs}
        return super().formfield_for_manytomany(db_field, request, **kwargs)  # type: ignore[misc]

    @staticmethod
    def _choices(db_field: Any, request: HttpRequest) -> models.QuerySet[Any]:
        related = db_field.remote_field.model
        rows: models.QuerySet[Any] = related._base_manager.all()
        return rows.filter(tenant=tenant(request)) if issubclass(related, TenantModel) else rows


class TenantAdmin(AuditHistory, RowButtons, Scoped, Filtered, ModelAdmin):  # type: ignore[misc]
    """A page about rows of one tenant.

    `at_once` are the fields that act without publishing, `never` is what nobody may do with a row, whatever
    their role: add, change, delete. `about` is what an empty list says it is for.
    """

    at_once: ClassVar[tuple[str, ...]] = ()
    never: ClassVar[tuple[str, ...]] = ()
    about: ClassVar[Any] = ""

    form = TenantForm
    change_form_before_template = "studio/page_marks.html"
    change_form_outer_after_template = "studio/row_actions.html"
    compressed_fields = True
    list_filter_submit = False
    list_per_page = 50
    show_full_result_count = False
    show_facets = False
    warn_unsaved_form = True

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        # The class is made anew for each request.
        form.tenant, form.opened_with = tenant(request), page_marks.read(request)
        return form

    def get_object(self, request: HttpRequest, object_id: Any, from_field: str | None = None) -> Any:
        """The row; one that is sent is read in its company's turn: of two at once the later sees the other's.

        Its `page_marks` are compared with it.
        """
        if request.method == "POST":
            company_lock.hold(tenant(request))
        return super().get_object(request, object_id, from_field)

    def get_list_display(self, request: HttpRequest) -> Any:
        """Long texts and times as columns that stay readable whatever is in them."""
        return [
            cell(self.model, each) if isinstance(each, str) and not hasattr(self, each) else each
            for each in self.list_display
        ]

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """The list; one that nothing narrows is all there is, and offers no way back to it."""
        listed = super().get_changelist_instance(request)
        if not listed.query and not listed.has_active_filters:
            listed.full_result_count = listed.result_count
        return listed

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """For who may only read, JSON fields are replaced by readable lines, secrets by their end.

        A new row has no facts yet: its page asks for what can be written.
        """
        sets, fixed = super().get_fieldsets(request, obj), addresses.list_fixed(request, self.model)
        if obj is None:
            sets = _drop(sets, self.get_readonly_fields(request))
        if obj is None or hasattr(request, "_version"):
            return addresses.without(sets, fixed) if fixed else sets
        if fixed and self.has_change_permission(request, obj):
            sets = addresses.describe_changes(sets, fixed)
        may_author = self.may_author(request, obj)
        if may_author and not fixed:
            return sets
        columns = {
            field.name: reader(self.model, field.name)
            for field in self.model._meta.concrete_fields
            if isinstance(field, READABLE)
            and (field.name in fixed if may_author else not self._operates(request, obj, field.name))
        }

        def readable(name: Any) -> Any:
            return tuple(map(readable, name)) if isinstance(name, tuple) else columns.get(name, name)

        return [
            (title, {**facts, "fields": [readable(name) for name in facts["fields"]]})
            for title, facts in sets
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """For somebody who only operates the rows, all but what acts `at_once`."""
        fields = super().get_readonly_fields(request, obj)
        if obj is None or not self.has_change_permission(request, obj):
            return fields
        may_author, fixed = self.may_author(request, obj), addresses.list_fixed(request, self.model)
        if may_author and not fixed:
            return fields
        shown = flatten_fieldsets(self.get_fieldsets(request, obj))
        if not may_author:
            return [*fields, *(name for name in shown if name not in self.at_once)]
        named = addresses.names(obj)  # what is live is found by its name
        return [*fields, *(name for name in shown if callable(name) or name in (*fixed, *named))]

    def _operates(self, request: HttpRequest, obj: Any, name: str) -> bool:
        return name in self.at_once and self.has_change_permission(request, obj)

    def may_author(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the person may write all of a row: whoever may change it and make another one."""
        may_change = self.has_change_permission(request, obj)
        return may_change and (not self.at_once or self._may(request, "add", obj))

    def _may(self, request: HttpRequest, verb: str, obj: Any) -> bool:
        if verb in self.never or (obj and obj.tenant_id and obj.tenant_id != tenant(request).pk):
            return False
        meta = self.model._meta
        return is_allowed(request, f"{meta.app_label}.{verb}_{meta.model_name}")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may(request, "view", obj) or self._may(request, "change", obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self._may(request, "add", None)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may(request, "change", obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may(request, "delete", obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.tenant = tenant(request)
        new_address = addresses.before_saving(request, obj)
        super().save_model(request, obj, form, change)
        addresses.after_saving(request, new_address, obj)
        if self.at_once:
            touch(tenant(request))

    def render_change_form(self, request: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        row = context.get("original")
        inlines = [form for each in context["inline_admin_formsets"] for form in each.formset.forms]
        context["opened_with"] = page_marks.write(request, [context["adminform"].form, *inlines])
        context["address_waits"] = addresses.waits(request, row)
        context["address_dropped"] = addresses.find_dropped(row)
        for shown in filter(None, (context["address_waits"], context["address_dropped"])):
            shown.author = addresses.name_author(shown)
        context["row_actions"] = self._row_actions(request) if row is not None else []
        return super().render_change_form(request, context, *args, **kwargs)

    def _row_actions(self, request: HttpRequest) -> list[tuple[str, Any]]:
        """Name and title of the list's own actions that the person may take.

        Its row's page offers them too.
        """
        offered = self.get_actions(request)
        return [(name, offered[name][2]) for name in self.actions or () if name in offered]

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        formset.save(commit=False)
        for row in formset.deleted_objects:
            row.delete()
        for row in [*formset.new_objects, *(changed for changed, _fields in formset.changed_objects)]:
            row.tenant = tenant(request)
            row._history_user = request.user
            row.save()
        formset.save_m2m()


class AuthoredAdmin(SimpleHistoryAdmin, TenantAdmin):  # type: ignore[misc]
    """A page about what a tenant authors: edits act by publishing; every version can be brought back."""

    history_list_per_page = 25
    object_history_list_template = "studio/versions.html"

    def __init__(self, model: type[models.Model], admin_site: Any) -> None:
        super().__init__(model, admin_site)
        row_history.readable(model)

    def get_history_queryset(
        self, request: HttpRequest, history_manager: Any, pk_name: str, object_id: Any
    ) -> Any:
        rows: Any = super().get_history_queryset(request, history_manager, pk_name, object_id)
        return rows.filter(tenant=tenant(request))

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: Any = None
    ) -> Any:
        """Looking at a version needs to see the row, bringing it back to change it (asked once)."""
        if request.method == "POST" and not self.may_author(request):
            raise PermissionDenied
        request._version = version_id  # type: ignore[attr-defined]  # shown in a form, which knows no lines
        return super().history_form_view(request, object_id, version_id, extra_context)

    def revert_disabled(self, request: HttpRequest, obj: Any = None) -> bool:
        return not self.may_author(request, obj)


class RecordAdmin(TenantAdmin):
    """A page about what happened. It can be read and followed, never edited."""

    never: ClassVar[tuple[str, ...]] = ("add", "change", "delete")
    list_disable_select_all = True
    actions = None

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return flatten(self.fields or ())

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context["show_history"] = False  # a record has no edits
        return super().render_change_form(request, context, *args, **kwargs)


class Inline(Scoped, TabularInline):  # type: ignore[misc]
    """Rows edited inside another row's page; who may change that row may change these."""

    form = TenantForm
    extra = 0
    hide_title = True

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        if request.method == "POST":  # a form that claims to have 2 000 rows took three seconds
            kwargs["max_num"] = kwargs["absolute_max"] = NEW_ROWS + self._count_stored(obj)
        formset = super().get_formset(request, obj, **kwargs)
        formset.form.tenant, formset.form.opened_with = tenant(request), page_marks.read(request)
        return formset

    def _count_stored(self, obj: Any) -> int:
        if obj is None or obj.pk is None:
            return 0
        key = _get_foreign_key(self.parent_model, self.model, fk_name=self.fk_name)
        return int(self.model._base_manager.filter(**{key.name: obj}).count())

    def _may(self, request: HttpRequest) -> bool:
        meta = self.parent_model._meta
        return is_allowed(request, f"{meta.app_label}.change_{meta.model_name}")

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """A cell of a table has no label beside it: it says itself what it is."""
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field is not None:
            field.widget.attrs.setdefault("aria-label", str(field.label or db_field.verbose_name))
        return field

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        meta = self.parent_model._meta
        return self._may(request) or is_allowed(request, f"{meta.app_label}.view_{meta.model_name}")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may(request)
