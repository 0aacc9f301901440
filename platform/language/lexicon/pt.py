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
    sim, s, claro, claro que sim, mas é claro, é claro, com certeza, certeza, com toda certeza, certamente,
    positivo, afirmativo, isso mesmo, isso aí, é isso, é isso aí, é isso mesmo, exato, exatamente, correto,
    está correto, está certo, certinho, combinado, fechado, concordo, aceito, confirmo, confirma, confirme,
    confirmar, confirmado, pode confirmar, autorizo, autorizado, aprovo, aprovado, de acordo, estou de acordo,
    topo, bora, bora lá, vamos lá, vamos nessa, vamos em frente, manda ver, manda bala, manda brasa, pode crer,
    demorou, uhum, aham, ahan, arram, sem problema, sem problemas, não tem problema, não há problema,
    nenhum problema, sem dúvida, sem dúvidas, sem dúvida nenhuma, não tenho dúvida, lógico, lógico que sim,
    óbvio, óbvio que sim, evidente, evidentemente, naturalmente, por que não, porque não, pode ser,
    pode ser sim, acho que sim, creio que sim, acredito que sim, penso que sim, que sim, é sim, sim sim,
    por mim tudo bem, por mim pode, vai em frente, vá em frente, ir em frente, siga em frente, em frente,
    vai lá, toca o barco, vai fundo, mete bronca, mete ficha, partiu, pode ter certeza, quero sim, pode sim,
    de boa, na boa, suave, tranquilo, fechou, faz favor, faça o favor, à vontade, fique à vontade,
    sinta se à vontade, com prazer, é o que eu quero, é isso que eu quero,
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
    chega, basta, já era, sair, não quero mais nada, não quero mais isso
""")
UNSURE = phrases("""
    talvez, não sei, sei lá, sei não, quem sabe, depende, tanto faz, tenho dúvida, tenho dúvidas, em dúvida,
    estou em dúvida, fiquei em dúvida, não tenho certeza, não tenho certeza ainda, sem certeza, não decidi,
    ainda não sei, não sei ainda, ainda não decidi, não decidi ainda, não sei se quero, vou pensar,
    preciso pensar, deixa eu pensar, deixe me pensar, me deixa pensar, tenho que pensar, deixa eu ver,
    vou ver, hum, hm, hmm, mais ou menos, pode ser que sim, pode ser que não, possivelmente, provavelmente,
    estou pensando, nem sei, não faço ideia, não me lembro, não lembro, um momento, um minuto, só um minuto,
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
    conclua, finalizar, finaliza, finalize, dar andamento, dê andamento, dar sequência, dê sequência
""")
# Idioms that mean something only as the whole message (small words set aside).
WHOLE = {"para": "cancel", "deixa": "cancel", "deixe": "cancel", "volta": "cancel", "voltar": "cancel",
         "isso": "yes", "por que nao": "yes", "porque nao": "yes", "favor": "yes"}  # fmt: skip
FILL = phrases("""
    por favor, por gentileza, favor, faz favor, obrigado, obrigada, muito obrigado, muito obrigada, agradeço,
    grato, grata, valeu, eu, me, mim, para, para mim, para gente, a, o, as, os, e, é, de, do, da, dos, das, em,
    um, uma, uns, isso, isto, então, aí, já, agora, agora mesmo, logo, que, você, vocês, senhor, senhora, moço,
    moça, amigo, amiga, querido, querida, tudo, mesmo, também, viu, né, hein, bem, muito, só, com, ser, está,
    estou, foi, hoje, ah, oh, olha, bom dia, boa tarde, boa noite, oi, olá, rápido, rapidamente, urgente,
    com urgência, assim, lá, minha, meu, gente, cara, mano, daí, da minha parte, o quanto antes,
    assim que possível, quando puder, quando possível, o mais rápido possível, tá, então tá, nós, a gente, ele,
    ela, esse, essa, este, esta, lo, la, kkk, rs, haha, ainda, seu, sua, sr, sra, tal,
    opa, uai, ué, eita, ora, poxa, bem, melhor, disso, disto, nisso, desse, dessa, deste, desta, aqui, dele, dela, te, na verdade, olha só, pois
""")
# "pode me dizer", "pode explicar": a question in the form of a permission.
TELL = phrases("""
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
    só que não, sqn, nem que a vaca tussa, só por cima do meu cadáver, por cima do meu cadáver, fora de questão, fora de cogitação, sem chance,
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
    "só, somente, apenas, exceto, menos, salvo, amanhã, depois de amanhã, semana que vem, mais tarde, se, caso, depois, depois que, quando, antes, fora, exceto, espera, espere, aguarda, aguarde"
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
