"""Closed lists of Portuguese. Written with accents; compared without."""

from language.lexicon.phrase import phrases

ABBREVIATIONS = {
    "vc": "você", "vcs": "vocês", "pq": "por que", "q": "que", "n": "não", "nn": "não", "tb": "também",
    "tbm": "também", "blz": "beleza", "pf": "por favor", "pfv": "por favor", "pfvr": "por favor",
    "pff": "por favor", "obg": "obrigado", "obgd": "obrigado", "brigado": "obrigado", "brigada": "obrigada",
    "td": "tudo", "msm": "mesmo", "hj": "hoje", "agr": "agora", "kd": "cadê", "vlw": "valeu", "ctz": "certeza",
    "dps": "depois", "ngm": "ninguém", "mt": "muito", "mto": "muito", "naum": "não",
    "eh": "é", "pra": "para", "pro": "para o",
}  # fmt: skip

AFFIRM = phrases("""
    sim, s, claro, claro que sim, mas é claro, é claro, com certeza, certeza, com toda certeza, certamente, positivo, afirmativo, isso mesmo, isso aí, é isso, é isso aí, é isso mesmo, exato, exatamente, correto,
    está correto, está certo, certinho, combinado, fechado, concordo, aceito, confirmo, confirma, confirme, confirmar, confirmado, pode confirmar, autorizo, autorizado, aprovo, aprovado, de acordo, estou de acordo,
    topo, bora, bora lá, vamos lá, vamos nessa, vamos em frente, manda ver, manda bala, manda brasa, pode crer,
    demorou, uhum, aham, ahan, arram, sem problema, sem problemas, não tem problema, não há problema,
    nenhum problema, sem dúvida, sem dúvidas, sem dúvida nenhuma, não tenho dúvida, lógico, lógico que sim,
    óbvio, óbvio que sim, evidente, evidentemente, naturalmente, por que não, porque não, pode ser,
    pode ser sim, acho que sim, creio que sim, acredito que sim, penso que sim, que sim, é sim, sim sim,
    por mim tudo bem, por mim pode, vai em frente, vá em frente, ir em frente, siga em frente, em frente,
    vai lá, toca o barco, vai fundo, mete bronca, mete ficha, partiu, pode ter certeza, quero sim, pode sim,
    de boa, na boa, suave, tranquilo, fechou, faz favor, faça o favor, à vontade, fique à vontade,
    sinta se à vontade, com prazer, é o que eu quero, é isso que eu quero,
    não vejo problema, não vejo problemas, não vejo problema nenhum, não vejo problema algum, não vejo inconveniente, não vejo por que não, nada contra, não tenho nada contra, não me oponho,
    sem objeções, sem objeção, nenhuma objeção, manda bronca, vamo que vamo, fechadíssimo, combinadíssimo, tô dentro, estou dentro, tem meu ok, tem o meu ok, tem meu aval, tem o meu aval,
    segue o baile, toca ficha, então tá, então tá bom, com toda a certeza, sem sombra de dúvida, adoraria, eu adoraria, aceito sim, topo sim, por mim tranquilo, por mim beleza,
    vamo, vamo lá, simbora, vai nessa, okok, ok ok, pois sim, seria ótimo, seria bom, manda aí
""")
# Yes only when nothing else in the message decides: "ok, cancela", "isso não".
SOFT = phrases("""
    ok, okay, okey, oki, okk, beleza, tá, ta, tá bom, está bom, tudo bem, tudo certo, tá certo, bom, certo, isso,
    perfeito, ótimo, ótima ideia, boa ideia, excelente, maravilha, legal, show, show de bola, joia, jóia, massa,
    feito, bacana, vamos, tudo ok, está ok, tá ok, está ótimo, por mim
""")
NEGATE = phrases("""
    não, negativo, nunca, jamais, nem, de jeito nenhum, de jeito algum, de forma alguma, de forma nenhuma,
    de modo algum, de modo nenhum, nem pensar, nem a pau, nem morto, nada disso, nada feito, claro que não,
    é claro que não, com certeza não, lógico que não, óbvio que não, melhor não, é melhor não, acho melhor não,
    prefiro não, prefiro que não, acho que não, creio que não, acredito que não, penso que não, agora não,
    ainda não, hoje não, não agora, não hoje, por enquanto não, por ora não, não por enquanto, não por ora,
    mais tarde, depois, depois eu vejo, depois vejo, outra hora, outro dia, em outro momento, outro momento,
    fica para a próxima, fica para depois, deixa para depois, dispenso, recuso, rejeito, discordo,
    não precisa, não é preciso, não é necessário, não há necessidade, não tem necessidade, não obrigado,
    obrigado não, obrigado mas não, não mesmo, não não, não aceito, não autorizo, não concordo, não confirmo,
    não confirma, não confirme, não vou querer, sem interesse, não tenho interesse, não me interessa,
    estou fora, não é isso, não era isso, isso não, não está certo, não está correto, errado, está errado,
    incorreto, está incorreto, que não, nada,
    sem chance, sem condições, nem ferrando, nem fudendo, nem fodendo, nem que me paguem, fora de cogitação, fora de questão, nananinanão, nops, não carece, não mexe, não mexa, não mexe nisso,
    no momento não, não no momento, fica pra próxima, fica para próxima, amanhã eu vejo, amanhã vejo, depois eu falo, depois te falo, acho que não precisa, acho que não precisa não, não acho, não creio, não acho uma boa,
    não acho uma boa ideia, não é uma boa ideia, tô fora, não foi isso que eu pedi, não foi isso, não foi o que eu pedi, nadinha, de maneira nenhuma, de maneira alguma, nunquinha, ih não, hum não, hmm não, ah não,
    não estou de acordo, não tô de acordo, não quero isso, até parece, não faz isso, não faça isso, não faça nada, não faz nada, não prossiga, não continue, não siga,
    por agora não, não por agora, nunca na vida, vou passar, acho que vou passar, agora não posso, não agora não
""")
CANCEL = phrases("""
    cancela, cancelar, cancele, cancelem, cancelado, cancelamos, pode cancelar, quero cancelar, deixa para lá,
    deixe para lá, deixa quieto, deixa assim, deixa como está, deixe como está, deixa isso, deixa isso para lá,
    melhor deixar para lá, deixar para lá, vamos deixar para lá, deixa estar, esquece, esqueça, esquecer,
    esquece isso, esqueça isso, pode esquecer, desisto, desisti, desistir, quero desistir, vou desistir,
    pare, parar, pode parar, para com isso, para tudo, aborta, abortar, aborte, não precisa mais,
    não preciso mais, não quero mais, não é mais necessário, mudei de ideia, mudei de ideias,
    mudei de opinião, encerra, encerrar, encerre, anula, anular, anule, interrompe, interromper, interrompa,
    pode deixar para lá, pode deixar quieto, pode deixar assim, pode deixar como está, deixa não precisa mais, aborta a missão, larga mão, larga a mão, esquece tudo, pode parar com isso,
    chega, basta, já era, sair, não quero mais nada, não quero mais isso
""")
UNSURE = phrases("""
    talvez, não sei, sei lá, sei não, quem sabe, depende, tanto faz, tenho dúvida, tenho dúvidas, em dúvida,
    estou em dúvida, fiquei em dúvida, não tenho certeza, não tenho certeza ainda, sem certeza, não decidi,
    ainda não sei, não sei ainda, ainda não decidi, não decidi ainda, não sei se quero, vou pensar,
    preciso pensar, deixa eu pensar, deixe me pensar, me deixa pensar, tenho que pensar, deixa eu ver,
    vou ver, hum, hm, hmm, mais ou menos, pode ser que sim, pode ser que não, possivelmente, provavelmente,
    estou pensando, nem sei, não faço ideia, não me lembro, não lembro, um momento, um minuto, só um minuto,
    tô na dúvida, na dúvida, quase, pode deixar, pode esperar, pode aguardar, me espera, vou falar com, preciso falar com, tenho que falar com, deixa eu falar com, vou consultar, preciso consultar, preciso ver,
    se quiser, se você quiser, como quiser, como você quiser, como achar melhor, você que sabe, você decide, faz o que quiser, faça o que quiser, faça como achar melhor, só se, só um segundo, aguarda, aguarde,
    só um momento, espera, espere, espera aí, peraí, calma
""")
PERMIT = phrases(
    "pode, podem, podes, permito, libera, liberado, libero, está liberado, você pode, vocês podem"
)
WANT = phrases("quero, queria, gostaria, desejo, pretendo, necessito, preciso, eu quero, prefiro, vou querer")
DO = phrases("""
    fazer, faz, faça, faze lo, continuar, continua, continue, prosseguir, prossegue, prossiga, seguir, segue, siga,
    proceder, proceda, mandar, manda, mande, abrir, abre, abra, enviar, envia, envie, solicitar, solicita,
    solicite, registrar, registra, registre, executar, executa, execute, realizar, realize, efetuar, efetue, ir,
    vai, vá, tocar, avançar, avança, avance, pedir, peça, iniciar, inicia, inicie, começar, começa, comece,
    consultar, consulta, consulte, verificar, verifica, verifique, gerar, gera, gere, concluir, conclui,
    resolver, resolve, resolva, conclua, finalizar, finaliza, finalize, dar andamento, dê andamento, dar sequência, dê sequência
""")
# Idioms that mean something only as the whole message (small words set aside).
WHOLE = {"para": "cancel", "deixa": "cancel", "deixe": "cancel", "volta": "cancel", "voltar": "cancel",
         "ta louco": "no", "ta doido": "no", "ta maluco": "no", "esta louco": "no", "esta maluco": "no", "ta de brincadeira": "no", "passo": "no", "eu passo": "no",
         "aham sei": "unclear", "aham ta": "unclear", "sei sei": "unclear", "para que": "question", "para que isso": "question", "ta bom sei": "unclear",
         "isso": "yes", "por que nao": "yes", "porque nao": "yes", "favor": "yes"}  # fmt: skip
