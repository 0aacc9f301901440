"""A program that imports documents and publishes at once gets a release that finds them."""

import pytest

from agents.knowledge.models import Collection, Document
from tests.api.test_programs import files, said
from tests.api.test_programs import grand_hotel as grand_hotel
from tests.api.test_programs import program as program
from work.models import Job


async def test_a_release_waits_for_documents_that_are_read_for_the_first_time(program):
    said(await program.post("/api/config/import", json={"files": files()}))
    own = {"tenant_id": "grand_hotel"}
    handbook = await Collection.unscoped.acreate(**own, name="handbook")
    job = await Job.unscoped.acreate(**own, kind="index_document")
    document = await Document.unscoped.acreate(**own, collection=handbook, source="terms.md", job=job.pk)
    refused = said(await program.post("/api/releases"), 409)
    assert refused["code"] == "documents_being_read" and "1 of 1 documents" in refused["detail"]
    assert said(await program.get("/api/releases"))["live_release"] is None
    said(await program.post("/api/releases", json={"without_documents": True}))
    await Document.unscoped.filter(pk=document.pk).aupdate(status=Document.Statuses.FAILED)
    assert not said(await program.post("/api/releases"))["published"]


@pytest.mark.parametrize("ended", [Job.Statuses.FAILED, Job.Statuses.CANCELLED])
async def test_a_document_whose_job_has_ended_without_reading_it_is_not_waited_for(program, ended):
    said(await program.post("/api/config/import", json={"files": files()}))
    own = {"tenant_id": "grand_hotel"}
    handbook = await Collection.unscoped.acreate(**own, name="handbook")
    job = await Job.unscoped.acreate(**own, kind="index_document", status=Job.Statuses.RUNNING)
    reading = {"status": Document.Statuses.READING, "job": job.pk}
    await Document.unscoped.acreate(**own, collection=handbook, source="terms.md", **reading)
    said(await program.post("/api/releases"), 409)
    await Job.unscoped.filter(pk=job.pk).aupdate(status=ended)
    assert said(await program.post("/api/releases"))["published"]
