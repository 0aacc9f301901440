"""What the pages of the staff say of the files that came with a message, and of those whose time was over."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from conversations import deleting
from conversations.models import Message, Step
from tenancy.models import Tenant
from tests.analytics.record import staff, talk

DIGEST = "a" * 64
FILES = [
    {"name": "<b>bill</b>.jpg", "media_type": "image/jpeg", "size": 1_400_000, "digest": DIGEST,
        "read": True},
    {"name": "***.pdf", "media_type": "application/pdf", "size": 900, "digest": "b", "read": False,
        "masked": True},
    {"name": "far.png", "media_type": "", "size": 0, "digest": "", "read": False},
]  # fmt: skip


@pytest.mark.django_db
def test_each_file_is_told_with_what_became_of_it_until_its_words_are_deleted(
    settings, django_user_model: type[User]
) -> None:
    settings.DEMO = False
    shop = Tenant.objects.create(slug="shop", title="Shop")
    turn = talk(shop, "a", [], title="Fatura", tools=[("look_up", "ok")])
    message = Message.objects.of(shop).filter(turn=turn, role="user")
    message.update(metadata={"attachments": FILES})
    Step.objects.of(shop).filter(turn=turn).update(detail={"model": "eye-1", "files": [DIGEST]})
    web: Client = staff("analyst", shop, django_user_model)
    listed, row = "/admin/conversations/message/", f"/admin/conversations/message/{message.get().pk}/change/"
    page = web.get(f"/analytics/conversations/{turn.conversation_id}/").content.decode()
    for words in ("&lt;b&gt;bill&lt;/b&gt;.jpg", "picture (JPEG) · 1.3", "read by eye-1"):
        assert words in page
    for words in ("***.pdf", "name masked", "read by no model", "far.png", "could not be fetched"):
        assert words in page
    assert "data:" not in page.split("<main", 1)[1] and DIGEST not in page.split("Step by step")[0]
    for address in (listed, row):
        assert "picture (JPEG)" in web.get(address).content.decode()
    deleting.erase(turn.conversation)
    page = web.get(f"/analytics/conversations/{turn.conversation_id}/").content.decode()
    assert ".jpg" not in page and "what was known of the files" in page
    assert "deleted with the words" in web.get(row).content.decode()
