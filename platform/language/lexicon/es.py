"""Closed lists of Spanish. Written with accents; compared without."""

from language.lexicon.phrase import phrases

ABBREVIATIONS = {
    "xq": "por qué", "porq": "por qué", "pk": "por qué", "tmb": "también", "tmbn": "también", "xfa": "por favor",
    "xfavor": "por favor", "porfa": "por favor", "porfis": "por favor", "porfi": "por favor", "pa": "para",
    "grax": "gracias", "ud": "usted", "uds": "ustedes", "d": "de", "bn": "bien", "dnd": "dónde", "cdo": "cuando",
    "sip": "sí", "sep": "sí", "siii": "sí", "nop": "no", "nel": "no",
}  # fmt: skip

AFFIRM = phrases("""
    sí, claro que sí, claro, por supuesto, por supuesto que sí, desde luego, cómo no, seguro, seguro que sí,
    con seguridad, con gusto, con mucho gusto, afirmativo, positivo, exacto, exactamente, correcto, así es,
    eso es, eso mismo, es correcto, de acuerdo, estoy de acuerdo, acepto, confirmo, confirma, confirme,
    confírmalo, confírmelo, confirmar, confirmado, autorizo, apruebo, aprobado, concuerdo, dale, dale pues,
    órale, ándale, simón, obvio, obvio que sí, obviamente, naturalmente, ciertamente, sin duda, sin dudas,
    sin duda alguna, sin problema, sin problemas, no hay problema, ningún problema, no tengo problema,
    hagámoslo, adelante, siga adelante, vamos adelante, creo que sí, pienso que sí, supongo que sí, que sí,
    me parece bien, me parece, trato hecho, conforme, estoy conforme, sale y vale, va que va, por qué no,
    me gustaría, sí sí, sí quiero, sí por favor, venga, vamos, vámonos, ya lo creo, cuando quiera, sí puede,
    sí puedes, lo autorizo, lo confirmo, lo acepto, hágale, de una, de ley,
    sería genial, estaría bien, sería bueno, hágale pues, échale, va pues
""")
SOFT = phrases("""
    va, vale, listo, bueno, bien, está bien, muy bien, perfecto, genial, excelente, buenísimo, estupendo, hecho,
    ya, sale, cierto, ok, okey, oki, todo bien, buena idea, me gusta
""")
NEGATE = phrases("""
    no, nunca, jamás, negativo, para nada, de ninguna manera, de ningún modo, de ninguna forma, ni hablar,
    ni loco, ni loca, ni de broma, en absoluto, claro que no, por supuesto que no, desde luego que no,
    obvio que no, mejor no, prefiero no, prefiero que no, preferiría no, creo que no, pienso que no,
    me parece que no, supongo que no, ahora no, no ahora, todavía no, aún no, por ahora no, no por ahora,
    por el momento no, hoy no, más tarde, después, luego, otro día, en otro momento, otro momento,
    no gracias, gracias pero no, no muchas gracias, no quiero, no hace falta, no es necesario,
    no es preciso, no acepto, no autorizo, no confirmo, no lo autorizo, no me interesa, no estoy interesado,
    rechazo, lo rechazo, tampoco, nada de eso, incorrecto, equivocado, es incorrecto, no es eso, no es así,
    eso no, no es correcto, que no, no no, ni modo
""")
CANCEL = phrases("""
    cancela, cancelar, cancele, cancélalo, cancélelo, cancelado, cancela todo, cancelarlo, quiero cancelar,
    déjalo, déjelo, déjalo así, déjelo así, dejémoslo, dejémoslo así, olvídalo, olvídelo, olvida, olvídate,
    olvida eso, olvidemos, mejor olvídalo, anula, anular, anúlalo, anúlelo, anule, desisto, desistir,
    me arrepentí, cambié de idea, cambié de opinión, ya no quiero, ya no, ya no lo quiero, no quiero más,
    parar, pare, detente, detén, deténgase, alto, basta, salir, aborta, abortar, aborte, no importa, ya no importa,
    ya no hace falta, ya no es necesario, ya no lo necesito, no quiero nada, no sigas, no siga
""")
UNSURE = phrases("""
    quizás, quizá, tal vez, a lo mejor, no sé, no lo sé, ni idea, no tengo idea, depende, puede ser, podría ser,
    no estoy seguro, no estoy segura, tengo dudas, tengo una duda, lo pensaré, voy a pensarlo, déjame pensar,
    déjeme pensar, déjame pensarlo, tengo que pensarlo, déjame ver, déjeme ver, da igual, me da igual,
    más o menos, posiblemente, probablemente, quién sabe, aún no sé, todavía no sé, no he decidido,
    aún no he decidido, no me decido, ya veré, ya veremos, un momento, un minuto, espera, espere, no recuerdo,
    no me acuerdo, igual sí, igual no, lo dudo,
    no estoy muy seguro, no estoy muy segura, no sé bien, no sabría decir, tengo que ver
""")
PERMIT = phrases("puede, puedes, pueden, podés, se puede, usted puede, lo permito, permitido")
WANT = phrases("quiero, quisiera, deseo, necesito, me gustaría, prefiero, yo quiero, lo quiero")
DO = phrases("""
    hacer, haz, hazlo, haga, hágalo, hagan, háganlo, hacerlo, continuar, continúa, continúe, seguir, sigue, siga,
    sigamos, proceder, proceda, procede, mandar, mándalo, mándelo, mandarlo, abrir, abra, ábrelo, ábralo, abrirlo,
    abrirla, enviar, envía, envíe, envíalo, envíelo, enviarlo, solicitar, solicite, solicitarlo, solicítalo,
    registrar, registre, ejecutar, ejecuta, ejecute, realizar, realice, avanzar, avanza, avance, pedir, pide,
    pida, pídelo, iniciar, inicie, empezar, empieza, empiece, consultar, consulte, verificar, verifique, ir, generar,
    tramitar, tramite, tramítalo, dar curso
""")
WHOLE = {"para": "cancel", "y si": "question", "por que no": "yes", "favor": "yes", "eso": "yes"}
FILL = phrases("""
    por favor, porfavor, gracias, muchas gracias, mil gracias, se lo agradezco, te lo agradezco, yo, me, mi, para,
    el, la, los, las, lo, le, les, se, un, una, y, de, del, en, eso, esto, esa, este, esta, entonces, ahora, ahorita,
    ahora mismo, ya, ya mismo, que, usted, ustedes, tú, tu, señor, señora, señorita, amigo, amiga, todo, mismo,
    también, bien, muy, mucho, solo, con, ser, estar, es, está, hoy, ah, oh, pues, mira, mire, oye, buenos días,
    buenas tardes, buenas noches, buenas, hola, rápido, así, por mi parte, por mí, cuando pueda, cuando puedas,
    lo antes posible, cuanto antes, nomás, no más, nada más, jaja, su, a,
    mejor, uy, ay, de eso, de esto, aquí, te, la verdad, en realidad, hombre
""")
TELL = phrases("""
    decirme, me dice, me dices, me puede decir, me puedes decir, dime, dígame, informarme, explicarme, explícame,
    me explica, me explicas, ayudarme, ayúdame, me ayuda, explicar, decir, informar, aclarar, aclararme,
    quiero saber, quisiera saber, me gustaría saber, necesito saber
""")
INTERROGATIVES = phrases("""
    cuál, cuáles, cuánto, cuánta, cuántos, cuántas, cuándo, dónde, adónde, de dónde, cómo, por qué, quién, quiénes,
    qué, qué día, a qué hora, hasta cuándo, en cuánto tiempo, con quién, cómo así, y si, hay forma, es posible,
    se podría, no entiendo, no entendí, y el, y la, y los, y las, y para
""")
TAGS = phrases("vale, ok, verdad, cierto, no, sí, de acuerdo, está bien, sale, eh, bueno")
CONTRAST = phrases(
    "pero, sino, sin embargo, no obstante, siempre que, siempre y cuando, solo si, con tal de que"
)
ADDITION = phrases(
    "también, y también, además, y además, aparte, por otro lado, otra cosa, una cosa más, aprovecho"
)
AND = ("y",)
WILL_NEGATED = phrases("""
    no quiero, ya no quiero, no quisiera, no deseo, no pretendo, no necesito, no voy a, no es sobre, no es para,
    no se trata, no tiene que ver, no estoy hablando, no estoy preguntando, no estoy pidiendo, no me refiero,
    no hablo, nada de, en vez de, en lugar de, no canceles, no cancele, no cambies, no cambie, no devuelva,
    no devuelvas, no envíes, no envíe, no abras, no abra, no hagas, no haga, no pido, no pedí, no me interesa,
    no me gustaría, sin querer, ni quiero, nunca quise, no quise, no hace falta
""")
OTHER_MATTER = phrases("""
    lo otro, el otro tema, el otro asunto, otro asunto, el otro, la otra, la otra cosa, la otra parte, la otra pregunta,
    la otra consulta, el resto, lo demas, la segunda parte, el segundo tema, lo que falta, lo que falto,
    lo pendiente, lo que quedo pendiente, los otros, las otras, la otra duda, el otro problema, el otro punto
""")
# Permission: what looking at something is called when it is allowed or ordered, ...
LOOK = phrases("""
    mirar, mira, mire, mirá, mirarlo, mirarla, míralo, mírala, mírelo, mírela, dar un vistazo, echar un vistazo, dale un vistazo,
    échale un vistazo, échele un vistazo, echarle un vistazo, darle un vistazo, revisar, revisa, revise, revisá, revísalo, revísala, revíselo, revísela, revisarlo, revisarla,
    verificar, verifica, verifique, verificarlo, verificarla, verifícalo, verifíquelo, chequear, chequea, chequee, chequéalo, chequearlo, chequearla, comprobar, comprueba, compruebe,
    compruébalo, comprobarlo, consultar, consulta, consulte, consultarlo, consultarla, consúltala, acceder, accede, acceda, conectar,
    conecta, conecte, conectarte, conectarse, conéctate, conéctese, entrar, entra, entre, tocar, tócalo, tocarlo,
    examinar, examina, examine, analizar, analiza, analice, analizarlo, inspeccionar, inspecciona, inspeccione, investigar, investiga, investigue,
    fijarte, fijarse, fíjate, fíjese, ver, verlo, verla, usar, usarlo, usarla, leer, leerlo
""")
# ... what must not be done (the forms that follow a no; "no conecta" is a complaint and no order), ...
LEAVE = phrases("""
    mirar, mires, mire, miren, mirés, mirando, mirarlo, mirarla, revisar, revises, revise, revisen, revisés, revisando, revisarlo, revisarla, revisándolo, revisándola, verificar, verifiques,
    verifique, verificando, chequear, chequees, chequee, chequeando, comprobar, compruebes, compruebe, comprobando, consultar, consultes, consulte,
    consultando, acceder, accedas, acceda, accediendo, conectar, te conectes, se conecte, conectes, conecte, conectarte, conectarse, entrar,
    entres, entre, entrando, tocar, toques, toque, toqués, toquen, tocarlo, tocarla, tocando, tocándolo, meterte, te metas, se meta, metas mano, meta mano, examinar, examines, examine,
    analizar, analices, analice, analizando, inspeccionar, inspecciones, inspeccione, investigar, investigues, investigue,
    husmear, husmees, husmeando, fisgonear, fisgonees, te acerques, se acerque, continuar, continúes, prosigas, prosiga, proceder, procedas, proceda
""")
# ... and of these the words for much else, which count only with the name of the matter or nothing behind them.
USE = phrases(
    "usar, uses, use, usando, usarlo, usarla, ver, veas, vea, viendo, verlo, verla, leer, leas, lea, leyendo, abrir, abras, abra, hagas eso, haga eso, lo hagas, lo haga"
)
BARS = phrases("""
    no, nunca, nunca más, jamás, ni, ya no, no quiero que, ya no quiero que, no quisiera que, no hace falta, no hace falta que, no es necesario que, no puedes,
    no puede, ya no puedes, ya no puede, no podés, no debes, no debe, no tienes que, no tiene que, prefiero que no, preferiría que no, mejor no,
    mejor que no, deja de, deje de, dejá de, dejen de, para de, pare de, pará de, basta de, no sigas, no siga, no vayas a, no vaya a, ni se te ocurra, ni se le ocurra,
    ni intentes, ni intente, prohibido, te prohíbo, le prohíbo, está prohibido, queda prohibido, no te permito, no le permito, no permito que, no puedes seguir, no puede seguir, quiero que dejes de, quiero que deje de,
    no tienes permiso para, no tiene permiso para, ya no tienes permiso para, ya no tiene permiso para, no te autorizo a, no le autorizo a, no vuelvas a, no vuelva a, sin
""")
FORBID = phrases("""
    sin mirar, sin acceder, sin revisar, sin tocar, sin conectarte, sin entrar, ni se te ocurra, ni se le ocurra, ni lo pienses, ni lo piense, ni lo sueñes, ni lo sueñe, ni lo intentes, ni te acerques, ni se acerque, manos fuera,
    quita las manos, quite las manos, saca las manos, saque las manos, aléjate, aléjese, mantente fuera, manténgase fuera, fuera de ahí, sal de ahí, salga de ahí, desconéctate,
    desconéctese, desconecta, desconecte, desconectar, retiro el permiso, retiro mi permiso, te retiro el permiso, le retiro el permiso, retiro la autorización,
    retiro mi autorización, retiro el acceso, te quito el permiso, le quito el permiso, quito el permiso, revoco, revoco el permiso, revoco el acceso, cancela el permiso,
    cancele el permiso, cancelo el permiso, ya no tienes permiso, ya no tiene permiso, ya no tienes acceso, ya no está autorizado, ya no estás autorizado, ya no lo autorizo,
    ya no te autorizo, déjalo en paz, déjala en paz, déjelo en paz, déjela en paz
""")
REFUSE = phrases("""
    preferiría que no, no me gustaría, no me gusta, ni en sueños, ni de chiste, ni muerto, ni muerta, ni a palos, sobre mi cadáver, por encima de mi cadáver, ni a patadas, cuando las vacas vuelen, fuera de discusión, ni pensarlo, qué va,
    de eso nada, no lo permito, no permito, no doy permiso, no tienes permiso, no tiene permiso, sin permiso, no estás autorizado, no está autorizado,
    no te autorizo, no le autorizo, prohibido, lo prohíbo, prohíbo, me niego, nadie toca, nadie mira, te denuncio, vete, irte, váyase, lárgate, sáltalo, sáltatelo, ignóralo, denegado, estás loco, está loco, minga, naranjas
""")
GRANT = phrases("""
    tienes permiso, tiene permiso, tenés permiso, tienes mi permiso, tiene mi permiso, doy permiso, te doy permiso, le doy permiso, doy mi permiso, permiso concedido,
    concedido, concedida, estás autorizado, está autorizado, estás autorizada, te autorizo, le autorizo, autorizado, autorizada, lo permito, te lo permito, no me importa, no me molesta, no me opongo,
    no veo problema, no veo por qué no, no veo inconveniente, no hay inconveniente, ningún inconveniente, sin inconveniente, acceso autorizado, luz verde, tienes luz verde,
    métele, mandale, mándale, nomás, de acuerdo
""")
RESTRICT = phrases(
    "solo, sólo, solamente, únicamente, excepto, salvo, menos, mañana, más tarde, la semana que viene, después, cuando, antes, fuera, espera, espere, si me, si no, si lo, si es"
)

