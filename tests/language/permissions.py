"""What people type about a permission, by what it means."""


def _each(text: str) -> list[str]:
    return [part.strip() for part in text.replace("\n", "|").split("|") if part.strip()]


# Unknown or more words beside a yes: whoever says this has not allowed it, and is asked again at most.
NO_YES = _each("""
    pode deixar quieto | my SIM card | sí, me niego | you can continue without looking | yes pending approval | yes, ask my boss
    sim, eu me oponho | yes I object | yes, I forbid it | sí, lo prohíbo | sim, proíbo | sim, ninguém mexe
    yes, nobody touches it | pode coisa nenhuma | claro, por cima do meu cadáver | si lo tocas te denuncio | pode seguir sem acessar
    puedes seguir sin mirar | you may continue without it | pode ir embora | puedes irte | sí, vete | sure, go away | sim, pula isso
    yes, ignore that | si me convences | yes once I approve | yes after approval | sure, once legal signs off | yes, after 6pm
    yes, some other day | sim, aguarda | sim, fora a produção | yes in dev | yes, in sandbox | sim, mentira | yes jk | meu sim card
    sim swap | please ask someone else | yes ⛔ | ok 🛑 | s̶i̶m̶ | yes: denied | sure, denied | sure, without access
    sim, se o diretor deixar | yes, tomorrow | yeah right | yes keep your hands off | please check with my manager first
    I am okay, thanks | I'm good, thanks
""")
ASKED = {
    "pt": "Posso olhar a sua instância agora?",
    "es": "¿Puedo revisar su instancia ahora?",
    "en": "May I look at your live instance now?",
}
YES = {
    "pt": _each("""
        sim | Sim! | sim, por favor | pode | pode sim | pode olhar | pode verificar | pode seguir | pode checar | pode acessar
        pode conectar | pode consultar | pode dar uma olhada | dá uma olhada | manda ver | manda bala | claro | claro que sim
        claro, pode olhar | com certeza | ok | ok, pode olhar | okay | beleza | beleza, pode ver | tá bom, pode entrar | vai lá
        vai em frente | siga em frente | pode prosseguir | prossiga | autorizo | eu autorizo | está autorizado | te autorizo
        tem minha permissão | você tem permissão | dou permissão | permissão concedida | acesso liberado | sinal verde | libero
        sem problema | não vejo problema | não tenho nada contra | não me importo | pode mexer | pode olhar sim, por favor
        sim, pode olhar a instância | sim, verifica | sim, confere aí | verifica | confere aí | bora | dale | pode olhar 👍
        sim, eu deixo | por mim pode | por que não? | à vontade | fique à vontade | uhum | aham, pode | pode ir | pode olhar agora
        sim, analise a minha instância | pode investigar | pode olhar só | s | siiim | pode revisar | isso, pode olhar
    """),
    "es": _each("""
        sí | si | Sí, por favor | dale | dale, revisa | adelante | revisa nomás | revísala | revísalo | claro | claro que sí | por supuesto
        cómo no | de acuerdo | vale | va | venga | órale | ándale | puedes | puedes mirar | puedes revisarla | puede revisar
        puedes entrar | puede acceder | podés mirar | sí, puede revisarla | sí, puedes revisar la instancia | mira | míralo
        échale un vistazo | dale un vistazo | puedes echar un vistazo | verifica | verifíquelo | chequéalo | compruébalo
        conéctate | puedes conectarte | adelante, conéctate | acepto | autorizo | lo autorizo | te autorizo | estás autorizado
        tienes permiso | tienes mi permiso | te doy permiso | permiso concedido | luz verde | lo permito | no me molesta
        no me importa | no me opongo | no veo problema | no hay inconveniente | sin problema | no hay problema | con gusto
        hágalo | hazlo | proceda | siga adelante | ok | ok, dale | está bien | está bien, revise | perfecto, adelante | por mí sí
        ¿por qué no? | claro, revísala | sí, revísela ahora | métele | seguro | sip | 👍 | sí, analiza mi instancia
    """),
    "en": _each("""
        yes | Yes! | yes, please | y | yep | yeah | sure | sure thing | sure, go ahead | okay | ok | ok, connect | okay, connect to it | fine
        please check | please check it | please do | please | go ahead | go ahead and check | go right ahead | go for it | connect
        connect to it | yes, connect | proceed | please proceed | you may | you can | you can look | you may look at it | you may check
        check | check it | check it out | take a look | have a look | please take a look | look into it | sure, take a look | do it
        yes, look at the live instance | yes, check my instance | you have my permission
        you have permission | i give you permission | permission granted | granted | i authorize you | i allow it | you are authorized
        i don't mind | I have no objection | no objection | no problem | no worries | feel free | be my guest | by all means
        of course | absolutely | definitely | sounds good | works for me | fine by me | why not? | carry on | yes do it now
        knock yourself out | i'm fine with that | i'm ok with it | green light | roger | alright, review it | just do it
    """),
}
NO = {
    "pt": _each("""
        não | nao | n | Não! | não, obrigado | não pode | não pode prosseguir | não prossiga | não pode olhar | pode não | de jeito nenhum
        de forma alguma | nem pensar | nem pense nisso | nem sonhe | nem tente | nem encoste | nem chegue perto | não mexa
        não mexa em nada | não toque | não toque nisso | não olhe | não olha | por favor, não mexa | não acesse a instância
        não entre aí | não quero que você olhe | não quero | não autorizo | não permito | não deixo | não libero | não dou permissão
        não tem permissão | você não pode olhar | você não tem minha permissão | está proibido | proibido | sem permissão
        tira a mão | fique fora | fique longe | fora de questão | sem chance | nem ferrando | nem que a vaca tussa | sqn
        ok, mas não mexa | sim, mas não mexa em nada | claro que não | com certeza não | lógico que não | melhor não
        prefiro que não | prefiro que não olhe | agora não | por enquanto não | hoje não | nada disso | negativo | nunca | jamais
        não precisa | não precisa olhar | não é para mexer | cancela | deixa pra lá | esquece | pare | nem a pau | 👎 | não aceito
        beleza, só não mexa em nada | pode deixar, não olhe | sem mexer em nada
    """),
    "es": _each("""
        no | No! | no, gracias | no puedes | no puede | no puedes mirar | no proceda | no lo hagas | no lo toques | no la toques
        no toques nada | ni se te ocurra | ni se le ocurra | ni lo pienses | ni lo sueñes | ni loco | ni hablar | ni en sueños
        ni te acerques | de ninguna manera | de ningún modo | para nada | en absoluto | qué va | de eso nada | claro que no
        por supuesto que no | mejor no | mejor no la mires | prefiero que no | preferiría que no | ahora no | por ahora no | todavía no
        no quiero | no quiero que la revises | no quiero que entres | no me gustaría | no autorizo | no lo autorizo | no te autorizo
        no doy permiso | no tienes permiso | no lo permito | no permito | está prohibido | prohibido | sin permiso | manos fuera
        aléjate | no entres | no accedas a la instancia | no te conectes | no la mires | no revises nada | no hace falta
        no hace falta que la revises | nunca | jamás | negativo | tampoco | ok, pero no la toques | sí, pero no toques nada
        vale, pero no entres | cancela | olvídalo | déjalo | ya no | no, muchas gracias | no es necesario | nop | fuera de discusión
        no prosigas | por favor, no la toques | sobre mi cadáver | cuando las vacas vuelen
    """),
    "en": _each("""
        no | nope | nah | no thanks | no, thank you | no way | hell no | hell not | sure as hell not | like hell | absolutely not
        of course not | definitely not | certainly not | not now | not today | not yet | never | never ever | not a chance | no chance
        over my dead body | in your dreams | out of the question | when pigs fly | yeah right | don't | do not | don't do it
        don't touch it | don't check | please don't | please don't check | please do not connect | don't connect | don't you dare
        don't you dare touch it | do not proceed | don't proceed | you may not | you can't | you cannot | you can't look
        you must not | you shouldn't | i'd rather you didn't | I would prefer you not | i don't want you to look | i don't want that
        I do not allow it | i won't allow it | you don't have my permission | permission denied | denied | forbidden | off limits
        hands off | keep out | stay out of it | stay away | leave it alone | okay, but don't touch it | yes, but don't connect
        ok, just don't touch anything | fine, but hands off | that's not okay | it's not okay | not okay | not cool
        i decline | i refuse | rather not | better not | no need | no need to check | cancel | forget it | never mind | stop
        not in a million years | thanks but no thanks
    """),
}
UNCLEAR = _each("""
    talvez | acho que sim | não sei | depende | sim, mas só o esquema | pode, só amanhã | sim, só os logs | quem sabe | pode amanhã
    tal vez | supongo que sí | no sé | a lo mejor | sí, pero solo los logs | sí, solo el esquema | no estoy seguro
    maybe | I guess so | I'm not sure | not sure | it depends | yes, but only the logs | yes, only the schema | ok, except the logs
    yes, if it is quick | you can look tomorrow | i think so | sim, exceto a tabela de usuários | yes, unless it is slow
""")
NONE = _each("""
    simular | simulado | simplesmente | book | booking | cookbook | lookbook | okra | surely enough of this | certo dia cheguei atrasado
    minha fatura veio alta | my table is broken | mi tabla no funciona | o que você vai olhar? | por quê? | why? | ¿qué vas a mirar?
    what would you do? | meu chefe disse que sim | yesterday it worked | sinto muito frio hoje | claudia é a responsável | dalila chegou
    yes? no | pode me dizer o que vai fazer? | can you tell me more first? | y si no quiero? | insurance | okavango river trip
""")
REVOKES = {
    "pt": _each("""
        não mexa mais | não mexa mais nisso | não mexe mais | por favor, não mexa mais na instância | não toque mais | não olhe mais
        não olhe mais a instância | não olha mais isso | não acesse mais | não acesse mais a minha instância | não entre mais aí
        não quero mais que você mexa | não quero que você olhe mais | não quero que mexa na instância | pare de olhar
        pare de olhar a instância | para de mexer | para de mexer na instância | pare de acessar a instância | deixa de mexer aí
        deixe de olhar | chega de olhar | chega de mexer na instância | você não pode mais olhar | não pode mais acessar
        não é mais para mexer | não é para mexer na instância | não precisa mais olhar | não autorizo mais | não permito mais que mexa
        não dou mais permissão | retiro a permissão | retiro minha autorização | revogo | revogo o acesso | revogo a permissão
        cancela a permissão | cancelo a permissão | tira as mãos | tire a mão da minha instância | fique fora | fique longe da instância
        desconecta | desconecte | pode desconectar | sai daí | nem pense em mexer de novo | nunca mais mexa | não mexa de novo
        não tem mais permissão | não tem mais acesso | não está mais autorizado | agora não mexa mais | ok, não mexa mais
        obrigado, mas não mexa mais | a partir de agora, não acesse a instância | não use mais a instância | não verifique mais nada
        não investigue mais | não consulte mais a instância | proibido mexer | deixe em paz | não continue olhando
        melhor não mexer mais | prefiro que não olhe mais | não fuce mais | não conecte mais | pode parar de olhar
    """),
    "es": _each("""
        no lo toques más | no la toques más | no toques más | no toque más la instancia | no mires más | no la mires más
        no revises más | no revises más la instancia | no accedas más | no entres más | no te conectes más | no se conecte más
        no quiero que la toques | no quiero que la revises más | ya no quiero que la mires | ya no la toques | ya no mires
        deja de mirar | deja de revisar | deja de revisar la instancia | deje de mirar la instancia | dejá de tocar | para de mirar
        pare de revisar | basta de mirar | no sigas mirando | no siga revisando | no puedes seguir mirando | ya no puedes mirar
        ya no puede acceder | ya no tienes permiso | ya no tiene permiso | ya no estás autorizado | ya no te autorizo
        retiro el permiso | retiro mi permiso | te retiro el permiso | te quito el permiso | revoco | revoco el acceso | revoco el permiso
        cancela el permiso | cancelo el permiso | manos fuera | quita las manos | aléjate | aléjate de la instancia | sal de ahí
        desconéctate | desconecta | desconéctese | ni se te ocurra tocarla | ni lo intentes | no vuelvas a tocarla
        no vuelvas a mirar la instancia | nunca más la toques | por favor, no la toques más | gracias, pero no la toques más
        prefiero que no la mires más | mejor no la toques | déjala en paz | no uses más la instancia | no consultes más nada
        no verifiques más | no hace falta que la mires más | no investigues más | prohibido tocarla | ahora no la toques
    """),
    "en": _each("""
        don't touch it any more | don't touch it anymore | don't touch my instance | please don't touch it | do not touch it again
        don't look any more | don't look at it any more | don't check it again | don't check | do not check any more
        don't access it | don't access the instance any more | don't connect again | do not connect to it | never touch it again
        stop checking | stop looking | stop looking at it | stop touching it | stop accessing my instance | please stop checking
        please stop looking at the instance | stop snooping | stop poking around | quit looking | quit touching it | no more checking
        no more looking around | no longer look at it | you may not look any more | you can no longer access it
        you may no longer check it | you can't look any more | you cannot touch it any more | you must not touch it | i don't want you to look
        i don't want you to check it any more | i don't want you touching it | i no longer want you to look | i'd rather you didn't look
        hands off | hands off my instance | keep out | stay out of it | stay away | stay away from my instance | leave it alone
        leave my instance alone | back off | get out of there | disconnect | please disconnect | log out | i revoke | I revoke my permission
        revoke access | revoke the permission | i withdraw my permission | i take back my permission | permission revoked
        you no longer have permission | you no longer have my permission | you are not allowed to look any more
        thanks, but don't touch it any more | ok, don't touch it any more | from now on, don't touch it | don't use it any more
        don't use the live instance | don't go near it | don't you dare touch it again | without touching the instance
    """),
}
KEEPS = _each("""
    não consigo acessar a instância | a instância não conecta | não acho a tabela | o usuário não pode acessar a tabela
    a tabela não abre | não veja isso como crítica | não sei | não | não, obrigado | quero ver minha fatura | o sistema não verifica nada
    parei de receber os e-mails | não recebi meu pedido | minha regra não toca nesse campo | ele parou de checar os campos
    não quero esperar | não quero devolver | pode continuar olhando | o que você olhou? | não precisa de aprovação
    no puedo acceder a la instancia | la instancia no conecta | no encuentro la tabla | el usuario no puede entrar | no sé | no, gracias
    mi regla no verifica nada | no recibí mi pedido | no abre la tabla | ya no funciona | sigue mirando | no quiero esperar
    i can't access the instance | I don't see the table | it does not connect | the rule doesn't check anything | users cannot log in
    no | no thanks | the job stopped checking the queue | my rule never touches that field | why did you look? | keep looking
    we do not use the cmdb for that purpose here | don't use that tone with me | no uses ese tono conmigo | não use esse tom comigo
    how do i stop the rule from checking it? | i don't know
""")
ALLOWS = {
    "pt": _each("""
        agora pode olhar a instância | agora pode | agora pode olhar | agora pode sim | pode olhar a instância | pode olhar agora
        agora sim, pode olhar | agora você pode olhar | agora pode acessar a instância | pode acessar | tudo bem, agora pode olhar
        agora eu autorizo | autorizo | agora está autorizado | agora tem minha permissão | dou permissão agora | agora libero
        ok, pode verificar a instância | agora pode mexer na instância | pode olhar a instância de novo | tem minha permissão
        agora pode conferir a instância ao vivo | pode dar uma olhada na instância | agora eu deixo
    """),
    "es": _each("""
        ahora sí puedes revisarla | ahora sí | ahora puedes | ahora puedes mirar la instancia | puedes revisar la instancia
        ahora puede acceder | ahora sí, adelante | ya puedes mirar | ya puedes revisarla | ahora tienes permiso | te doy permiso ahora
        ahora te autorizo | ahora lo permito | está bien, revisa la instancia | puedes revisarla ahora | ahora estás autorizado
    """),
    "en": _each("""
        you may check the live instance now | you can check it now | you may look now | now you may look | now you can connect
        okay, check the live instance | you can look at the instance again | you have my permission now | i give you permission now
        i authorize you now | permission granted | now i allow it | ok, go ahead and check the live instance | you may connect now
    """),
}
FORBIDS_STILL = _each("""
    pode verificar meu pedido P100 | pode verificar o status do meu caso? | pode olhar a instância? | não pode olhar a instância
    agora não | agora não pode olhar | ainda não pode olhar a instância | quando pode olhar a instância? | posso olhar a instância?
    talvez agora possa olhar a instância | minha instância quebrou | onde está meu pedido? | oi | obrigado | quero abrir um chamado
    ahora no | todavía no puedes revisarla | ¿puedes revisar la instancia? | no puedes mirar | mi factura está mal | gracias
    you may not check the live instance | can you check the live instance? | not now | my instance is broken | you can't look
    you could have told me that before | thanks | acho que agora pode olhar
""")
