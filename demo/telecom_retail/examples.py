"""Sentences people say, ten and more for each topic and language; the example tier will learn from them."""

BILLING = {
    "pt": (
        "Minha fatura veio alta", "Por que minha conta aumentou este mês?", "Preciso da segunda via do boleto",
        "Quando vence a minha fatura?", "Que cobrança é essa de 29,90?", "Meu pagamento já foi registrado?",
        "Paguei o boleto e a conta ainda aparece em aberto", "Quero entender os itens da minha fatura",
        "Veio um valor alto que eu não reconheço", "Qual o vencimento da minha conta?", "Me explica essa cobrança",
    ),
    "es": (
        "Mi factura vino muy alta", "¿Por qué subió mi cuenta este mes?", "Necesito una copia de la factura",
        "¿Cuándo vence mi factura?", "¿Qué es este cobro de 29,90?", "¿Ya registraron mi pago?",
        "Pagué y la factura sigue pendiente", "Quiero entender el detalle de mi factura",
        "Hay un cobro que no reconozco", "¿Cuál es la fecha de vencimiento?", "Explícame este cobro",
    ),
    "en": (
        "My bill is too high", "Why did my bill go up this month?", "I need a copy of the invoice",
        "When is my invoice due?", "What is this charge of 29.90?", "Has my payment been received?",
        "I paid and the invoice is still open", "Please explain the items on my invoice",
        "There is a charge I do not recognise", "What is the due date of my bill?", "Explain this charge to me",
    ),
}  # fmt: skip

CONTEST = {
    "pt": (
        "Quero contestar minha fatura", "Quero abrir uma contestação", "Não reconheço essa cobrança e quero contestar",
        "Como faço para contestar a conta?", "Desejo contestar o valor cobrado", "Vou contestar essa cobrança",
        "Abra uma contestação da fatura INV001", "Quero disputar essa cobrança", "Preciso contestar o roaming cobrado",
        "Contestar fatura", "Quero reclamar da fatura e receber o valor de volta",
    ),
    "es": (
        "Quiero impugnar mi factura", "Quiero disputar este cobro", "No reconozco el cobro y lo quiero impugnar",
        "¿Cómo hago para impugnar la cuenta?", "Deseo disputar el importe", "Voy a impugnar ese cobro",
        "Abra una impugnación de la factura INV001", "Quiero abrir una impugnación", "Necesito disputar el roaming",
        "Impugnar factura", "Quiero reclamar de la factura",
    ),
    "en": (
        "I want to dispute my invoice", "I want to open a dispute", "I do not recognise this charge and want to contest it",
        "How do I dispute my bill?", "I wish to contest the amount", "I will dispute this charge",
        "Open a dispute for invoice INV001", "I want to contest my bill", "I need to dispute the roaming charge",
        "Dispute invoice", "I dispute the last charge",
    ),
}  # fmt: skip

PRODUCT = {
    "pt": (
        "Qual é o meu plano?", "Quantos gigas de internet eu tenho?", "Meu plano tem roaming?",
        "Quais serviços estão ativos na minha linha?", "Que benefícios vêm no meu pacote?",
        "Como funciona a assinatura de música?", "O que é esse VAS?", "Quero saber dos planos com mais internet",
        "Meu pacote de dados já acabou?", "O roaming funciona na Argentina?", "Esse serviço está incluso no plano?",
    ),
    "es": (
        "¿Cuál es mi plan?", "¿Cuántos gigas de internet tengo?", "¿Mi plan tiene roaming?",
        "¿Qué servicios están activos en mi línea?", "¿Qué beneficios trae mi plan?",
        "¿Cómo funciona la suscripción de música?", "¿Qué es este servicio adicional?",
        "Quiero conocer los planes con más internet", "¿Se terminó mi paquete de datos?",
        "¿El roaming funciona en Argentina?", "¿Ese servicio está incluido en el plan?",
    ),
    "en": (
        "Which plan do I have?", "How much internet do I have left?", "Does my plan include roaming?",
        "Which services are active on my line?", "What benefits come with my plan?",
        "How does the music subscription work?", "What is this extra service?", "Tell me about plans with more internet",
        "Is my data package used up?", "Does roaming work in Argentina?", "Is that service part of my plan?",
    ),
}  # fmt: skip

TRACKING = {
    "pt": (
        "Onde está meu pedido?", "Quando chega a minha entrega?", "Meu pedido P100 está atrasado",
        "Qual o código de rastreio?", "A encomenda já saiu dos Correios?", "Quero rastrear minha compra",
        "O rastreamento não atualiza", "A entrega era para ontem", "Minha compra ainda não chegou",
        "Qual o status do pedido PED-1001?", "Houve atraso na entrega?",
    ),
    "es": (
        "¿Dónde está mi pedido?", "¿Cuándo llega mi entrega?", "Mi pedido P100 tiene retraso",
        "¿Cuál es el código de rastreo?", "¿El paquete ya salió del correo?", "Quiero seguir mi compra",
        "El seguimiento no se actualiza", "La entrega era para ayer", "Mi compra todavía no llegó",
        "¿Cuál es el estado del pedido PED-1001?", "¿Hay retraso en el envío?",
    ),
    "en": (
        "Where is my order?", "When does my delivery arrive?", "My order P100 is late",
        "What is the tracking code?", "Has the parcel left the post office?", "I want to track my purchase",
        "The tracking does not update", "The delivery was due yesterday", "My purchase has not arrived yet",
        "What is the status of order PED-1001?", "Is there a delay with the shipment?",
    ),
}  # fmt: skip

SUPPORT = {
    "pt": (
        "Quero trocar um produto", "Quero devolver o pedido P100", "O produto chegou quebrado",
        "Veio com defeito, quero a troca", "Como funciona a garantia?", "Quero a devolução do dinheiro",
        "Me arrependi da compra, direito de arrependimento", "Preciso do suporte, o aparelho não liga",
        "Recebi o produto errado", "Ainda está na garantia?", "Quero trocar meu pedido por outro tamanho",
    ),
    "es": (
        "Quiero cambiar un producto", "Quiero devolver el pedido P100", "El producto llegó roto",
        "Vino con defecto, quiero el cambio", "¿Cómo funciona la garantía?", "Quiero la devolución del dinero",
        "Me arrepentí de la compra, derecho de arrepentimiento", "Necesito soporte, el aparato no enciende",
        "Recibí el producto equivocado", "¿Todavía tiene garantía?", "Quiero cambiar mi pedido por otra talla",
    ),
    "en": (
        "I want to exchange a product", "I want to return the order P100", "The product arrived broken",
        "It is defective, I want an exchange", "How does the warranty work?", "I want a refund",
        "I changed my mind and want to return it", "I need support, the device does not turn on",
        "I received the wrong product", "Is it still under warranty?", "I want to exchange my order for another size",
    ),
}  # fmt: skip
