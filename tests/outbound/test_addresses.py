import pytest

from outbound.addresses import refusal, resolve_row_url
from outbound.errors import UnknownVariable
from tests.parts.phrases import try_each

REFUSED = [
    "10.0.0.1", "172.16.3.4", "192.168.1.1", "169.254.169.254", "100.100.100.200", "192.0.0.192",
    "168.63.129.16", "0.0.0.0", "224.0.0.1", "255.255.255.255", "::", "fe80::1%eth0", "fd00:ec2::254",
    "fec0::1",
    "::ffff:10.0.0.1", "::ffff:169.254.169.254", "2002:0a00:0001::1", "64:ff9b::a9fe:a9fe", "ff02::1",
]  # fmt: skip


@try_each("address", REFUSED)
def test_an_inner_address_is_refused_in_every_spelling(address):
    assert refusal(address)


@try_each("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_a_public_address_is_allowed(address):
    assert refusal(address) == ""


@pytest.mark.parametrize("address", ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_allowed_only_when_settings_say_so(address, settings):
    settings.OUTBOUND_ALLOW_LOOPBACK = True
    assert refusal(address) == ""
    settings.OUTBOUND_ALLOW_LOOPBACK = False
    assert refusal(address)


def test_a_row_may_use_an_allowed_variable_of_the_environment(settings, monkeypatch):
    settings.ROW_ENVIRONMENT = ["SHOP_URL"]
    monkeypatch.setenv("SHOP_URL", "http://127.0.0.1:8200")
    assert resolve_row_url(" ${ENV:SHOP_URL}/mcp ") == "http://127.0.0.1:8200/mcp"
    assert resolve_row_url("https://tools.example.com/mcp") == "https://tools.example.com/mcp"


@pytest.mark.parametrize("name", ["SECRET_KEY", "SHOP_URL"], ids=["not allowed", "not set"])
def test_a_row_cannot_read_other_variables(name, settings, monkeypatch):
    settings.ROW_ENVIRONMENT = ["SHOP_URL"]
    monkeypatch.setenv("SECRET_KEY", "hidden")
    with pytest.raises(UnknownVariable) as refused:
        resolve_row_url(f"${{ENV:{name}}}")
    assert "hidden" not in str(refused.value)
