"""A small shop's examples: three intents and what nobody serves, in three languages."""

from routing.decision.learning.samples import OUT_OF_SCOPE, Sample

EXAMPLES = {
    "billing": """minha fatura veio errada | cobraram duas vezes o mesmo mês | quero a segunda via do boleto |
        por que a conta veio tão alta? | me cobraron de más | la factura está mal |
        no entiendo el cobro de este mes |
        I was charged twice | my bill is too high this month |
        where can I see my invoice? |
        tem um valor estranho na minha conta | quiero ver mi factura""",
    "orders": """onde está meu pedido? | cadê minha encomenda | meu pedido ainda não chegou |
        quando chega a entrega? |
        dónde está mi pedido | mi paquete no llegó todavía | cuándo llega mi compra | where is my order? |
        my package has not arrived | track my delivery | a entrega está atrasada | el envío está demorado""",
    "returns": """quero devolver o produto | chegou quebrado e quero outro | como faço a troca? |
        não serviu, quero trocar |
        quiero devolver lo que compré | llegó roto, quiero un cambio | cómo hago una devolución |
        I want to return this | it arrived broken, send me a new one | how do I exchange an item? |
        o produto veio com defeito | me mandaron el talle equivocado""",
    OUT_OF_SCOPE: """conta uma piada | qual a previsão do tempo? | quem ganhou o jogo ontem? |
        me recomenda um filme |
        cuéntame un chiste | qué tiempo hace hoy | who is the president? | tell me a story |
        how do I cook rice? | what is the capital of France? | qual o sentido da vida? | escreve um poema""",
}


def samples(*intents: str) -> list[Sample]:
    """The examples of those intents; of all without a name."""
    return [
        Sample(text.strip(), intent) for intent in intents or EXAMPLES for text in EXAMPLES[intent].split("|")
    ]
