INVOICE = {"msisdn": "5511999999999", "invoice_id": "INV001"}
ORDER = {"order_id": "P100", "customer_id": "C001"}
CUST = {"customer_id": "C001"}
BOTH = {**INVOICE, **CUST}
TALKS = [
    ("telecom_contas", BOTH, ["Onde está meu pedido e minha fatura veio alta?", "P100"]),
    ("telecom_contas", {}, ["Minha fatura veio alta"]),
    ("telecom_contas", INVOICE, ["Bom dia! Minha fatura veio alta, qual meu plano e quero trocar o pedido P100", "sim"]),
    ("telecom_contas", INVOICE, ["No quiero cancelar mi plan, ¿cuál es mi factura?", "¿y el vencimiento?"]),
    ("retail_orders", CUST, ["Quero trocar um produto", "P100", "pode", "obrigado"]),
    ("retail_orders", CUST, ["Qual o status do pedido P100?", "e do PED-1001?", "meu cpf é 529.982.247-25 e o pedido P100 não chegou"]),
    ("telecom_contas", {**INVOICE}, ["Hi, my name is Ada Lovelace", "what is my invoice?", "What was my name?"]),
    ("retail_orders", CUST, ["quero devolver o pedido P100 e onde está a entrega?", "sim"]),
]
async def test_dump(web):
    for n, (agent, ctx, lines) in enumerate(TALKS):
        print("\n=====", agent, ctx)
        session = f"zz-{n}"
        for line in lines:
            a = (await web.say(line, session, agent=agent, context=ctx)).json()
            if "text" not in a: print(a); continue
            m = a["metadata"]; session = a["session_id"]
            print(">>", line); print("  <<", a["text"].replace("\n", "\n     "))
            print("     ", m["agents"], m["intent"], m["route_decision"].get("method"), [ (c["tool"], c["ok"]) for c in m["tool_calls"]], "Q:", m["question"] and (m["question"]["kind"], [o["label"] for o in m["question"]["options"]]), "H:", [(h.get("to_agent"), h.get("reason"), h.get("context_summary")) for h in m["handoffs"]], [ (g["code"], g["allowed"], g["reason"]) for g in m["guardrails"] if not g["allowed"] or g["reason"]], [(j["name"], j["score"], j["reason"]) for j in m["judges"] if j["score"] < 1])
