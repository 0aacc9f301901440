"""A world's documents: brought into their collections and read at once, before its release is published.

    write(tenant, world.collections)                # inside the transaction that writes the world
    queue_second_look(tenant)                       # the slow look at them, for a process that stays

What is there already is not read again, so a reset of the world costs nothing here.
"""

from collections.abc import Sequence

from agents.knowledge import bringing, indexing, removing, second_look
from agents.knowledge.bringing import BroughtDocument
from agents.knowledge.models import Collection, Document, DocumentFile
from agents.knowledge.uploads import title_of
from demo.shape import DemoCollection
from tenancy.models import Tenant
from work.context import JobContext
from work.models import Job

AUTHOR = "demo"


def write(tenant: Tenant, collections: Sequence[DemoCollection]) -> dict[str, Collection]:
    """The rows of these collections, each with all its documents; others of the company go."""
    names = [each.name for each in collections]
    for row in Collection.objects.of(tenant).exclude(name__in=names):
        removing.remove_collection(row)
    return {each.name: _write(tenant, each) for each in collections}


def queue_second_look(tenant: Tenant) -> None:
    """Lets the first sweep of a server have the documents looked at by the encoder for retrieval."""
    for row in Collection.objects.of(tenant).exclude(kind=Collection.Kinds.PERSONAL):
        _queue_look(row)


def _write(tenant: Tenant, about: DemoCollection) -> Collection:
    row = Collection.objects.of(tenant).filter(name=about.name).first()
    row = row or Collection(tenant=tenant, name=about.name)
    row.title, row.description, row.kind = about.title, about.description, about.kind
    row.threshold = about.threshold
    row.save()
    files = [BroughtDocument(each.path, each.content.encode(), each.title) for each in about.documents]
    found = bringing.compare(tenant, about.name, files)
    for gone in found.gone:
        removing.take_out(gone)
    looks = _queue_look(row)  # who finds it waiting begins none, which a process that ends could not do
    for replaced, file in [("", each) for each in found.new] + [(old.pk, each) for old, each in found.newer]:
        _read(row, file, replaced)
    Job.unscoped.filter(pk=looks.pk).delete()
    row.refresh_from_db()
    return row


def _read(collection: Collection, file: BroughtDocument, replaces: str) -> None:
    """Does what a job would do, in this process and transaction. Raises ValueError: it cannot be read."""
    document = Document(
        tenant_id=collection.tenant_id,
        collection=collection,
        title=file.title or title_of(file.name),
        source=file.name,
        kind=file.name.rpartition(".")[2],
        digest=file.digest,
        size=len(file.content),
        replaces=replaces,
        author=AUTHOR,
    )
    document.save()
    DocumentFile(tenant_id=collection.tenant_id, document=document, content=file.content).save()
    payload = {"document": document.pk}
    job = Job(tenant_id=collection.tenant_id, kind=indexing.KIND, payload=payload, author=AUTHOR, attempt=1)
    job.status = Job.Statuses.RUNNING
    job.save()
    result = indexing.run(JobContext(job.pk, collection.tenant_id, payload, AUTHOR))
    Job.unscoped.filter(pk=job.pk).delete()
    if "error" in result:
        raise ValueError(f"{file.path}: {result['error']}")


def _queue_look(collection: Collection) -> Job:
    job = Job(tenant_id=collection.tenant_id, kind=second_look.KIND, payload={"collection": collection.pk})
    job.author = AUTHOR
    job.save()
    return job
