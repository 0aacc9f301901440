"""The number that counts what happened to a collection's documents."""

from agents.knowledge.models import Collection
from tenancy.company_lock import hold


def next_of(collection: int) -> int:
    """The collection's next revision, from now on its current one; inside a transaction.

    What happens to a company's documents is a change of the draft, and stands in the history; what a user
    uploads acts at once and is none.
    """
    hold(Collection.unscoped.only("tenant_id").get(pk=collection).tenant_id)
    row = Collection.unscoped.select_for_update().get(pk=collection)
    row.revision += 1
    if row.kind == Collection.Kinds.PERSONAL:
        Collection.unscoped.filter(pk=collection).update(revision=row.revision)
    else:
        row.save()
    return row.revision
