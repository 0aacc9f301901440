"""Messages and what counts of them, a line each: `message => what counts`; the message alone when all of it does.

`\\n` stands for the end of a line.
"""

TABLES: dict[str, str] = {
    "negation pt": """
        Não é sobre a entrega, é sobre o valor cobrado => é sobre o valor cobrado
        não é a internet que tá ruim, é a tv => é a tv
        meu problema não é com o pedido, é com a conta de maio => é com a conta de maio
        o problema não é o aparelho, é o carregador que veio errado => é o carregador que veio errado
        não tem nada a ver com a fatura, é que meu celular não faz ligação => é que meu celular não faz ligação
        nada a ver com o plano, só quero rastrear minha encomenda => só quero rastrear minha encomenda
        não estou reclamando do preço, tô reclamando do atraso => tô reclamando do atraso
        n é p trocar n, é p devolver msm => é para devolver mesmo
        não quero segunda via não, quero parcelar => quero parcelar
        não quero trocar o tênis, quero o dinheiro de volta => quero o dinheiro de volta
        não preciso de técnico, preciso saber quando vence a conta => preciso saber quando vence a conta
        não vim cancelar, vim pedir desconto => vim pedir desconto
        não vou cancelar não, só quero entender essa cobrança => só quero entender essa cobrança
        não quero o reembolso, e sim outro produto igual => outro produto igual
        esquece a troca, quero é o meu dinheiro => quero é o meu dinheiro
        esquece o que eu falei da fatura, me diz do pedido
        deixa a conta pra lá, o que eu quero é trocar o chip => o que eu quero é trocar o chip
        desconsidere o pedido anterior, preciso da nota fiscal => preciso da nota fiscal
        quero falar do pedido e não da fatura => quero falar do pedido
        é sobre o roaming, não sobre o plano => é sobre o roaming
        não sobre o plano, sobre o roaming => sobre o roaming
        não da fatura, do boleto do acordo => do boleto do acordo
        queria saber da garantia, não da troca => queria saber da garantia
        ao invés de receber em casa quero retirar na loja => quero retirar na loja
        em vez de devolver, posso trocar por outro tamanho? => posso trocar por outro tamanho?
        quero crédito na conta em vez de estorno => quero crédito na conta
        não me refiro ao celular, me refiro ao roteador => me refiro ao roteador
        não perguntei o preço, perguntei o prazo => perguntei o prazo
        não falei que quero cancelar, falei que quero mudar o vencimento => falei que quero mudar o vencimento
        não é cancelamento, é transferência de titularidade => transferência de titularidade
        não foi o correio que atrasou, foi a loja que não enviou => foi a loja que não enviou
        sem ser a fatura de junho, quero ver a de julho
        nem é sobre a compra, é sobre meu cadastro => é sobre meu cadastro
        não quero nem a troca nem o conserto, quero meu dinheiro => quero meu dinheiro
    """,
    "complaints that must stay pt": """
        não quero pagar por algo que não pedi
        não quero esperar mais, onde está meu pedido?
        não quero mais esse plano, quero cancelar
        não quero mais o produto, como devolvo?
        não é o valor que combinamos
        não é a cor que escolhi, quero trocar
        não é a primeira vez que a internet cai
        minha fatura não é a correta
        não recebi a fatura, quero a segunda via
        não consigo pagar o boleto, aparece erro
        meu pedido não chegou e não quero ficar sem o presente
        não funciona, não liga, não faz nada
        não veio a nota fiscal na caixa
        não tem sinal aqui em casa
        não reconheço essa cobrança
        não era pra cobrar roaming
        não uso esse serviço e tô pagando
        o técnico não veio
        produto não é original, quero devolver
        não quero perder minha promoção
        comprei e não era o que eu queria
        não pedi esse seguro
    """,
    "correction pt": """
        quero cancelar o pedido, quer dizer, trocar o endereço => trocar o endereço
        preciso da fatura de março, digo, de abril
        meu pedido é o P100, ops, P200
        minha conta veio errada... aliás, não é a conta, é o plano que mudou => minha conta veio errada... é o plano que mudou
        quero trocar... na verdade quero devolver => quero devolver
        ops, escrevi errado: é segunda via da conta => segunda via da conta
        me expressei mal, o que eu preciso é do comprovante => o que eu preciso é do comprovante
        perdão, quis dizer nota fiscal => nota fiscal
        desculpa, falei fatura mas queria dizer boleto => boleto
        na verdade é sobre o meu chip => é sobre o meu chip
        corrigindo: troca, não devolução => troca
        quero ver minha fatura, ou melhor, meu consumo de dados => meu consumo de dados
        quero contratar internet não pera quero mudar o plano que já tenho => quero mudar o plano que já tenho
        oi, meu pedido tá atrasado. Na verdade já chegou, mas veio quebrado => meu pedido tá atrasado. Na verdade já chegou, mas veio quebrado
        pensando bem, prefiro o estorno => prefiro o estorno
        quis dizer plano, não pacote => plano
        o que quer dizer essa taxa na minha conta?
        quero dizer que estou insatisfeito com o atendimento
    """,
    "negation es": """
        no es por la entrega, es por el cobro doble => es por el cobro doble
        no se trata del envío sino de la factura => de la factura
        no quiero devolverlo, quiero que me lo cambien por otro color => quiero que me lo cambien por otro color
        no quiero cancelar, solo quiero bajar de plan => solo quiero bajar de plan
        no necesito un técnico, necesito saber mi saldo => necesito saber mi saldo
        no estoy preguntando por el pedido, pregunto por la garantía => pregunto por la garantía
        no hablo del celular, hablo del módem => hablo del módem
        olvida la devolución, mejor mándame otro igual => mejor mándame otro igual
        olvídate de la factura, ¿dónde está mi paquete? => dónde está mi paquete?
        en vez de reembolso quiero un cambio => quiero un cambio
        prefiero recogerlo en tienda en lugar de que me lo envíen => prefiero recogerlo en tienda
        quiero información del plan, no de la factura => quiero información del plan
        no es la factura de mayo, es la de junio
        el problema no es el internet, es la televisión => es la televisión
        nada que ver con el envío, es que me cobraron de más => es que me cobraron de más
        no me interesa el plan nuevo, quiero el que tenía
        no voy a cancelar, pero sí quiero reclamar el cobro => quiero reclamar el cobro
    """,
    "complaints that must stay es": """
        no quiero pagar algo que no usé
        no es lo que pedí
        no es la talla que compré, quiero cambiarla
        no llegó mi pedido
        no tengo señal desde ayer
        no me sirve el módem
        no quiero seguir esperando mi paquete
        no reconozco este cargo
        no puedo entrar a mi cuenta
        no lo recibí nunca
        ya no quiero el servicio
        no la encuentro por ningún lado, la factura de abril
    """,
    "correction es": """
        quise decir cambio, no devolución => cambio
        quiero devolver, perdón, cambiar el producto => cambiar el producto
        necesito la factura, o mejor dicho el comprobante de pago => el comprobante de pago
        me equivoqué, es el pedido P300 => es el pedido P300
        en realidad quiero saber del envío => quiero saber del envío
        mi pedido es el 400, digo, el 500
        quiero cancelar mi plan... mejor dicho, pausarlo => pausarlo
        me expresé mal, lo que quiero es el reembolso => lo que quiero es el reembolso
        quería la factura, pero en realidad lo que necesito es el contrato => lo que necesito es el contrato
        ¿qué quiere decir este cargo?
    """,
    "negation en": """
        it's not the router, it's the cable box => it's the cable box
        this isn't about my plan, it's about the charge on my card => it's about the charge on my card
        I'm not asking about delivery, I'm asking about a refund => I'm asking about a refund
        not a refund, an exchange => an exchange
        I don't want to cancel, I want to downgrade => I want to downgrade
        I don't need a technician, I need a copy of my bill => I need a copy of my bill
        forget the return, just send me a new one => just send me a new one
        never mind the bill, my internet is down => my internet is down
        instead of a refund can I get store credit? => can I get store credit?
        I'd like a refund instead of an exchange => I'd like a refund
        I want the invoice for May, not June
        nothing to do with shipping, I was charged twice => I was charged twice
        the problem isn't the phone, it's the charger => it's the charger
        I'm not trying to complain, I just want to know when it arrives => I just want to know when it arrives
        I don't want to return it, I want to know how it works => I want to know how it works
    """,
    "complaints that must stay en": """
        I don't want to pay this fee
        I don't want to wait any longer for my package
        it's not the one I ordered
        it's not what I ordered, I want to return it
        my order never arrived
        I can't log in to my account
        it doesn't work
        not working
        not the right size, want to exchange
        I don't recognize this charge
        no signal since yesterday
        no internet, need help
        I did not order this
        I don't want this plan anymore
        I won't pay for something I never used
    """,
    "correction en": """
        I want to cancel, I mean, pause my subscription => pause my subscription
        where's my bill, sorry, I meant my order => my order
        my order number is 100, no wait, 200
        I want a refund. Actually, I'd rather exchange it
        scratch that, I need a copy of the invoice => I need a copy of the invoice
        oops, wrong one: it's about the warranty => wrong one: it's about the warranty
        I meant the return, not the delivery => the return
        actually it's about my phone plan => it's about my phone plan
        I need the March invoice, correction, April
        what do you mean by service fee?
    """,
}