GREETINGS = phrases("""
    hola, buenas, buenos días, buen día, buenas tardes, buenas noches, qué tal, cómo está, cómo estás, cómo va,
    estimado, estimada, estimados, estimadas, estimados señores, querido, querida, señores, equipo, saludos,
    todo bien, espero que estén bien, espero que esté bien
""")
SIGN_OFFS = phrases("""
    atentamente, saludos, un saludo, saludos cordiales, un cordial saludo, cordialmente, gracias,
    muchas gracias, mil gracias, gracias de antemano, quedo atento, quedo atenta, quedo a la espera,
    espero su respuesta, quedo pendiente, un abrazo, abrazos, hasta luego, enviado desde mi iphone,
    enviado desde mi móvil, enviado desde mi android, adiós, chao, chau, hasta pronto, hasta mañana, nos vemos
""")
VERBS = phrases("""
    es, está, estaba, estoy, están, fue, era, son, vino, viene, vienen, llegó, llega, llegaron, tiene, tengo, tenía,
    tuve, quiero, quería, quisiera, quiere, necesito, necesita, puedo, puede, podría, recibí, recibió, compré,
    pagué, pago, cambió, subió, bajó, falló, funciona, vence, venció, dio, queda, quedó, hace, hice, sé, voy, va,
    pido, pedí, contraté, cancelé, devolví, cambié, creo, vi, veo, falta, faltó, aumentó, cobraron, cobró, devolver,
    cambiar, cancelar, reclamar, saber, dice, demora, cuesta
""")
COMMON = phrases("""
    usted, el, la, los, las, mi, mis, está, quiero, factura, pedido, dónde, donde, muy, mucho, gracias, hola, buenos,
    buenas, buenos días, buenas tardes, buenas noches, para, con, una, un, eso, todavía, aún, sí, cuál, cual, fue,
    por qué, también, hasta, llegó, cuenta, puedo, necesito, quisiera, y, del, al, lo, le, pero, ahora, más, ya, yo,
    cuando, cuándo, es, en, no, qué, cómo, tengo, hay, hacer, adelante, dale, vale, señor
""")