FILL = phrases("""
    por favor, por gentileza, favor, faz favor, obrigado, obrigada, muito obrigado, muito obrigada, agradeço,
    grato, grata, valeu, eu, me, mim, para, para mim, para gente, a, o, as, os, e, é, de, do, da, dos, das, em,
    pensando bem, pensando melhor, um, uma, uns, isso, isto, então, aí, já, agora, agora mesmo, logo, que, você, vocês, senhor, senhora, moço,
    moça, amigo, amiga, querido, querida, tudo, mesmo, também, viu, né, hein, bem, muito, só, com, ser, está,
    estou, foi, hoje, ah, oh, olha, bom dia, boa tarde, boa noite, oi, olá, rápido, rapidamente, urgente,
    com urgência, assim, lá, minha, meu, gente, cara, mano, daí, da minha parte, o quanto antes,
    assim que possível, quando puder, quando possível, o mais rápido possível, tá, então tá, nós, a gente, ele,
    ela, esse, essa, este, esta, lo, la, kkk, rs, haha, ainda, seu, sua, sr, sra, tal,
    opa, uai, ué, eita, ora, poxa, bem, melhor, disso, disto, nisso, desse, dessa, deste, desta, aqui, dele, dela, te, na verdade, olha só, pois
""")
# "pode me dizer", "pode explicar": a question in the form of a permission.
TELL = phrases("""
    me conta, me conte, me mostra, me mostre, explica, explique, explica melhor, explique melhor, me explica melhor,
    me dizer, me diga, me diz, me falar, me fala, me fale, me informar, me informa, me informe, me explicar,
    me explica, me explique, me ajudar, me ajuda, me ajude, me passar, me passa, me tirar uma dúvida, explicar,
    dizer, informar, esclarecer, tirar uma dúvida, gostaria de saber, quero saber, queria saber, preciso saber
""")
INTERROGATIVES = phrases("""
    qual, quais, quanto, quanta, quantos, quantas, quando, onde, aonde, de onde, como, por que, porque motivo, quem,
    o que, que dia, que horas, até quando, até que dia, cadê, com quem, em quanto tempo, como assim, e se,
    tem como, será que, é possível, dá para, existe, não entendi, não compreendi, e o, e a, e os, e as, e para
""")
TAGS = phrases("tá, ok, né, certo, viu, pode ser, tudo bem, beleza, não é, combinado, hein, sim")
CONTRAST = phrases(
    "mas, porém, só que, contudo, todavia, entretanto, no entanto, contanto que, desde que, só se, se for"
)
ADDITION = phrases(
    "também, e também, além disso, além do mais, aliás, aproveitando, outra coisa, mais uma coisa, e mais"
)
AND = ("e",)
WILL_NEGATED = phrases("""
    não quero, não quero mais, não queria, não gostaria, não desejo, não pretendo, não preciso, não precisa,
    não vou, não vou querer, não é sobre, não é para, não é de, não se trata, não tem a ver, não estou falando,
    não estou perguntando, não estou pedindo, não me refiro, não falo, nada de, em vez de, ao invés de,
    não cancele, não cancela, não troque, não devolva, não mande, não envie, não abra, não faça, não peço,
    não pedi, não me interessa, não tenho interesse, sem querer, nem quero, nunca quis, não quis, não é o caso
""")
OTHER_MATTER = phrases("""
    o outro assunto, outro assunto, o outro, a outra, a outra coisa, a outra parte, a outra pergunta, o outro ponto,
    a outra questao, o resto, o restante, a segunda parte, o segundo assunto, o que faltou, o que falta,
    o que ficou pendente, a pendencia, os outros, as outras, e o mais, a outra duvida, o outro problema
""")
# What expressly opens a topic of its own, when a message begins with it.
NEW_TOPIC = phrases("mudando de assunto, trocando de assunto, mudança de assunto, sobre outro assunto")
# A change of what was shown: verbs that may be of another matter too, ...
CHANGE = phrases("""
    muda, mude, mudar, altera, altere, alterar, troca, troque, trocar, modifica, modifique, modificar, corrige, corrija, corrigir, edita, edite, editar,
    substitui, substitua, substituir, ajusta, ajuste, ajustar, reescreve, reescreva, reescrever
""")
# ... verbs and beginnings that are of no other matter while a text is shown, ...
REWORD = phrases("""
    tira, tire, tirar, remove, remova, remover, retira, retire, retirar, apaga, apague, apagar, exclui, exclua, excluir, corta, corte, cortar, omite, omita,
    omitir, acrescenta, acrescente, acrescentar, adiciona, adicione, adicionar, inclui, inclua, incluir, coloca, coloque, colocar, põe, ponha, pôr, bota, bote,
    diz que, diga que, que diga, diz a ele, diga a ele, diga a ela, diz para, diga para, dizer que, fala que, fale que, escreve que, escreva que,
    pede, peça, pedir que, avisa que, avise que, informa que, informe que, pergunta se, pergunte se, menciona, mencione, mencionar, em vez de,
    no lugar de, ao invés de, sem a, sem o, sem as, sem os, deixa mais, deixe mais, que seja mais, faça mais, mais curto, mais breve, mais longo, mais formal,
    mais gentil, mais claro, encurta, encurte, encurtar, resume, que dissesse, que digam
""")
# ... what is said of words that are not liked, ...
DISLIKE = phrases("não gostei, não gosto, não ficou bom, não está bom, está errado, ficou ruim, não era isso")
# ... and what parts of a text are called.
PARTS = phrases("""
    assunto, título, texto, mensagem, corpo, conteúdo, e-mail, email, rascunho, frase, oração, linha, parágrafo, palavra, saudação, despedida, fecho,
    assinatura, começo, início, final, fim, última, último, primeira, primeiro, destinatário, tom
""")
# What somebody is to be told follows these words.
SAYING = phrases("""
    dizendo, dizendo a ele, dizendo a ela, dizendo a eles, que diga, que diz, onde diz, diz que, diga que, diga a ele, diga a ela, diga a eles, diz a ele,
    para dizer, falando que, fala que, fale que, avisando, avise que, avisa que, para avisar, informando, informe que, informa que, para informar, pedindo,
    peça, pede, para pedir, perguntando, pergunte, pergunta se, para perguntar, comunicando, comunique que, para comunicar, lembrando, lembre que,
    para lembrar, confirmando, confirme que, para confirmar, agradecendo, agradeça, para agradecer, contando que, conte que, convidando, convide,
    explicando, explique que, notificando, parabenizando, com o texto, com a mensagem, com este texto, com esta mensagem, para que,
    sobre, acerca de, a respeito de, com respeito a, em relação a
""")
# A text that follows is called so.
FOLLOWING = phrases("""
    isto, isso, este texto, esse texto, este e-mail, este email, esse e-mail, esse email, esta mensagem, este relatório, este artigo, este parágrafo, este documento,
    esta nota, esta notícia, esta tabela, estes dados, esses dados, o seguinte, a seguinte, o texto seguinte, o seguinte texto, o texto, o e-mail
""")
# Permission: what looking at something is called when it is allowed or ordered, ...
LOOK = phrases("""
    olhar, olha, olhe, dar uma olhada, dá uma olhada, dê uma olhada, checar, checa, cheque, dar uma checada, verificar,
    verifica, verifique, conferir, confere, confira, consultar, consulta, consulte, acessar, acessa, acesse,
    conectar, conecta, conecte, conectar se, se conectar, se conecte, entrar, entra, entre, mexer, mexe, mexa, tocar,
    examinar, examina, examine, analisar, analisa, analise, inspecionar, inspecione, investigar, investiga,
    investigue, revisar, revisa, revise, vasculhar, vasculhe, espiar, espia, espie, ver, veja, usar, use, ler, leia
""")
# ... what must not be done (the forms that follow a no; "não conecta" is a complaint and no order), ...
LEAVE = phrases("""
    olhar, olhe, olha, olhando, olhem, dar uma olhada, checar, cheque, checando, verificar, verifique, verificando, conferir,
    confira, conferindo, consultar, consulte, consultando, acessar, acesse, acessando, conectar, conecte,
    conectando, entrar, entre, entrando, mexer, mexa, mexe, mexam, mexas, mexendo, tocar, toque, toca, toques, tocando, encostar,
    encoste, encosta, fuçar, fuce, fuça, fuçando, examinar, examine, examinando, analisar, analise, analisando, inspecionar,
    inspecione, investigar, investigue, investigando, revisar, revise, revisando, vasculhar, vasculhe, espiar, espie,
    bisbilhotar, bisbilhote, prosseguir, prossiga, prosseguindo
""")
# ... and of these the words for much else, which count only with the name of the matter or nothing behind them.
USE = phrases(
    "usar, use, usem, usando, ver, veja, vendo, ler, leia, lendo, abrir, abra, continuar, continue, fazer isso, faça isso"
)
BARS = phrases("""
    não, nunca, nunca mais, jamais, nem, não quero que, não quero mais que, não queria que, não é para, não é mais para,
    não precisa, não precisa mais, não pode, não pode mais, não podem, não podem mais, não podes, não deve, não deve mais,
    prefiro que não, eu prefiro que não, melhor não, é melhor não, pare de, pare já de, parem de, para de,
    pode parar de, deixe de, deixa de, chega de, basta de, não é preciso, sem, proíbo que, proibido, é proibido,
    está proibido, proibido de, parar de, não continue, não siga, não fique, não fica, vai parar de, quero que pare de,
    quero que você pare de, não está mais autorizado a, não autorizo, não autorizo mais, não deixo, não deixo mais,
    não permito que, não permito mais que, não tem mais permissão para, não tem permissão para, tire a mão, não vá, nem pense em, nem tente
""")
FORBID = phrases("""
    sem olhar, sem acessar, sem verificar, sem mexer, sem conectar, sem entrar, nem pense, nem pense nisso, nem sonhe, nem sonhando, nem tente, nem encoste, nem chegue perto, tire as mãos, tira as mãos,
    tire a mão, tira a mão, mãos longe, fique fora, fica fora, fique longe, saia daí, sai daí, desconecta, desconecte,
    desconectar, pode desconectar, desconecte se, retiro a permissão, retiro minha permissão, retiro a autorização,
    retiro minha autorização, retiro o acesso, retiro o que disse, revogo, revogo a permissão, revogo o acesso, revogo a autorização, cancelo a permissão,
    cancela a permissão, cancele a permissão, cancela o acesso, cancele o acesso, tiro a permissão, tire o acesso, acesso revogado,
    não tem mais permissão, não tem mais autorização, não tem mais acesso, não dou mais permissão, não autorizo mais,
    não está mais autorizado, não está mais autorizada, deixe a instância em paz, deixa em paz, deixe em paz, não me olhe isso
""")
REFUSE = phrases("""
    só que nunca, ahora resulta, mentira, brincadeira, brincadeirinha, tô brincando, zoeira, só que não, sqn, nem que a vaca tussa, só por cima do meu cadáver, por cima do meu cadáver, fora de questão, fora de cogitação, sem chance,
    nem ferrando, nem fodendo, tá louco, está louco, tá maluco, nem vem, sai fora, vai sonhando, não deixo, não permito, não dou permissão, não tem permissão,
    não tem minha permissão, sem permissão, não libero, não está liberado, não está autorizado, não autorizado, proibido, proíbo, ninguém mexe, ninguém olha, ninguém toca, coisa nenhuma,
    deixa quieto, deixar quieto, deixe quieto, ir embora, vá embora, vai embora, pula isso, pule isso, ignora isso, ignore isso, negado, não quero você
""")
GRANT = phrases("""
    tem permissão, tem minha permissão, tem a minha permissão, você tem permissão, você tem minha permissão, dou permissão, dou minha permissão, permissão concedida,
    permissão dada, concedo, concedido, concedida, está autorizado, está autorizada, você está autorizado, te autorizo, eu autorizo, autorizo, libero, eu permito, eu deixo,
    deixo sim, deixo, não me importo, não vejo problema, não vejo problemas, não vejo por que não, nada contra, não tenho nada contra,
    acesso liberado, acesso autorizado, tem meu aval, tem o meu aval, sinal verde, liberada, está liberada, pode tudo, manda
""")
RESTRICT = phrases(
    "a partir de, a partir do, a partir da, a partir das, só, somente, apenas, exceto, menos, salvo, amanhã, depois de amanhã, semana que vem, mais tarde, se, caso, depois, depois que, quando, antes, fora, exceto, espera, espere, aguarda, aguarde"
)

