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
    no veo problema, no veo problemas, no veo ningún problema, no veo inconveniente, no veo por qué no, no veo por qué no hacerlo, no tengo inconveniente, no tengo inconvenientes, ningún inconveniente, sin inconveniente, sin inconvenientes,
    no me opongo, no hay drama, sin drama, sin objeciones, ninguna objeción, encantado, encantada, me encantaría, métele, dale que va, va que va, dale nomás, sipi, sipis, tienes mi ok, tiene mi ok, tiene mi autorización, tienes mi autorización,
    por mí está bien, por mí sí, por mí adelante, por mí no hay problema, sale pues, sale vale,
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
    ni pensarlo, ni en sueños, ni de chiste, ni muerto, ni muerta, ni a palos, nel pastel, nones, luego veo, después veo, mañana veo, no creo, no lo creo, no me conviene, no estoy de acuerdo, no hagas nada, no haga nada, no lo hagas, no lo haga,
    no hagas eso, no haga eso, está mal, eso está mal, que va, eso no es lo que pedí, no es lo que pedí, no pedí eso, así no, no procedas, no proceda, no sigas adelante, hm no, hmm no, ay no, uy no, no quiero eso, yo paso,
    eso no, no es correcto, que no, no no, ni modo
""")
CANCEL = phrases("""
    cancela, cancelar, cancele, cancélalo, cancélelo, cancelado, cancela todo, cancelarlo, quiero cancelar,
    déjalo, déjelo, déjalo así, déjelo así, dejémoslo, dejémoslo así, olvídalo, olvídelo, olvida, olvídate,
    olvida eso, olvidemos, mejor olvídalo, anula, anular, anúlalo, anúlelo, anule, desisto, desistir,
    déjalo ahí, déjelo ahí, me arrepiento, ya fue, puedes olvidarlo, puede olvidarlo, puedes olvidarte, puede olvidarse, pare ya, mejor déjalo, mejor dejémoslo,
    me arrepentí, cambié de idea, cambié de opinión, ya no quiero, ya no, ya no lo quiero, no quiero más,
    parar, pare, detente, detén, deténgase, alto, basta, salir, aborta, abortar, aborte, no importa, ya no importa,
    ya no hace falta, ya no es necesario, ya no lo necesito, no quiero nada, no sigas, no siga
""")
UNSURE = phrases("""
    puede que sí, puede que no, puede que, lo voy a pensar, lo tengo que pensar, tengo que consultarlo, tengo que consultar, tengo que hablarlo, tengo que hablar con, déjame consultar, me da lo mismo, espérame, espéreme, puedes esperar, puede esperar,
    ni sí ni no, si quieres, si tú quieres, si quiere, si usted quiere, si gustas, si gusta, como quieras, como quiera, como gustes, lo que digas, tú sabrás, usted sabrá, tú decides, usted decide, haz lo que quieras, haga lo que quiera, solo si, capaz, capaz que sí,
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
    hagas, resolver, resuelve, resuelva, resuélvelo, resuélvalo, hacer, haz, hazlo, haga, hágalo, hagan, háganlo, hacerlo, continuar, continúa, continúe, seguir, sigue, siga,
    sigamos, proceder, proceda, procede, mandar, mándalo, mándelo, mandarlo, abrir, abra, ábrelo, ábralo, abrirlo,
    abrirla, enviar, envía, envíe, envíalo, envíelo, enviarlo, solicitar, solicite, solicitarlo, solicítalo,
    registrar, registre, ejecutar, ejecuta, ejecute, realizar, realice, avanzar, avanza, avance, pedir, pide,
    pida, pídelo, iniciar, inicie, empezar, empieza, empiece, consultar, consulte, verificar, verifique, ir, generar,
    tramitar, tramite, tramítalo, dar curso
