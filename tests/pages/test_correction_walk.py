"""What somebody does about a message that went to the wrong specialist.

Corrects it, publishes, and it goes there no more.
"""

from playwright.sync_api import expect

from conversations.models import Conversation
from releases import freshness
from routing.decision.profile_runtime import ProfileRuntime
from routing.models import RoutingCase
from tests.pages.test_business_walk import ask, inside, person, tenant  # noqa: F401  (fixtures)

ASKED = "Quem inventou a segunda via?"
MISLED = ("segunda via", "billing_invoice_explanation")


def shop() -> ProfileRuntime:
    return ProfileRuntime.of(freshness.release("tenant_a", tenant().live_release), "telecom_contas")


def test_a_message_that_went_wrong_is_corrected_and_goes_there_no_more(inside) -> None:
    expect(ask(inside, ASKED)).to_contain_text("billing_agent · billing_invoice_explanation")
    assert MISLED not in (shop().weak or {})

    inside.goto(f"/analytics/conversations/{Conversation.objects.of(tenant()).latest('last_activity').pk}/")
    inside.locator("details.how > summary").first.click()
    inside.get_by_role("link", name="Isto deveria ter sido …").click()
    expect(inside.locator("blockquote")).to_contain_text(ASKED)
    inside.select_option("#intent", "-")
    inside.get_by_role("button", name="Guardar").click()
    expect(inside.get_by_role("link", name="Desfazer")).to_be_visible()

    inside.goto("/admin/publish/")
    expect(inside.locator("#cases")).to_contain_text("O rascunho encaminha bem 1 de 1; o que está no ar, 0.")
    inside.get_by_role("button", name="Publicar", exact=True).click()
    expect(inside.locator(".studio-bar")).to_contain_text("2")
    (why,) = shop().weak[MISLED].cases
    assert (why.source, why.key) == ("correction", RoutingCase.objects.of(tenant()).get().key)

    explained = ask(inside, ASKED)
    expect(explained).to_contain_text("billing_agent")
    expect(explained).not_to_contain_text("product_agent")
    inside.goto("/admin/routing/routingcase/")
    expect(inside.locator("#result_list, table").first).to_contain_text("certo")
