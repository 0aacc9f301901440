"""The demo's companies: who they know, what they hide, that they start elsewhere when a port is taken."""

import socket

import pytest

from demo.servers import clinic, ports, retail, telecom
from demo.servers.data import as_of_today, today
from demo.servers.retail import ORDERS
from demo.servers.telecom import CUSTOMERS, LINES
from tests.parts.phrases import try_each

NOT_FOUND = {"found": False}


@try_each(("msisdn", "invoice"), [("5511999999999", "INV001"), ("11999999999", "INV-CERT-001")])
def test_known_customers_have_their_invoice_as_the_newest(msisdn: str, invoice: str) -> None:
    found = telecom.consultar_fatura(msisdn, invoice)
    assert found == telecom.consultar_fatura(msisdn)
    assert found.keys() == {"invoice_id", "msisdn", "valor_total", "vencimento", "status", "itens"}
    assert found["valor_total"] == pytest.approx(sum(item["valor"] for item in found["itens"]))


def test_a_line_is_found_however_its_number_is_written() -> None:
    assert telecom.consultar_plano("+55 (11) 99999-9999") == telecom.consultar_plano("5511999999999")
    assert telecom.listar_servicos("3000131180")["servicos"]
    assert telecom.consultar_pagamentos("3000131180")["pagamentos"]


@try_each(
    "answer",
    [
        lambda: telecom.consultar_fatura("000"),
        lambda: telecom.consultar_fatura("11999999999", "INV001"),
        lambda: telecom.consultar_plano("5511999999999", "ASSET-999"),
        lambda: telecom.listar_servicos(""),
        lambda: retail.consultar_pedido("P999", "C001"),
        lambda: retail.consultar_pedido("P100", "C002"),
        lambda: retail.consultar_entrega("P999", "C001"),
        lambda: retail.consultar_entrega("P100", ""),
        lambda: retail.consultar_pedido("P100", "11999999999"),
        lambda: retail.solicitar_troca("P999", "x"),
        lambda: clinic.buscar_cita("PAC-7001", "CITA-510"),
        lambda: clinic.reagendar_cita("CITA-1", "2026-12-01"),
    ],
)
def test_what_is_unknown_or_anothers_is_not_found(answer) -> None:
    assert answer() == NOT_FOUND


@try_each(("order", "customer"), [("P100", "C001"), ("PED-CERT-001", "CLIENTE-CERT"), ("PED-1001", "C1001")])
def test_known_orders(order: str, customer: str) -> None:
    found = retail.consultar_pedido(order, customer)
    assert (found["order_id"], found["customer_id"]) == (order, customer)
    assert found["itens"][0].keys() == {"sku", "descricao", "quantidade", "valor"}
    total = sum(item["valor"] * item["quantidade"] for item in found["itens"])
    assert found["valor_total"] == pytest.approx(total)
    delivery = retail.consultar_entrega(order.lower(), CUSTOMERS[customer])
    assert {"transportadora", "codigo_rastreio", "previsao_entrega", "eventos"} <= delivery.keys()


def test_an_exchange_asked_for_twice_is_one_exchange() -> None:
    first, second = (
        retail.solicitar_troca("P100", "C001", "quebrado"),
        retail.solicitar_troca("p100", "C001", "outro"),
    )
    assert first == second
    assert first["protocolo"] != retail.solicitar_devolucao("P100", "C001", "quebrado")["protocolo"]
    assert retail.solicitar_troca("P100", "C002", "alheio") == {"found": False}
    assert retail.solicitar_troca("P100", "", "ninguém") == {"found": False}
    assert first.keys() == {"protocolo", "order_id", "status", "orientacao"}


def test_an_appointment_moves_only_to_a_day_the_doctor_works() -> None:
    before = clinic.buscar_cita("PAC-7001")
    refused = clinic.reagendar_cita(before["appointment_id"], "2026-12-25")
    assert refused["status"] == "no disponible"
    moved = clinic.reagendar_cita(before["appointment_id"], refused["days"][-1])
    assert moved["day"] == refused["days"][-1]
    assert clinic.reagendar_cita(before["appointment_id"], moved["day"]) == moved


def test_there_are_a_few_dozen_of_each_and_no_two_alike() -> None:
    invoices = [each["invoice_id"] for line in LINES.values() for each in line["faturas"]]
    assert len(LINES) >= 36
    assert len(ORDERS) >= 36
    assert len(set(invoices)) == len(invoices)


def test_a_taken_port_means_the_next_free_one() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        wanted = ports.DemoServer("telecom", taken.getsockname()[1])
        again = ports.DemoServer("retail", wanted.port)
        listening = ports.listen([wanted, again])
    chosen = {name: each.getsockname()[1] for name, each in listening.items()}
    for each in listening.values():
        each.close()
    assert wanted.port not in chosen.values()
    assert len(set(chosen.values())) == 2
    assert wanted.url(8101) == "http://127.0.0.1:8101/mcp"
    assert wanted.variable == "DEMO_TELECOM_URL"


def test_what_is_on_its_way_is_expected_after_today() -> None:
    for order in ORDERS.values():
        delivered = order["pedido"]["status"] == "entregue"
        days = [event["data"] for event in order["entrega"]["eventos"]]
        assert days == sorted(days, reverse=True) and days[0] <= str(today())
        assert delivered or order["entrega"]["previsao_entrega"] > str(today())


def test_the_days_of_the_world_go_with_the_day(monkeypatch) -> None:
    monkeypatch.setenv("DEMO_TODAY", "2027-03-03")
    assert as_of_today("due 2026-12-20, paid INV-2026-1") == "due 2027-03-21, paid INV-2026-1"