""")
WHOLE = {
    "paso": "no",
    "para ya": "cancel",
    "que va": "no",
    "si aja": "unclear",
    "aja si": "unclear",
    "aja": "unclear",
    "para que": "question",
    "para que es eso": "question",
    "para": "cancel",
    "y si": "question",
    "por que no": "yes",
    "favor": "yes",
    "eso": "yes",
}
FILL = phrases("""
    por favor, porfavor, gracias, muchas gracias, mil gracias, se lo agradezco, te lo agradezco, yo, me, mi, para,
    pensándolo bien, pensándolo mejor,
    el, la, los, las, lo, le, les, se, un, una, y, de, del, en, eso, esto, esa, este, esta, entonces, ahora, ahorita,
    ahora mismo, ya, ya mismo, que, usted, ustedes, tú, tu, señor, señora, señorita, amigo, amiga, todo, mismo,
    también, bien, muy, mucho, solo, con, ser, estar, es, está, hoy, ah, oh, pues, mira, mire, oye, buenos días,
    buenas tardes, buenas noches, buenas, hola, rápido, así, por mi parte, por mí, cuando pueda, cuando puedas,
    lo antes posible, cuanto antes, nomás, no más, nada más, jaja, su, a,
    mejor, uy, ay, de eso, de esto, aquí, te, la verdad, en realidad, hombre
