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
    "long with the point buried": """
        Boa tarde, sou cliente de vocês há mais de dez anos, sempre paguei tudo direitinho, nunca tive problema nenhum. Mês passado viajei com a família pra praia e quando voltei vi que a conta veio com um valor que não bate. Queria entender o que é esse adicional de 49,90. => sempre paguei tudo direitinho, nunca tive problema nenhum. Mês passado viajei com a família pra praia e quando voltei vi que a conta veio com um valor que não bate. Queria entender o que é esse adicional de 49,90.
        Oi gente, tudo bem? Então, é o seguinte: minha mãe comprou um liquidificador no site de vocês pro meu aniversário, só que quando abri a caixa o copo estava trincado. Já falei com a transportadora e eles mandaram falar com vocês. Como faço pra pegar outro? => minha mãe comprou um liquidificador no site de vocês pro meu aniversário, só que quando abri a caixa o copo estava trincado. Já falei com a transportadora e eles mandaram falar com vocês. Como faço pra pegar outro?
        olha eu nem sei se é com vocês que eu falo mas enfim meu irmão mudou de endereço e a encomenda foi pro endereço velho e agora o porteiro de lá disse que ninguém recebeu nada, tem como ver onde foi parar? => meu irmão mudou de endereço e a encomenda foi pro endereço velho e agora o porteiro de lá disse que ninguém recebeu nada, tem como ver onde foi parar?
        Hola, les escribo porque la verdad ya no sé qué más hacer. Soy cliente desde 2015 y nunca me había pasado. Ayer me llegó un mensaje diciendo que mi línea iba a ser suspendida, pero yo pagué el día 5. Quiero saber si el pago entró. => les escribo porque la verdad ya no sé qué más hacer. Soy cliente desde 2015 y nunca me había pasado. Ayer me llegó un mensaje diciendo que mi línea iba a ser suspendida, pero yo pagué el día 5. Quiero saber si el pago entró.
        Hi there, hope you're all doing well. I've been a customer since 2018 and I usually never write to support. Long story short, my daughter borrowed my phone while we were in Spain and now there's a 120 dollar charge that I can't explain. Could you tell me what it is? => I've been a customer since 2018 and I usually never write to support. my daughter borrowed my phone while we were in Spain and now there's a 120 dollar charge that I can't explain. Could you tell me what it is?
        Sorry for the long message. I ordered a pair of headphones for my husband, they came quickly, he loved them, and after two weeks the left side died. What are my options? => I ordered a pair of headphones for my husband, they came quickly, he loved them, and after two weeks the left side died. What are my options?
        Meu nome é Carlos, moro em Campinas, e eu queria saber se tem previsão de quando chega a geladeira que comprei na black friday => eu queria saber se tem previsão de quando chega a geladeira que comprei na black friday
        Disculpen la molestia, no sé si es aquí, es que compré unos zapatos y me quedan chicos, quisiera ver si me los cambian => es que compré unos zapatos y me quedan chicos, quisiera ver si me los cambian
    """,
    "greetings around": """
        Olá! Tudo bem? Gostaria de tirar uma dúvida: até quando posso devolver? => até quando posso devolver?
        Oi, bom dia, tudo bem com você? Me ajuda por favor, a internet caiu de novo => a internet caiu de novo
        Boa noite pessoal, alguém me ajuda? Minha conta veio em dobro. Obrigado desde já! => Minha conta veio em dobro.
        oi tudo bem quero saber do meu pedido obrigado => quero saber do meu pedido
        Opa, beleza? Cadê minha encomenda? => Cadê minha encomenda?
        e aí galera, preciso da 2ª via => preciso da 2ª via
        Buenas, ¿cómo están? Una consulta, ¿hasta qué hora atienden? => hasta qué hora atienden?
        Hola qué tal, me pueden ayudar? necesito el comprobante de la compra. Mil gracias => necesito el comprobante de la compra. Mil
        buenos días quiero saber el estado de mi envío por favor gracias => quiero saber el estado de mi envío
        Hello, hope you are well. Could you please help me? I can't find my tracking number. Thanks in advance! => I can't find my tracking number.
        Hey guys, quick question: do you ship to Canada? => do you ship to Canada?
        hi good morning my package says delivered but it's not here => my package says delivered but it's not here
        Thanks for your help yesterday! Now I have another problem, the router keeps restarting => I have another problem, the router keeps restarting
        Obrigado pelo retorno! Só que o boleto continua vencido
        oi
        Bom dia!
        muito obrigado, era só isso
        hello, is anybody there?
        hola, buenas tardes
    """,
    "abbreviations pt": """
        vc pode me mandar o boleto pfv => você pode me mandar o boleto
        qdo vence minha fat? => quando vence minha fat?
        qto tempo demora p chegar? => quanto tempo demora para chegar?
        oq eu faço p trocar o produto? => o que eu faço para trocar o produto?
        n consigo abrir o app, dá erro td hr => não consigo abrir o app, dá erro tudo hr
        tbm quero saber do outro ped => também quero saber do outro pedido
        qria a 2a via da conta pf, perdi o pgto => queria a 2a via da conta por favor, perdi o pagamento
        meu cel n liga msm carregando => meu celular não liga mesmo carregando
        to sem net desde ontem, qdo volta? => to sem internet desde ontem, quando volta?
        pq minha conta tá mto alta? => por que minha conta tá muito alta?
        c/ defeito o fone q comprei, qro trocar => com defeito o fone que comprei, quero trocar
        blz, mas cadê meu ped? kkkk => cadê meu pedido?
        vcs entregam no fds? => vocês entregam no fim de semana?
        x favor me manda a nf => por favor me manda a nota fiscal
        hj faz 15 dias q pedi e nd => hoje faz 15 dias que pedi e nada
    """,
    "abbreviations es en": """
        xq me cobraron 2 veces? => por qué me cobraron 2 veces?
        q onda con mi pedido, ya van 10 dias => que onda con mi pedido, ya van 10 dias
        kiero cambiar el cel x uno nuevo, xfa => quiero cambiar el celular x uno nuevo
        cdo llega mi paquete? tmb quiero la factura => cuando llega mi paquete? también quiero la factura
        necesito q me ayuden cn mi compu, no prende => necesito que me ayuden cn mi computadora, no prende
        pls send me a copy of my inv => please send me a copy of my invoice
        my pkg hasnt arrived yet, wht do i do? thx => my package hasnt arrived yet, wht do i do?
        u charged me twice 4 the same order, pls refund => u charged me twice 4 the same order, please refund
        can i change my acct email? ty => can i change my account email?
        idk why my bill is so high this mth => i dont know why my bill is so high this mth
        my pw doesnt work pls help asap => my password doesnt work please help as soon as possible
    """,
    "stretched": """
        Cadêêêê meu pedidooooo => Cadê meu pedido
        muuuuito caro esse plano!!! => muito caro esse plano!!!
        socorroooo a internet caiu => socorro a internet caiu
        holaaaa necesito ayudaaaa con mi factura => hola necesito ayuda con mi factura
        pleaaase where is my order => please where is my order
        aaaaaa meu celular quebrou => a meu celular quebrou
    """,
    "emoji": """
        meu 📦 não chegou 😡 => meu pacote não chegou
        fatura 💸💸 muito alta => fatura muito alta
        quero trocar meu 👟 => quero trocar meu tênis
        🛜 caiu de novo => wi-fi caiu de novo
        mi 📱 no prende 😭 => mi celular no prende
        ¿dónde está mi 📦? => dónde está mi paquete?
        my 🎧 stopped working => my headphones stopped working
        where's my 📦??? => where's my package???
        😡😡😡
        👍
        🙏🙏 me ajuda com o boleto
        📦❓ => pacote?
    """,
    "voice": """
        é... então... assim, eu comprei um negócio aí com vocês, um ventilador né, e ele chegou mas tipo assim não gira => eu comprei um negócio aí com vocês, um ventilador né, e ele chegou mas tipo assim não gira
        oi então eu tô ligando porque a minha conta né ela veio um valor assim que não é o que eu pago sabe => eu tô ligando porque a minha conta né ela veio um valor assim que não é o que eu pago sabe
        é que tipo eu queria saber se tem como mudar o dia de pagar sabe porque eu recebo dia dez
        hum deixa eu ver como eu explico eu pedi uma coisa e mandaram outra => eu pedi uma coisa e mandaram outra
        ahn eu queria falar sobre o meu chip é que ele não pega em lugar nenhum => eu queria falar sobre o meu chip é que ele não pega em lugar nenhum
        olha só o negócio é o seguinte eu fui na loja e me falaram que a garantia venceu mas não venceu => eu fui na loja e me falaram que a garantia venceu mas não venceu
        bueno pues mira lo que pasa es que yo compré una licuadora y este no sirve => yo compré una licuadora y este no sirve
        ehh hola sí o sea quería saber este cuándo me llega lo que pedí => quería saber este cuándo me llega lo que pedí
        pues a ver cómo te explico me cobraron algo que yo no pedí => me cobraron algo que yo no pedí
        um so yeah I was like wondering if you know my order got shipped or not => I was like wondering if you know my order got shipped or not
        okay so uh basically my phone it like keeps turning off by itself => my phone it like keeps turning off by itself
        so um the thing is I paid the bill but it still says unpaid you know => the thing is I paid the bill but it still says unpaid you know
        well actually I'm calling because the thing I bought is the wrong size => I'm calling because the thing I bought is the wrong size
        não eu não quero cancelar não eu quero é saber por que aumentou => eu quero é saber por que aumentou
        não é da internet não viu é da televisão que eu tô falando => é da televisão que eu tô falando
    """,
    "settled": """
        o boleto já resolvi, agora quero ver minha entrega => quero ver minha entrega
        a troca já foi resolvida obrigado, mas ainda não recebi o estorno => ainda não recebi o estorno
        lo del cobro ya se resolvió, ahora necesito cambiar la dirección de envío => necesito cambiar la dirección de envío
        the delivery has been sorted, now I need an invoice => I need an invoice
        disseram que a fatura já foi resolvida mas continua errada
    """,
    "several": """
        quero saber da minha fatura e também do pedido P100
        minha internet caiu e a conta veio errada, e ainda por cima o técnico não apareceu
        1) segunda via 2) trocar endereço 3) cancelar roaming
        necesito la factura y además saber cuándo llega mi paquete
        I want to return the shoes, and by the way when is my bill due?
    """,
    "traps": """
        conta pra mim uma piada
        meu plano de saúde não cobre esse exame
        un pedido: ¿me recomiendas una película?
        qual é a conta de 15 vezes 12?
        me passa a receita de bolo de cenoura
        em conta de quem você trabalha?
        o pedido de casamento foi lindo
        I need to return to my country, any advice?
        can you charge my imagination with a poem?
        in order to relax, what music do you suggest?
        me troca uma ideia sobre futebol
        no tengo plan para el fin de semana, ¿qué hago?
    """,
    "email style": """
        Assunto: Cobrança em duplicidade\\n\\nPrezados senhores,\\n\\nVenho por meio deste solicitar o estorno do valor cobrado duas vezes em maio.\\n\\nAtenciosamente,\\nMarcos Pereira\\nGerente de compras\\n(11) 98888-7777 => Cobrança em duplicidade\\nVenho por meio deste solicitar o estorno do valor cobrado duas vezes em maio.
        Asunto: Re: su pedido 4455\\n\\nEstimados,\\n\\nEl producto llegó roto. Solicito el cambio.\\n\\nSaludos cordiales,\\nLucía\\n\\nEl lun, 3 may 2026 a las 10:00, Tienda escribió:\\n> Su factura está disponible\\n> Gracias por su pago => El producto llegó roto. Solicito el cambio.
        Dear Sir or Madam,\\n\\nI have not received the item I paid for.\\n\\nKind regards,\\nTom\\n\\nThis e-mail and any attachments are confidential and intended only for the recipient. If you received this in error, please delete it and return it to the sender. => I have not received the item I paid for.
        Boa tarde,\\n\\nSegue em anexo o comprovante. Podem dar baixa no boleto?\\n\\nObrigada,\\nJulia\\n\\nDe: Financeiro <fin@loja.com>\\nEnviado: segunda-feira\\nPara: Julia\\nAssunto: Pedido enviado\\n\\nSeu pedido foi enviado e chega amanhã. => Segue em anexo o comprovante. Podem dar baixa no boleto?
        Oi,\\na tela do notebook não acende.\\nEnviado do meu iPhone => a tela do notebook não acende.
        Hi,\\n\\nmy internet has been down since Monday.\\n\\nSent from my iPhone => my internet has been down since Monday.
        Hello team,\\n\\nWhere is my parcel?\\n\\nOn Tue, 5 May 2026 at 09:10, Customer Care <care@shop.com>\\nwrote:\\n\\n> Your invoice is ready.\\n> Pay before Friday. => Where is my parcel?
        Prezados, gostaria de solicitar a troca do produto. Atenciosamente, Paulo Souza => gostaria de solicitar a troca do produto.
        Bom dia,\\n\\nnão é sobre a nota fiscal, é sobre o prazo de entrega.\\n\\nAtt.\\nRenata\\n--\\nRenata Lima | Compras | Pedido mínimo R$ 500 => é sobre o prazo de entrega.
        ---------- Mensagem encaminhada ----------\\nDe: loja@loja.com\\nAssunto: fatura\\n\\nSua fatura chegou => Mensagem encaminhada ----------\\nDe: loja@loja.com\\nAssunto: fatura\\n\\nSua fatura chegou
        Fwd: olha isso\\n\\nminha cobrança veio duplicada => minha cobrança veio duplicada
    """,
    "indirect": """
        cobraram duas vezes o mesmo mês
        chegou quebrado e quero outro
        já era pra ter chegado semana passada
        veio faltando uma peça
        me mandaram um tamanho que não serve
        tá aparecendo um valor que eu nunca vi
        ninguém tocou a campainha e consta como entregue
        desde ontem não abre nenhum site
        salió más caro de lo que me dijeron
        la caja llegó vacía
        dice entregado pero acá no llegó nada
        the box was empty
        they took money from my card twice
        it should have been here by now
    """,
}
