"""What `make run` knows by itself."""

import os

import pytest

from demo import prepare


@pytest.mark.parametrize(
    ("said", "then"),
    [(None, "http://localhost:8009"), ("https://chat.example.com", "https://chat.example.com")],
)
def test_links_name_the_host_that_make_run_serves_unless_another_is_said(
    said: str | None, then: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITE_URL", said or "")
    if said is None:
        monkeypatch.delenv("SITE_URL")
    for name in ("DJANGO_SETTINGS_MODULE", "SWITCHBOARD_DEMO", "STOP_NOTICE_SECONDS"):
        monkeypatch.setenv(name, os.environ.get(name, ""))
    prepare.environment(True, "http://localhost:8009")
    assert os.environ["SITE_URL"] == then