""")
TELL = phrases("""
    cuéntame, cuénteme, muéstrame, muéstreme, explica, explique, explica mejor, explícame mejor, explíqueme,
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
# What expressly opens a topic of its own, when a message begins with it.
NEW_TOPIC = phrases("""
    cambiando de tema, cambiando el tema, cambio de tema, cambiemos de tema, voy a cambiar de tema, nada que ver con eso, sobre otro tema, es sobre
    otro tema, es por otro tema, en otro tema
""")
# A change of what was shown: verbs that may be of another matter too, ...
CHANGE = phrases("""
    cambia, cambie, cambies, cambiar, cámbiale, cámbiele, cambiarle, cambiá, modifica, modifique, modificar, corrige, corrija, corregir, edita, edite,
    editar, reemplaza, reemplace, reemplazar, sustituye, sustituya, sustituir, ajusta, ajuste, ajustar, reescribe, reescriba, reescribir
""")
# ... verbs and beginnings that are of no other matter while a text is shown, ...
REWORD = phrases("""
    quita, quite, quites, quitar, quítale, quítele, quitale, quitá, elimina, elimine, elimines, eliminar, borra, borre, borrar, saca, saque, sacar, sácale, suprime, suprima,
    omite, omita, omitir, agrega, agregue, agregues, agregar, agrégale, agréguele, agregale, agregá, añade, añada, añadas, añadir, añádele, incluye, incluya, incluyas, incluir,
    pon, ponga, pongas, poner, ponle, póngale, ponele, dile, dígale, decile, diles, dígales, decirle, decirles, di que, diga que, que diga, que digas,
    escribe que, escriba que, pídele, pídale, avísale, avísele, infórmale, infórmele, pregúntale, pregúntele, menciona, mencione, mencionar,
    en vez de, en lugar de, sin la, sin el, sin las, sin los, hazlo más, hágalo más, que sea más, más corto, más breve, más largo, más formal,
    más amable, más claro, acorta, acorte, acortar, resume, abrevia, abrevie, que dijera, que digan
""")
# ... what is said of words that are not liked, ...
DISLIKE = phrases(
    "no me gusta, no me gustó, no me convence, no está bien, está mal, quedó mal, no era eso, no quedó bien"
)
# ... and what parts of a text are called.
PARTS = phrases("""
    asunto, título, texto, mensaje, cuerpo, contenido, correo, borrador, frase, oración, línea, párrafo, palabra, saludo, despedida, cierre, firma,
    principio, final, última, último, primera, primero, destinatario, tono
""")
# What somebody is to be told follows these words.
SAYING = phrases("""
    diciendo, diciéndole, diciéndoles, que diga, que digas, donde diga, dile, dígale, decile, diles, dígales, para decirle, para decirles, para decir,
    avisando, avisándole, avísale, avísele, para avisar, para avisarle, informando, informándole, infórmale, infórmele, para informar, para informarle,
    pidiendo, pidiéndole, pídele, pídale, para pedir, para pedirle, preguntando, preguntándole, pregúntale, pregúntele, para preguntar,
    para preguntarle, comunicando, comunicándole, comunícale, comuníquele, recordando, recordándole, recuérdale, recuérdele, para recordarle,
    confirmando, confirmándole, para confirmar, para confirmarle, agradeciendo, agradeciéndole, agradécele, agradézcale, para agradecerle,
    contando, contándole, cuéntale, cuéntele, invitando, invitándole, invítalo, invítale, explicando, explicándole, explícale, explíquele,
    notificando, notificándole, felicitando, felicitándolo, disculpándome, con el texto, con el mensaje, con este texto, con este mensaje, para que,
    sobre, acerca de, con respecto a, respecto a, respecto de
""")
# A text that follows is called so.
FOLLOWING = phrases("""
    esto, este texto, este correo, este email, este mail, este mensaje, este informe, este artículo, este párrafo, este documento, esta nota,
    esta noticia, esta tabla, estos datos, lo siguiente, el siguiente, la siguiente, el texto siguiente
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
    ahora resulta, es broma, estoy bromeando, los chanchos vuelan, mentira, preferiría que no, no me gustaría, no me gusta, ni en sueños, ni de chiste, ni muerto, ni muerta, ni a palos, sobre mi cadáver, por encima de mi cadáver, ni a patadas, cuando las vacas vuelen, fuera de discusión, ni pensarlo,
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
    "a partir de, a partir del, solo, sólo, solamente, únicamente, excepto, salvo, menos, mañana, más tarde, la semana que viene, después, cuando, antes, fuera, espera, espere, si me, si no, si lo, si es"
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
# What is typed for short and is no short reply; `topic` spells it out.
CHAT = {
    "cnd": "cuando", "cuand": "cuando", "xa": "para", "xo": "pero", "xk": "por qué", "xke": "por qué", "porke": "porque",
    "ke": "que", "kiero": "quiero", "qiero": "quiero", "qero": "quiero", "dond": "dónde", "nro": "número", "msj": "mensaje",
    "mje": "mensaje", "mñn": "mañana", "mñna": "mañana", "finde": "fin de semana", "toy": "estoy", "sta": "está", "salu2": "saludos",
    "gcs": "gracias", "grs": "gracias", "bno": "bueno", "dsp": "después", "dsps": "después", "tlf": "teléfono",
    "tfno": "teléfono", "telf": "teléfono", "compu": "computadora", "celu": "celular", "komo": "como", "aora": "ahora",
    "ahorit": "ahorita", "tmpoco": "tampoco", "xfis": "por favor", "porfavor": "por favor", "pdo": "pedido",
    "fact": "factura", "qdó": "quedó", "entrg": "entrega", "dvolver": "devolver", "tngo": "tengo", "ncesito": "necesito",
    "nesecito": "necesito", "nesesito": "necesito", "grasias": "gracias", "asta": "hasta", "ola": "hola",
}  # fmt: skip
PICTURES = {
    "📦": "paquete", "🚚": "entrega", "🚛": "entrega", "💸": "dinero", "💰": "dinero", "💳": "tarjeta", "🧾": "recibo",
    "📱": "celular", "📲": "celular", "📞": "teléfono", "☎": "teléfono", "📶": "señal", "🌐": "internet", "🛜": "wi-fi",
    "📡": "señal", "📧": "correo", "✉": "correo", "📩": "correo", "📨": "correo", "💻": "computadora", "🖥": "computadora", "🖨": "impresora",
    "📺": "televisor", "🎧": "audífonos", "⌚": "reloj", "👟": "zapatillas", "👕": "camiseta", "🛒": "compra", "🛍": "compra", "🔑": "contraseña",
    "🔐": "contraseña", "🐌": "lento", "🐢": "lento", "💔": "roto", "🔁": "cambio", "🔄": "cambio", "↩": "devolución",
    "✈": "viaje", "📅": "fecha", "🗓": "fecha", "⏰": "retraso", "❓": "?", "❔": "?", "📄": "documento", "🏠": "casa", "❌": "no",
}  # fmt: skip
# What is not meant: the piece of the message that begins so says what it is not about, ...
DENIED = phrases("""
    deja de hablar, deje de hablar, basta de hablar,     no es sobre, no es acerca, no es por, no es por lo de, no es de, no es del, no es con, no es en, no es nada de, no es nada sobre, no se trata, no tiene que ver, no tiene nada que ver,
    nada que ver con, no estoy hablando, no hablo, no hablaba, no estoy preguntando, no pregunto, no pregunté, no me quejo, no me estoy quejando, no me refiero, no me refería, no quise decir, no dije,
    no digo, no era sobre, no era por, no era de, no era del, no vengo por, no quiero hablar, no quería hablar, no quiero saber de, no quiero saber del, sin ser,
    olvida la, olvida el, olvida lo de, olvídate de, olvídese de, olvide la, olvide el, olvida mi, ignora la, ignora el, ignora lo de, ignore la, ignore el, ignore lo de,
    deja lo de, deje lo de, no sobre, no de, no del, no por, no por lo de, no con, no en, no para, no mi, no mis, no esa, no ese, no una, no un, no el, no fue por, no fue sobre, no fue con,
    no es cuestión de, no es asunto de, no va de, no va sobre, no por culpa de
""")
# ... a piece that begins so does when another says what it is ("no es la factura, es el pedido"), ...
DENIED_IS = phrases("""
    no es la, no es el, no es lo, no es los, no es las, no es mi, no es mis, no es una, no es un, no es, no es esa, no es ese, no fue la, no fue el, no fue mi, no era la, no era el, no era mi, no son las, no son los,
    el problema no es, el asunto no es, mi problema no es, mi duda no es, la cuestión no es, el tema no es
""")
# ... unless it goes on so: then it is the complaint itself ("no es lo que pedí").
DENIED_NOT = phrases(
    "lo que, la que, el que, la primera, la segunda, la misma, el mismo, lo mismo, lo suficiente, el caso, lo correcto, la correcta, el correcto, lo acordado"
)
UNWANTED = phrases("""
    no quiero, no quería, no quisiera, no necesito, no necesitaba, no pretendo, no deseo, no voy a, no me interesa, no estoy interesado en, no estoy interesada en, ni quiero, no vengo a, no estoy pidiendo,
    no tengo intención de, no es para, no era para, no es necesario, no pienso, no me gustaría, no hace falta, no pido, no pedí que
""")
# What somebody does not want and says because it is the matter: "no quiero pagar esa multa".
PLIGHT = phrases("""
    explicar, informar, ayudar, ayuda, duda, aclarar, pasar, mostrar,     pagar, esperar, perder, quedarme, quedar, ser, recibir, tener, aceptar, poder, seguir, pasar, aguantar, estar, arriesgar, gastar, sufrir, que, admitir, tolerar, firmar, depender, permitir, llamar, salir, volver,
    entrar, seguir pagando, reconocer
""")
INSTEAD = phrases("en vez de, en lugar de, en vez del, en lugar del")
# What was said before it was not meant, ...
CORRECTED = phrases("""
    quise decir, quiero decir, quería decir, o mejor dicho, mejor dicho, digo, perdón, perdona, perdone, me equivoqué, me confundí, me expresé mal, escribí mal, corrijo, corrección, rectifico, ups, uy perdón,
    no espera, no perdón, perdón quise decir, me corrijo, error mío, fe de erratas, quise escribir, es decir no, miento, mentira
""")
# ... and here only when what follows is a wish of its own, or names the matter.
RATHER = phrases(
    "en realidad, la verdad, la verdad es que, pensándolo bien, pensándolo mejor, más bien, en cambio, en vez de eso, mejor aún, o más bien, cambié de idea, de hecho"
)
BUT = phrases("pero, pero sí, sino, sino que, sino por, sin embargo, pero es, y sí, ahora")
# A piece that begins so says what the message is about.
MEANT = phrases("""
    es sobre, es la, es el, es lo de, es los, es las, es del, es de, es con, es en, es para, es por, es por lo de, es mi, es mis, es que, es esa, es ese, es una, es un, es acerca, fue la, fue el, fue mi, era la, era el,
    era por, son las, son los, el problema es, el asunto es, el tema es, la cuestión es, la duda es, mi duda es, mi problema es, el caso es, lo que quiero, lo que necesito, lo que quería, lo que pasa, lo que pasó,
    resulta que, pasa que, hablo, estoy hablando, hablaba, me refiero, me refería, quise decir, se trata, solo, sólo, solamente, únicamente, sobre, tiene que ver con, pregunto, pregunté, la pregunta es, la verdad es que, me quejo,
    sino, vengo por, vengo a, vine a, vine por, va de, va sobre
""")
# A piece that is wholly one of these leads to the point, and is not it, ...
AROUND = phrases("""
    todo bien, todo bien con ustedes, todo bien por ahí, cómo están, cómo te va, cómo les va, qué onda, qué más, qué hubo, disculpa la molestia, disculpe la molestia, disculpen la molestia, perdón la molestia, perdón por la molestia,
    disculpa que moleste, perdón que moleste, perdona la molestia, disculpa, disculpe, disculpen, necesito ayuda, necesito una ayuda, necesito de su ayuda, necesito su ayuda, necesito tu ayuda, ayuda, ayuda por favor, ayúdame, ayúdenme, ayúdeme,
    me puedes ayudar, me puede ayudar, me pueden ayudar, puedes ayudarme, puede ayudarme, pueden ayudarme, podrías ayudarme, podría ayudarme, podrían ayudarme, alguien me puede ayudar, alguien puede ayudarme, alguien me ayuda,
    tengo una duda, tengo una pregunta, tengo una consulta, una duda, una pregunta, una consulta, una preguntita, quería hacer una consulta, quería hacer una pregunta, quisiera hacer una consulta, quisiera hacer una pregunta, hago una consulta,
    te hago una consulta, les hago una consulta, te hago una pregunta, le hago una consulta, quería preguntar algo, quería preguntar una cosa, quiero preguntar algo, es lo siguiente, la cosa es así, el tema es el siguiente, te cuento, les cuento, le cuento,
    te explico, les explico, le explico, paso a explicar, les comento, te comento, le comento, eso es todo, eso sería todo, nada más, solo eso, espero su respuesta, espero respuesta, quedo atento, quedo atenta, quedo a la espera, quedo pendiente,
    quedo al pendiente, aguardo respuesta, espero que me puedan ayudar, espero me puedan ayudar, espero puedan ayudarme, gracias por su ayuda, gracias por la ayuda, gracias por su atención, gracias por la atención, muchas gracias por su ayuda,
    agradezco su ayuda, agradezco su atención, de antemano gracias, desde ya gracias, desde ya muchas gracias, hay alguien ahí, hay alguien, alguien ahí, hola hay alguien, no sé si es aquí, no sé si es acá, no sé si este es el lugar, no sé si es el canal correcto,
    no sé si me puedes ayudar, no sé si me pueden ayudar, no sé si es con ustedes, no sé por dónde empezar, no sé cómo explicarlo, no entiendo mucho de esto, si puede, si puedes, si pueden, si es posible, si se puede, cuando puedan, cuando pueda, por favor,
    porfa, sabes, viste, verdad, o sea, bueno, pues, mira, mire, miren, oye, oiga, oigan, a ver, en fin, en resumen, resumiendo, este, eh, che, amigo, amiga, que tenga buen día, que tengan buen día, buen día, buen fin de semana, buen trabajo,
    espero que estén bien, espero que esté bien, espero que se encuentren bien, espero se encuentren bien, bendiciones, saludos a todos
""")
# ... and one of a few words that begins so.
AROUND_OPENS = phrases("""
    mi nombre es, me llamo, soy cliente, yo soy cliente, habla, le habla, les habla, les escribe, le escribe, espero que, disculpa la molestia, disculpe la molestia, no sé si es con, no sé si es aquí, no sé si ustedes, sé que ustedes, ya soy cliente,
    soy nuevo aquí, soy nueva aquí, cliente desde, cliente hace, vivo en, soy de, trabajo en, no entiendo nada de, no soy bueno con, no soy buena con, gracias por, agradezco, agradezco su, quedo a la, quedo atento a, quedo atenta a, espero su,
    enviado desde, te escribo porque necesito ayuda
""")
# What is wanted to be known first: "sí, pero antes dime el precio".
BEFOREHAND = phrases(
    "antes, antes de eso, antes que nada, antes de confirmar, antes de responder, antes de decidir, primero, pero antes, solo"
)
# A yes on a condition is none: "sí, si es rápido".
CONDITION = phrases("siempre que, siempre y cuando, solo si, con tal de que, a menos que, solo cuando")
THANKS = phrases(
    "gracias, muchas gracias, mil gracias, de antemano gracias, gracias de antemano, por favor, porfa, porfavor"
)
# Verbs that anything may do: beside nothing else they name no matter.
LIGHT = phrases("""
    es, está, estaba, estoy, están, fue, era, son, vino, viene, vienen, tiene, tengo, tenía, tuve, quiero, quería, quisiera, quiere, necesito, necesita, puedo, puede, podría, dio, queda, hace, hice, sé, voy, va,
    creo, vi, veo, dice, saber, ver, hacer, resolver, hablar, preguntar, decir, tener, ser, estar, algo, alguna, cosa, enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre,
    diciembre, ayer, mañana, lunes, martes, miércoles, jueves, viernes, sábado, domingo, mes, semana, año, día, ni, no, sin, vengo, aquí, allí
""")
# What is done with: "lo de la factura ya lo resolví, ahora quiero saber del pedido".
SETTLED = phrases("""
    está todo bien, ya está todo bien, ya lo arreglaron, ya la arreglaron, ya entendí,     ya lo resolví, ya la resolví, ya resolví, ya se resolvió, ya lo resolvieron, ya la resolvieron, ya está resuelto, ya está resuelta, ya quedó resuelto, ya quedó resuelta, ya quedó, ya se solucionó, ya lo solucioné, ya lo solucionaron, ya quedó listo,
    está resuelto, está resuelta, ya está solucionado, ya está solucionada
""")
# Sounds of somebody who speaks, and laughter.
HESITATION = phrases("ehh, ehm, mmm, emm, jaja, jajaja, jajajaja, jeje, uff, uy")
# In front of the point they say nothing.
LEADS = phrases("""
    ya dije que, ya te dije que, ya le dije que, ya les dije que, te dije que, le dije que, repito, de nuevo,     cómo te explico, cómo le explico, cómo les explico, cómo explicarte, gente, muchachos, chicos, sí o sea,     bueno, pues, pues bueno, bueno pues, mira, mire, miren, oye, oiga, oigan, a ver, o sea, entonces, y, ah, ok, vale, es que, pues es que, bueno es que, fíjate, fíjese, fíjese que, fíjate que, che, sabes, digamos, así que, en fin, resulta que, la verdad, es lo siguiente,
    te cuento, les cuento, le cuento, te cuento que, les cuento que, le cuento que, pasa que, lo que pasa es que, resulta
""")
# Words that point back: what they point to must not be dropped.
ANAPHORA = phrases(
    "eso, esto, ello, ella, ellos, ellas, cancelarlo, cancelarla, devolverlo, devolverla, cambiarlo, cambiarla, pagarlo, pagarla, recibirlo, recibirla, enviarlo, enviarla, cambiarlos, devolverlos, ambos"
)
DISCLAIMERS = phrases("""
    este mensaje, este correo, este correo electrónico y sus anexos, este mensaje y sus anexos, este mensaje y sus archivos, aviso de confidencialidad, aviso legal, confidencialidad, mensaje confidencial, la información contenida en este,
    el contenido de este, si usted no es el destinatario, si ha recibido este, si usted ha recibido este, si recibió este, antes de imprimir, piense antes de imprimir, obtener outlook para, libre de virus, este es un mensaje automático, enviado desde mi,
    enviado a través de, política de privacidad, protección de datos
""")
# So begins a reply of somebody who cannot answer.
NOT_KNOWING = phrases("""
    no sé, no lo sé, ni idea, no tengo idea, no tengo ni idea, ni la menor idea, no tengo la menor idea, no entiendo, no entendí, no recuerdo, no me acuerdo, no estoy seguro, no estoy segura, tengo dudas, tengo una duda, no sabría decir
""")
# What a question about the options of a question speaks of.
ABOUT_OPTIONS = phrases("""
    diferencia, diferencias, difieren, difiere, diferencian, diferente, diferentes, distingue, cambia, mejor, opción, opciones, alternativa, alternativas, así, explica, explicar, significa, significan, recomienda, recomiendas, sugiere, ellas, ellos, esas, esos
""")
# What somebody does not know who cannot answer a question.
ABOUT_ANSWERS = phrases("""pregunta, responder, respuesta, nombre, código, elegir, escoger, decir, mismo, bien
""")