GREETINGS = phrases("""
    olá, oi, oie, opa, e aí, bom dia, boa tarde, boa noite, tudo bem, tudo bom, como vai, como vai você,
    como está, prezado, prezada, prezados, prezadas, prezados senhores, caro, cara, caros, equipe, pessoal,
    time, senhores, caros senhores, alô, saudações, tudo certo, espero que esteja bem, espero que estejam bem
""")
SIGN_OFFS = phrases("""
    atenciosamente, att, abraço, abraços, um abraço, cordialmente, respeitosamente, grato, grata, obrigado,
    obrigada, muito obrigado, muito obrigada, desde já agradeço, agradeço desde já, aguardo retorno,
    aguardo, aguardo resposta, fico no aguardo, no aguardo, desde já obrigado, sem mais, até logo, saudações,
    enviado do meu iphone, enviado do meu celular, enviado do meu android, valeu, tchau, tchauzinho, até mais, até breve,
    até amanhã
""")
VERBS = phrases("""
    é, está, estava, estou, estão, foi, era, são, veio, vem, vêm, vieram, tem, tenho, tinha, tive, chegou, chega,
    chegaram, quero, queria, quer, preciso, precisa, gostaria, posso, pode, poderia, recebi, recebeu, comprei,
    paguei, pago, mudou, atrasou, quebrou, parou, funciona, sumiu, vence, venceu, deu, fica, ficou, faz, fiz, sei,
    vou, vai, peço, pedi, contratei, cancelei, devolvi, troquei, acho, vi, vejo, falta, faltou, aumentou, caiu,
    cobraram, cobrou, devolver, trocar, cancelar, contestar, saber, onde está, dá, diz, consta, demora, custa
""")
COMMON = phrases("""
    você, não, minha, meu, meus, minhas, está, quero, fatura, pedido, onde, muito, obrigado, obrigada, oi, olá,
    bom dia, boa tarde, boa noite, para, com, uma, um, isso, ainda, sim, qual, foi, veio, por que, também, até,
    chegou, conta, conseguir, consigo, preciso, gostaria, segunda, via, do, da, dos, das, no, na, nos, nas, ao, em,
    tudo bem, valeu, então, já, mais, agora, ele, ela, eu, meu, seu, sua, quando, o, os, e, tem, fazer, cadê
""")
# What is typed for short and is no short reply; `topic` spells it out.
CHAT = {
    "vce": "você", "oq": "o que", "oque": "o que", "qdo": "quando", "qnd": "quando", "qndo": "quando", "qto": "quanto",
    "qnt": "quanto", "qnto": "quanto", "qts": "quantos", "qm": "quem", "ql": "qual", "qlqr": "qualquer",
    "qq": "qualquer", "mta": "muita", "mtos": "muitos", "mtas": "muitas", "tbem": "também", "pfvor": "por favor",
    "plmdds": "pelo amor de Deus", "amh": "amanhã", "amnh": "amanhã", "fds": "fim de semana", "vdd": "verdade",
    "cmg": "comigo", "dnv": "de novo", "dnovo": "de novo", "aki": "aqui", "aq": "aqui", "ñ": "não",
    "cel": "celular", "net": "internet", "ped": "pedido", "nf": "nota fiscal", "nfe": "nota fiscal",
    "venc": "vencimento", "pgto": "pagamento", "pgmto": "pagamento", "pagto": "pagamento", "prob": "problema",
    "probl": "problema", "tds": "todos", "nd": "nada", "alg": "alguém", "gnt": "gente", "qro": "quero", "kero": "quero",
    "qria": "queria", "qr": "quer", "cmo": "como", "bjs": "beijos", "flw": "tchau", "pdd": "pedido",
    "entg": "entrega", "endereco": "endereço", "plno": "plano", "prq": "porque", "pqp": "que raiva",
    "atd": "atendimento", "atend": "atendimento", "tel": "telefone", "ctt": "contato", "dsd": "desde", "p": "para", "ant": "antes",
}  # fmt: skip
PICTURES = {
    "📦": "pacote", "🚚": "entrega", "🚛": "entrega", "💸": "dinheiro", "💰": "dinheiro", "💳": "cartão", "🧾": "nota fiscal",
    "📱": "celular", "📲": "celular", "📞": "telefone", "☎": "telefone", "📶": "sinal", "🌐": "internet", "🛜": "wi-fi",
    "📡": "sinal", "📧": "e-mail", "✉": "e-mail", "📩": "e-mail", "📨": "e-mail", "💻": "computador", "🖥": "computador", "🖨": "impressora",
    "📺": "televisão", "🎧": "fone", "⌚": "relógio", "👟": "tênis", "👕": "camiseta", "🛒": "compra", "🛍": "compra", "🔑": "senha",
    "🔐": "senha", "🐌": "lento", "🐢": "lento", "💔": "quebrado", "🔁": "troca", "🔄": "troca", "↩": "devolução",
    "✈": "viagem", "📅": "data", "🗓": "data", "⏰": "atraso", "❓": "?", "❔": "?", "📄": "documento", "🏠": "casa", "❌": "não",
}  # fmt: skip
# What is not meant: the piece of the message that begins so says what it is not about, ...
DENIED = phrases("""
    para de falar, pare de falar, chega de falar,     não é sobre, não é a respeito, não é mais sobre, não é por, não é por causa, não é de, não é do, não é da, não é dos, não é das,
    não é com, não é em, não é no, não é na, não é nada sobre, não é nada de, não é nada com, não se trata, não tem a ver, não tem nada a ver,
    nada a ver com, não estou falando, não tô falando, não estou a falar, não falo, não falei, não falava, não estou perguntando,
    não tô perguntando, não perguntei, não estou reclamando, não tô reclamando, não me refiro, não me referia, não quis dizer, não disse,
    não digo, não era sobre, não era da, não era do, não era de, não era para, não vim falar, não quero falar, não queria falar,
    não quero saber de, não quero saber da, não quero saber do, não precisa falar, sem ser, esquece a, esquece o, esquece as, esquece os,
    esqueça a, esqueça o, esquece meu, esquece minha, esquece essa, esquece esse, ignora a, ignora o, ignore a, ignore o,
    desconsidera a, desconsidera o, desconsidere a, desconsidere o, desconsidere, não sobre, não da, não do, não das, não dos,
    não de, não na, não no, não pela, não pelo, não com, não para, não por, não em, não meu, não minha, não essa, não esse, não aquela,
    não aquele, não uma, não um, não é questão de, não é caso de, não é assunto de, não foi sobre, não foi por causa, não foi da, não foi do,
    não foi com, não foi na, não foi no, não tô falando, nem é sobre, nem é da, nem é do, não por causa
""")
# ... a piece that begins so does when another says what it is ("não é a fatura, é o pedido"), ...
DENIED_IS = phrases("""
    não é a, não é o, não é as, não é os, não é meu, não é minha, não é nem a, não é nem o, não foi a, não foi o, não foi meu, não foi minha,
    não era a, não era o, não era minha, não era meu, não são as, não são os, não é essa, não é esse, não é bem a, não é bem o, não é uma, não é um, não é,
    nem é a, nem é o, não está na, não está no, o problema não é, o assunto não é, a questão não é, meu problema não é, minha dúvida não é
""")
# ... unless it goes on so: then it is the complaint itself ("não é o que pedi").
DENIED_NOT = phrases(
    "o que, a que, a primeira, a segunda, a terceira, a mesma, o mesmo, o suficiente, o ideal, o certo, o caso, o correto, a correta, o combinado"
)
UNWANTED = phrases("""
    não eu não quero, não não quero, não eu não preciso, não não preciso, não eu não vou, não eu não estou,     não quero, não queria, não preciso, não precisava, não gostaria, não pretendo, não desejo, não vou, não tenho interesse em, não estou interessado em,
    não estou interessada em, nem quero, não vim, não estou querendo, não tô querendo, não tenho intenção de, não é para, não era para, não é necessário,
    não estou pedindo, não tô pedindo, não estou a pedir, não penso em, não quero nem, não pedi para, não precisa, não precisam
""")
# What somebody does not want and says because it is the matter: "não quero pagar essa multa".
PLIGHT = phrases("""
    explicar, informar, ajudar, ajuda, dúvida, esclarecer, passar, mostrar,     pagar, esperar, perder, ficar, ser, receber, ter, aceitar, conseguir, poder, continuar, passar, aguentar, estar, correr, arriscar,
    gastar, sofrer, que, admitir, tolerar, assinar, depender, deixar, desistir, mais pagar, ligar, reconhecer, sair, voltar, entrar
""")
INSTEAD = phrases(
    "em vez de, ao invés de, em lugar de, no lugar de, em vez da, em vez do, ao invés da, ao invés do, invés de, em vez disso de"
)
# What was said before it was not meant, ...
CORRECTED = phrases("""
    quis dizer, eu quis dizer, quero dizer, quer dizer, queria dizer, ou melhor, ou melhor dizendo, melhor dizendo, digo, corrigindo, correção, me corrijo,
    errei, me enganei, me confundi, me expressei mal, falei errado, escrevi errado, digitei errado, ops, oops, retificando, retifico, perdão,
    não pera, não peraí, não espera, não calma, desculpa quis dizer, desculpe quis dizer, desculpa é, era para dizer, quis escrever, leia se,
    erro meu, falha minha, minha falha, troquei as bolas, minto, mentira
""")
# ... and here only when what follows is a wish of its own, or names the matter.
RATHER = phrases(
    "na verdade, na realidade, na real, aliás, pensando bem, pensando melhor, melhor ainda, em vez disso, ao invés disso, mudei de ideia, mudei de ideia e, quer saber"
)
BUT = phrases("mas, mas sim, e sim, porém, só que, contudo, entretanto, no entanto, mas é, e é, agora")
# A piece that begins so says what the message is about.
MEANT = phrases("""
    é sobre, é a, é o, é as, é os, é da, é do, é das, é dos, é de, é com, é na, é no, é em, é para, é por, é por causa, é meu, é minha, é que, é sim, é essa, é esse,
    é uma, é um, é pela, é pelo, foi a, foi o, foi meu, foi minha, era a, era o, era da, era do, são as, são os, o problema é, o assunto é, a questão é, o caso é, a dúvida é,
    o que quero, o que eu quero, o que preciso, o que eu preciso, o que queria, o que eu queria, o que aconteceu, o que acontece, acontece que, o negócio é,
    estou falando, tô falando, falo, falava, me refiro, quis dizer, refiro me, trata se, se trata, só, apenas, somente, sobre, tem a ver com, é só, só quero,
    minha dúvida é, meu problema é, a pergunta é, o ponto é, a verdade é que, o que houve, vim, eu vim, falei, eu falei, perguntei, estou perguntando, estou reclamando
""")
# A piece that is wholly one of these leads to the point, and is not it, ...
AROUND = phrases("""
    obrigado desde já, obrigada desde já, galera, turma, pessoal,     desculpa, desculpe, desculpem, com licença, licença, foi mal,     tudo bem com você, tudo bem com vocês, tudo bem por aí, tudo jóia, tudo tranquilo, beleza, tudo certinho, como vai você, como vão vocês, como você está,
    desculpa incomodar, desculpe incomodar, desculpa o incômodo, desculpe o incômodo, desculpa te incomodar, desculpa a demora, desculpa o textão, desculpe o texto longo,
    preciso de ajuda, preciso de uma ajuda, preciso de sua ajuda, preciso da sua ajuda, preciso da ajuda de vocês, me ajuda, me ajudem, me ajude, socorro, help,
    pode me ajudar, podem me ajudar, poderia me ajudar, poderiam me ajudar, alguém pode me ajudar, alguém me ajuda, consegue me ajudar, vocês podem me ajudar,
    tenho uma dúvida, estou com uma dúvida, tô com uma dúvida, uma dúvida, tirar uma dúvida, queria tirar uma dúvida, gostaria de tirar uma dúvida, quero tirar uma dúvida,
    gostaria de uma informação, queria uma informação, quero uma informação, preciso de uma informação, queria saber uma coisa, quero saber uma coisa, me tira uma dúvida,
    uma perguntinha, uma pergunta, tenho uma pergunta, queria fazer uma pergunta, posso fazer uma pergunta, deixa eu perguntar, deixa eu te falar, deixa eu te perguntar,
    deixa eu te contar, vou te explicar, vou explicar, deixa eu explicar, é o seguinte, o negócio é o seguinte, o seguinte, seguinte, é isso, só isso, é só isso, era isso, era só isso,
    espero que entendam, espero que me entenda, conto com vocês, conto com a ajuda, conto com sua ajuda, fico no aguardo, aguardo, aguardo retorno, aguardo resposta, espero resposta,
    aguardo um retorno, aguardo contato, desde já agradeço, agradeço, agradeço desde já, agradeço a atenção, agradeço a compreensão, obrigado pela atenção, obrigada pela atenção,
    obrigado pela ajuda, obrigada pela ajuda, muito obrigado pela atenção, grato pela atenção, grata pela atenção, tem alguém aí, alguém aí, alô, tem alguém, oi alguém,
    é com você mesmo, falo com quem, é aqui mesmo, é aqui, não sei se é aqui, não sei se é com você, não sei se é com vocês, não sei se é aqui que eu vejo isso, não sei se é o canal certo,
    não sei se é o lugar certo, não sei se você pode me ajudar, não sei se vocês podem me ajudar, não sei nem por onde começar, nem sei por onde começar, nem sei como explicar,
    não entendo muito disso, sou leigo, sou leiga, por gentileza, por favor, se puder, se puderem, se possível, se for possível, quando puder, quando puderem,
    sabe, sabe como é, entendeu, né, viu, tá, tipo assim, tipo, sei lá, enfim, resumindo, em resumo, bom, então, bem, olha, veja bem, veja, olha só, cara, moço, moça, gente, amigo, amiga,
    boa sorte, bom trabalho, bom trabalho a todos, tenha um bom dia, tenham um bom dia, ótimo dia, uma ótima tarde, bom fim de semana, espero que estejam bem, espero que esteja bem,
    espero que esteja tudo bem, espero que esteja tudo bem com vocês, tudo bom com você
""")
# ... and one of a few words that begins so.
AROUND_OPENS = phrases("""
    sou a, sou o, meu cpf é, meu email é,     meu nome é, me chamo, aqui é o, aqui é a, aqui quem fala, quem fala é, sou cliente, eu sou cliente, sou cliente de vocês, espero que, desculpa incomodar, desculpe incomodar,
    não sei se é com, não sei se é aqui, não sei se vocês, nem sei se é com, nem sei se é aqui, nem sei se vocês, sei que vocês, sei que não é, já sou cliente, sou novo aqui, sou nova aqui, tô aqui, cliente desde, cliente há,
    tenho conta com vocês, moro em, moro na, moro no, sou de, falo de, falo da cidade, trabalho com, trabalho na, trabalho em, não entendo nada de, não sou bom com, não sou boa com,
    obrigado por, obrigada por, agradeço por, agradeço a, agradeço pela, conto com, fico no aguardo, aguardo um, aguardo o, aguardo sua, no aguardo de, enviado do, enviado pelo
""")
# What is done with: "a fatura já resolvi, agora quero saber do pedido".
SETTLED = phrases("""
    tá tudo certo, está tudo certo, tá tudo ok, está tudo ok, já consertaram, já arrumaram, já me responderam, já entendi, eu entendi,     já resolvi, já resolveu, já resolveram, já foi resolvido, já foi resolvida, já está resolvido, já está resolvida, já tá resolvido, já tá resolvida, já deu certo,
    já está ok, já tá ok, tá resolvido, tá resolvida, está resolvido, está resolvida, foi resolvido, foi resolvida, já consegui, já paguei e está tudo certo, já solucionaram
""")
# Sounds of somebody who speaks, and laughter.
HESITATION = phrases(
    "ahn, hum, hmm, hm, aham, ahh, rs, rsrs, rsrsrs, kkk, kkkk, kkkkk, haha, hahaha, hehe, aff, affs, eita, putz, oxe, vixe"
)
# In front of the point they say nothing.
LEADS = phrases("""
    já falei que, eu já falei que, já disse que, eu já disse que, já te disse que, já te falei que, eu falei que, eu disse que, repito, de novo, sabe o que é,     como eu explico, como eu posso explicar, como é que eu explico, o negócio é o seguinte, a questão é a seguinte, o caso é o seguinte, galera, turma, pessoal,     é, então, assim, bom, bem, olha, olha só, veja, veja bem, tipo, tipo assim, cara, moço, moça, gente, aí, daí, e aí, ah, ai, seguinte, é o seguinte, é que, enfim, mano, meu amigo, minha amiga,
    pois é, é isso, sabe, ok, certo, beleza, vamos lá, deixa eu ver, deixa eu te falar, deixa eu falar, deixa eu te perguntar, peraí, escuta, escuta só, fala aí, viu, e, na verdade, é assim
""")
# Words that point back: what they point to must not be dropped.
ANAPHORA = phrases("isso, disso, nisso, ele, ela, eles, elas, dele, dela, deles, delas, nele, nela, ambos")
# What is wanted to be known first: "sim, mas antes me diz o valor".
BEFOREHAND = phrases(
    "antes, antes disso, antes de mais nada, antes de tudo, antes de confirmar, antes de responder, antes de decidir, primeiro, só, mas antes, apenas"
)
# A yes on a condition is none: "sim, se for rápido".
CONDITION = phrases("contanto que, desde que, só se, se for, se, caso, a menos que, só depois que, só quando")
THANKS = phrases(
    "obrigado, obrigada, muito obrigado, muito obrigada, obrigado desde já, obrigada desde já, desde já obrigado, desde já obrigada, valeu, agradeço, grato, grata, por favor, por gentileza"
)
# Verbs that anything may do: beside nothing else they name no matter.
LIGHT = phrases("""
    é, está, estava, estou, estão, foi, era, são, veio, vem, vêm, vieram, tem, tenho, tinha, tive, quero, queria, quer, preciso, precisa, gostaria, posso, pode, poderia, deu, fica, ficou,
    faz, fiz, sei, vou, vai, acho, vi, vejo, dá, diz, tá, tô, saber, ver, fazer, resolver, falar, perguntar, dizer, ter, ser, estar, algo, alguma, coisa, consigo, janeiro, fevereiro, março, abril,
    maio, junho, julho, agosto, setembro, outubro, novembro, dezembro, ontem, amanhã, segunda feira, terça, quinta, sexta, sábado, domingo, mês, semana, ano, dia, nem, não, sem, vim, aqui, ali
""")
DISCLAIMERS = phrases("""
    esta mensagem, essa mensagem, este e mail e seus anexos, este e mail e quaisquer anexos, esta mensagem e seus anexos, este e mail pode conter, aviso de confidencialidade, aviso legal, confidencialidade, mensagem confidencial, o conteúdo deste e mail, as informações contidas nesta, as informações contidas neste, se você recebeu esta mensagem por engano, se você não é o destinatário, caso você tenha recebido, caso tenha recebido, antes de imprimir, pense antes de imprimir, obter o outlook para, obtenha o outlook, livre de vírus, esta é uma mensagem automática, enviado do meu, enviado pelo meu, enviado via, enviado por meio do, e mail confidencial, informação confidencial, política de privacidade
""")
NOT_KNOWING = phrases("""não sei, nem sei, sei lá, não faço ideia, não faço a menor ideia, não tenho ideia, sem ideia, sem a menor ideia, não entendi, não entendo, não lembro, não me lembro, não tenho certeza, estou em dúvida, fiquei em dúvida, na dúvida
""")
ABOUT_OPTIONS = phrases("""diferença, diferenças, difere, diferem, diferencia, diferenciam, diferente, diferentes, distingue, muda, melhor, opção, opções, alternativa, alternativas, assim, explica, explicar, significa, significam, recomenda, recomendas, sugere, delas, deles, dessas, desses
""")
ABOUT_ANSWERS = phrases("""pergunta, responder, resposta, nome, código, escolher, escolha, dizer, falar, explicar, mesmo, bem, direito
""")
