"""More messages and what counts of them, written as in `topics`."""

MORE: dict[str, str] = {
    "helpdesk and clinic pt": """
        Não é o meu notebook, é o da minha colega que não liga => é o da minha colega que não liga
        não quero agendar, quero desmarcar a consulta de quinta => quero desmarcar a consulta de quinta
        queria marcar com a dra Ana, ou melhor, com o dr Paulo
        preciso remarcar minha consulta, na verdade quero cancelar => quero cancelar
        não é sobre o exame, é sobre o reembolso do convênio => é sobre o reembolso do convênio
        esquece o chamado antigo, abre um novo pra mim => abre um novo pra mim
        a impressora já consertaram, agora é o scanner que não funciona => é o scanner que não funciona
        em vez de abrir chamado, dá pra falar com alguém? => dá pra falar com alguém?
        não quero falar com robô, quero um atendente => quero um atendente
        não é erro no formulário, é na regra de atribuição => é na regra de atribuição
        não consigo entrar no sistema, diz que minha senha expirou
        oi, tudo certo? sou do RH e preciso de uma planilha com os nomes => sou do RH e preciso de uma planilha com os nomes
        Bom dia, time! Conseguem ver por que o dashboard não atualiza? Valeu! => Conseguem ver por que o dashboard não atualiza?
        galera o sistema caiu de novo, socorro => o sistema caiu de novo
        meu exame não ficou pronto e a recepção não atende
        não é urgente, só queria saber o horário de vocês
        não tô conseguindo conectar na vpn não, já reiniciei e tudo
        eu não perguntei do plano, eu perguntei da fatura!! => eu perguntei da fatura!!
        não, não é isso, eu quero saber da entrega
        não é nada disso, quero falar sobre o reembolso
        nada disso, é a nota fiscal
        para de falar da fatura, eu quero o pedido => eu quero o pedido
        já falei que não é a fatura, é o pedido => é o pedido
        de novo: não é o pedido, é a troca => é a troca
        você não entendeu, eu quero devolver o produto
        tô falando do cartão, não do boleto => tô falando do cartão
        o assunto é outro: quero mudar meu endereço
        mudando de assunto, e a minha fatura?
        deixa eu perguntar outra coisa: vocês têm loja em Recife?
        sobre a fatura tá tudo certo, mas o pedido não chegou => o pedido não chegou
        a fatura eu entendi, o que eu não entendi foi o juros => o que eu não entendi foi o juros
        não quero mais trocar, quero só o reembolso => quero só o reembolso
        não quero saber de promoção, quero cancelar => quero cancelar
        não preciso mais da segunda via, preciso do contrato => preciso do contrato
        eu não quero nada disso, quero meu dinheiro
        não quero reclamar, quero elogiar o técnico que veio => quero elogiar o técnico que veio
        eu queria o azul e não o preto, quero trocar
        veio o preto e não o azul, quero trocar
        mandaram 38 em vez de 40, como troco?
        cobraram 80 em vez de 50 na minha conta
        recebi uma cafeteira em vez da fritadeira que comprei
        fui cobrado em vez de receber o desconto
    """,
    "helpdesk and clinic es en": """
        no es mi portátil, es el de mi jefa => es el de mi jefa
        no quiero agendar, quiero cancelar la cita del jueves => quiero cancelar la cita del jueves
        quería pedir turno con la doctora Gómez, mejor dicho, con el doctor Ruiz
        no es sobre el examen, es por el reembolso => es por el reembolso
        la impresora ya quedó, ahora no funciona el escáner => no funciona el escáner
        no quiero hablar con un robot, quiero una persona => quiero una persona
        ya dije que no es la factura, es el pedido => es el pedido
        hablo de la tarjeta, no de la cuenta => hablo de la tarjeta
        cambiando de tema, ¿y mi factura?
        me mandaron talla 38 en vez de 40, ¿cómo la cambio?
        me cobraron 80 en lugar de 50
        no, no es eso, quiero saber del envío
        no entendiste, quiero devolver el producto
        Buen día equipo, ¿pueden ver por qué el tablero no actualiza? Gracias => pueden ver por qué el tablero no actualiza?
        no es urgente, solo quería saber el horario
        it's not my laptop, it's my boss's => it's my boss's
        I don't want to book, I want to cancel Thursday's appointment => I want to cancel Thursday's appointment
        I wanted to see Dr. Smith, I mean Dr. Jones
        not about the exam, about the reimbursement => about the reimbursement
        the printer is already fixed, now the scanner doesn't work => the scanner doesn't work
        I don't want to talk to a bot, I want a person => I want a person
        I already said it's not the bill, it's the order => it's the order
        I got a size 8 instead of a 10, how do I exchange it?
        they charged me 80 instead of 50
        no, that's not it, I want to know about shipping
        you didn't understand, I want to return the product
        changing the subject, what about my invoice?
        morning team, can you check why the dashboard isn't updating? cheers => can you check why the dashboard isn't updating?
        not urgent, just wanted to know your opening hours
        I'm not upset about the price, I'm upset because it arrived broken => I'm upset because it arrived broken
        never mind, I found it. Another thing: my card was declined
    """,
    "more in one": """
        quero cancelar o seguro, mas não o plano => quero cancelar o seguro
        não o seguro, o plano é que quero cancelar => o plano é que quero cancelar
        quero trocar o tênis e devolver a camisa, não quero trocar a camisa => quero trocar o tênis e devolver a camisa
        não quero a troca nem a devolução, só o conserto => só o conserto
        quiero cambiar las zapatillas, pero no la camiseta => quiero cambiar las zapatillas
        return the shirt but not the shoes => return the shirt
        cancela o roaming e não mexe no plano
    """,
    "more mail": """
        Olá equipe,\\n\\nConforme conversamos, não se trata da fatura 123, mas sim do contrato de manutenção.\\n\\nFico no aguardo.\\nAbs,\\nRita => Conforme conversamos, do contrato de manutenção.
        RE: Chamado 4471\\n\\nBoa tarde,\\n\\nO problema voltou: a tela congela ao salvar.\\n\\nAtt,\\n\\nJoão Batista\\nAnalista\\n\\n-----Mensagem Original-----\\nDe: Suporte\\nEnviada em: 3 de maio\\n\\nSeu chamado sobre impressora foi resolvido. => O problema voltou: a tela congela ao salvar.
        Hola,\\n\\n¿Me confirman si ya salió el paquete?\\n\\nGracias,\\nMarta\\n\\nEl mar., 5 may. 2026 10:00, Ventas <v@tienda.com>\\nescribió:\\n\\n> Adjuntamos la factura. => Me confirman si ya salió el paquete?
        Hi team\\n\\nPls find below the thread. I still have no refund.\\n\\nBest,\\nKim\\n________________________________\\nFrom: Shop\\nSent: Monday\\nTo: Kim\\nSubject: Your order\\n\\nYour order has shipped => Please find below the thread. I still have no refund.
    """,
    "transcripts": """
        bom dia eu sou a Márcia tá eu queria ver um negócio aqui que eu comprei um fogão e veio amassado do lado => eu queria ver um negócio aqui que eu comprei um fogão e veio amassado do lado
        alô oi é da telefônica? então minha linha tá muda desde cedo => é da telefônica? então minha linha tá muda desde cedo
        eu não sei se você pode me ajudar mas é que o meu boleto veio com o nome do meu ex-marido => que o meu boleto veio com o nome do meu ex-marido
        aí eu falei com o rapaz e ele disse que ia resolver e não resolveu nada e eu continuo sem internet => eu falei com o rapaz e ele disse que ia resolver e não resolveu nada e eu continuo sem internet
        é... o que que eu faço pra... pra mudar o dia do vencimento
        sabe o que que é é que eu viajei e esqueci de pagar e agora cortaram => o que que é é que eu viajei e esqueci de pagar e agora cortaram
        mire yo quisiera saber si ustedes pues si me pueden mandar otra vez el contrato porque lo perdí => yo quisiera saber si ustedes pues si me pueden mandar otra vez el contrato porque lo perdí
        este pues fíjese que yo pagué pero me sigue saliendo el adeudo
        yeah hi um I was wondering if somebody could uh tell me when the guy is coming to install the thing => um I was wondering if somebody could tell me when the guy is coming to install the thing
    """,
    "long": """
        Boa noite. Primeiramente gostaria de dizer que gosto muito da empresa e sempre indico pros meus amigos. Sou cliente desde 2012, já tive três linhas, minha sogra também é cliente, meu cunhado trabalha numa loja de vocês em Sorocaba. Enfim, não costumo reclamar de nada. Acontece que na semana passada fui viajar pro Chile a trabalho, fiquei quatro dias, usei o celular só no hotel, e agora quando abri o aplicativo levei um susto porque apareceu um valor de 640 reais que eu não faço ideia do que seja. Será que alguém pode verificar isso pra mim? => Primeiramente gostaria de dizer que gosto muito da empresa e sempre indico pros meus amigos. já tive três linhas, minha sogra também é cliente, meu cunhado trabalha numa loja de vocês em Sorocaba. não costumo reclamar de nada. Acontece que na semana passada fui viajar pro Chile a trabalho, fiquei quatro dias, usei o celular só no hotel, e agora quando abri o aplicativo levei um susto porque apareceu um valor de 640 reais que eu não faço ideia do que seja. Será que alguém pode verificar isso pra mim?
    """,
    "pictures that stand for a word, and those that adorn": """
        cadê meu 📦??? 😡 => cadê meu pacote???
        📦 não chegou => pacote não chegou
        📦 todo amassado 😭 => pacote todo amassado
        minha 🛜 tá muito 🐌 => minha wi-fi tá muito lento
        meu 📱 novo não liga => meu celular novo não liga
        quero trocar o 👟, ficou apertado => quero trocar o tênis, ficou apertado
        boleto por favor 🙏📄 => boleto por favor
        quero meu plano de volta 📱📱 => quero meu plano de volta
        a conta veio 💸💸💸 => a conta veio
        não consigo ver a fatura no app 📱 => não consigo ver a fatura no app
        🚚 onde tá meu pedido? => onde tá meu pedido?
        kd 📦 => cadê pacote
        comprei um 🎧 e veio sem cabo => comprei um fone e veio sem cabo
        paguei com 💳 e não caiu => paguei com cartão e não caiu
        perdi minha 🔑 do app => perdi minha senha do app
        ¿dónde está mi 📦? => dónde está mi paquete?
        mi 📱 no carga => mi celular no carga
        quiero cambiar mis 👟 => quiero cambiar mis zapatillas
        la factura llegó altísima 💸😱 => la factura llegó altísima
        🎁 gracias por todo 🎁
        📦 no llegó => paquete no llegó
        my 📦 never came => my package never came
        the 🎧 are dead => the headphones are dead
        where is my 🧾 => where is my receipt
        happy with the new phone 📱🎉 => happy with the new phone
        📦 says delivered, but it isn't here => package says delivered, but it isn't here
        internet 🐌🐌🐌 => internet lento
    """,
}
