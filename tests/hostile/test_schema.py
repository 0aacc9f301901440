"""The schema says all that a door refuses, is made once a language, and is read without a foreign host."""

import json
import re

from routing.api.schema import document
from tests.parts.phrases import try_each


def test_the_schema_is_whole():
    whole = json.loads(document("json").content)
    assert whole["components"]["securitySchemes"]["bearer"] == {"type": "http", "scheme": "bearer"}
    for path, methods in whole["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["tags"], where
            assert operation["description"], where
            refusals = {status for status in operation["responses"] if status >= "400"}
            if operation["security"] == [{}]:
                continue
            assert {"401", "403", "404", "429", "503"} <= refusals, where
            for status in refusals & {"402", "429", "503"}:
                assert "Retry-After" in operation["responses"][status]["headers"], where
            if "requestBody" in operation:
                form = "multipart/form-data" if operation["operationId"] == "attach" else "application/json"
                assert [*operation["requestBody"]["content"]] == [form], where
                assert {"400", "408", "413", "415", "422"} <= refusals, where
            for status in refusals:
                ((media, shape),) = operation["responses"][status]["content"].items()
                ours = (
                    ("application/json", "OpenAiError")
                    if path.startswith("/v1/")
                    else ("application/problem+json", "Problem")
                )
                assert (media, shape["schema"]) == (ours[0], {"$ref": f"#/components/schemas/{ours[1]}"}), (
                    where
                )


def test_what_takes_messages_says_that_a_budget_may_be_spent():
    paths = json.loads(document("json").content)["paths"]
    takes = {path for path, methods in paths.items() if "402" in methods.get("post", {}).get("responses", ())}
    assert takes == {
        "/api/chat/message", "/api/chat/multi-agent/message", "/channels/{channel}/message",
        "/channels/webhook/{channel_id}", "/gateway/message", "/gateway/message/sse",
    }  # fmt: skip


def test_a_generated_client_has_names_that_a_person_would_choose():
    whole = json.loads(document("json").content)
    named = [each["operationId"] for methods in whole["paths"].values() for each in methods.values()]
    assert len(set(named)) == len(named) and "sendMessage" in named
    assert [each for each in named if not re.fullmatch(r"[a-z]+(?:[A-Z][a-z]+)*", each)] == []
    assert [each for each in whole["components"]["schemas"] if each.endswith("RequestRequest")] == []


def test_a_name_may_be_empty_in_the_schema_as_at_the_doors():
    whole = json.loads(document("json").content)
    (tenant,) = [
        each for each in whole["paths"]["/agents"]["get"]["parameters"] if each["name"] == "tenant_id"
    ]
    assert {"type": "string", "maxLength": 0} in tenant["schema"]["anyOf"]
    assert "oneOf" not in tenant["schema"]


def test_the_schema_is_made_once_and_says_when_it_is_as_before(client, settings):
    from routing.api import schema

    settings.DEMO = True
    first = client.get("/api/schema/")
    made = schema._document.cache_info().misses
    again = client.get("/api/schema/", headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert schema._document.cache_info().misses == made
    spanish = client.get("/api/schema/?format=json", headers={"Accept-Language": "es"})
    assert spanish.headers["ETag"] != first.headers["ETag"]
    assert json.loads(spanish.content)["openapi"].startswith("3.")


@try_each("query", ["?lang=xx", "?format=../x", "?version=9", "?lang=%00", "?format=%ff"])
def test_no_question_makes_another_schema(client, settings, query):
    from routing.api import schema

    settings.DEMO = True
    client.get("/api/schema/")
    made = schema._document.cache_info().currsize
    assert client.get(f"/api/schema/{query}").status_code == 200
    assert schema._document.cache_info().currsize == made


def test_the_reader_of_the_schema_asks_no_foreign_host(client, settings):
    settings.DEMO = True
    page, script = client.get("/api/docs/").content, client.get("/api/docs/?script=").content
    assert b"http://" not in page + script
    assert b"https://" not in page + script
    assert b'"validatorUrl": null' in script
    assert client.options("/api/docs/").status_code == 200
    assert client.post("/api/docs/").status_code == 405
    problem = client.post("/api/schema/")
    assert (problem.status_code, problem.headers["Content-Type"]) == (405, "application/problem+json")
