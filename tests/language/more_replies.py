"""More short replies as people type them, by what they mean; `NO_YES` looks like a yes and is none."""

from tests.language.replies import each

YES = each("""
    pode ser | bora | não vejo problema | não vejo problemas | não vejo por que não | não vejo inconveniente | por mim pode ser | por mim, pode
    pode ser sim | pode mandar bala | manda bronca
    bora fazer isso | bora então | simbora | vamo que vamo | fechadíssimo | fechado então | tá fechado | combinadíssimo | perfeito, pode fazer
    show, pode seguir | dale | tô dentro | estou dentro | tô de acordo | nada contra
    não tenho nada contra | não me oponho | sem objeções | nenhuma objeção | pode prosseguir com isso | pode prosseguir sim | dá o ok | tem meu ok
    tem meu aval | sim, por gentileza | sim, pode abrir | claro, por favor | claro, faça isso
    quero que faça | quero sim, por favor | eu topo | topo sim | aceito sim | confirmo sim | sim, confirmo | sim, autorizo | isso, pode fazer
    é isso mesmo, pode ir | exatamente isso | isso aí mesmo | correto, pode fazer | certo, pode fazer
    beleza, pode fazer | blz, faz aí | faz aí | faz pra mim | faça pra mim, por favor | pode fazer pra mim | resolve pra mim | pode resolver | manda
    manda aí | vai | vai lá | vai com tudo | segue o baile | toca ficha | toca o barco
    ss | simm | siim | sim sim sim | aham, pode | uhum, pode | positivo, pode seguir | yes | ok, sim | ok pode ser | tá, pode ser | tá bom, pode ser
    então tá | então tá bom | tá certo então | claro né | lógico | óbvio | evidente que sim | obviamente
    com toda a certeza | sem sombra de dúvida | quero, por favor | gostaria sim | gostaria, sim | seria bom | seria ótimo | adoraria
    com certeza, por favor | faz favor | por favor, faça | por favor, sim | sim, o mais rápido possível | sim, já
    👍 | 👍🏽 | 👍👍 | ok 👌 | ✅ sim | sim 🙏 | 💪 bora
    no veo problema | no veo inconveniente | no veo por qué no | por mí, adelante | por mí está bien | por mí sí | dale, hacelo | dale, hágalo
    dale que va | dale sí | sí dale | listo, hágalo | listo, adelante | órale va | va, hazlo | va que va | sale, hazlo | sale pues
    ok, adelante | ok, hazlo | okey dale | está bien, hazlo | está bien, adelante | me parece perfecto | me parece bien, adelante | me parece genial
    no tengo problema | no tengo inconveniente | ningún inconveniente | sin inconvenientes | no me opongo | no hay drama
    sí, confirmo | lo confirmo | sí, lo confirmo | sí, acepto | acepto, adelante | claro, hágalo | claro, adelante | claro que sí, por favor
    por supuesto, adelante | desde luego que sí | obvio que sí | cómo no, adelante | con mucho gusto | encantado | encantada | me encantaría
    quiero que lo haga | quiero que lo hagas | sí quiero | sí, por favor hágalo | hágale | hágale pues | métele | échale | de una | vamos | vamos pues
    vamos con eso | venga, vale | vale, hazlo | vale, perfecto | perfecto, hazlo | exacto, hazlo | eso, hazlo | así es, adelante | procede
    proceda por favor
    sip | sipi | sii | siii por favor | simón | afirmativo | puedes hacerlo | puede hacerlo, sí | puede proceder | sí, puede proceder | tienes mi ok
    tiene mi autorización | autorizado | lo autorizo | estoy de acuerdo | de acuerdo, adelante
    i don't see a problem | i don't see why not | i see no problem | no problem with that | no objections | no objection here | i'm fine with that
    i'm ok with that | i'm good with that | that's fine with me | that's fine by me | fine, do it | ok, do it | ok go ahead | okay, go for it
    sure, go ahead | sure, why not | sure, do it | sure do | yes do it | yes, go ahead | yes, please do | yep, go ahead | yeah, do it | yeah go for it
    yeah, that works | that works for me | works for me | sounds like a plan | sounds good, thanks | sounds good to me | let's do that | let's go for it
    let's do it
    absolutely, please | of course, go ahead | definitely yes | most definitely | for sure, do it | you got it | you betcha | by all means, go ahead
    please go on | please continue | please proceed | carry on please | go on then | alright, do it | alright then | all right, go ahead | okie dokie
    i'd love that | i'd like that | i would like that | i'd appreciate that | that would be lovely | that'd be great, thanks | i agree, go ahead
    i confirm | yes, i confirm | confirmed, go ahead | i accept | yes i accept | agreed, go ahead | yes yes | yess please | ya sure | yup do it | ok by me
    good by me | be my guest | knock yourself out
""")
NO = each("""
    ni loco | nem pensar | nem a pau | nem ferrando | de jeito nenhum | jamais | tá louco? | tá doido | tá maluco | sem chance | sem condições
    fora de cogitação | nem fudendo | nem morto | nem que me paguem | negativo | nananinanão | nops
    não, valeu | não, obrigado | não precisa | não precisa não | não, não precisa | não carece | não há necessidade | não quero | quero não
    não quero não | não, não quero | não, por favor | por favor não | não faça | não faz isso | não faça isso | não mexe | não manda | não autorizo
    não confirmo
    agora não | agora não dá | hoje não | ainda não | por enquanto não | no momento não | não por enquanto | depois eu vejo | deixa pra depois
    outra hora | fica pra próxima | mais tarde | amanhã eu vejo | prefiro não | prefiro que não | melhor não | acho melhor não | acho que não
    acho que não precisa | creio que não | não acho uma boa | não é uma boa ideia | não me interessa | não tenho interesse | tô fora | passo | vou passar
    dispenso
    não é isso | não é isso não | não era isso | tá errado | está errado | errado | não foi isso que eu pedi | nada disso | nadinha | não mesmo
    claro que não | lógico que não | óbvio que não | com certeza não | de forma alguma | de maneira nenhuma | nunca | nunquinha | ok, não | tá, não
    bom, não | ah não | ih não | não não | não, nem pensar | pode não | 👎 | ❌ | 🙅 | 🙅‍♀️ | não 👎
    ni de broma | ni hablar | ni loca | ni pensarlo | ni en sueños | ni de chiste | ni muerto | ni a palos | para nada | qué va | de ninguna manera
    de ningún modo | en absoluto | jamás | nunca | nop | nel | no | nones | no gracias | no, muchas gracias | no hace falta | no es necesario
    no, no hace falta | no quiero | no, no quiero
    ahora no | por ahora no | todavía no | aún no | hoy no | en otro momento | más tarde | después | luego veo | después veo | otro día | mejor no
    mejor que no | prefiero que no | prefiero no hacerlo | creo que no | me parece que no | no creo | no me interesa | no me conviene
    no estoy de acuerdo | no acepto | no lo autorizo | no lo haga | no lo hagas | no haga nada | no hagas nada | paso | yo paso | claro que no
    por supuesto que no | obvio que no | no es eso | eso no es | está mal | eso no
    no way | no chance | not a chance | hell no | absolutely not | definitely not | certainly not | of course not | no thanks | no thank you | nah
    nah i'm good | nope | nope, thanks | not now | not right now | not today | not yet | not at the moment | maybe another time | some other time | later
    not really | i don't think so | i'd rather not | i'd prefer not to | i'd rather you didn't | better not | please don't | don't | don't do it
    don't do that | do not proceed | i don't want that | i don't want to | i don't want it | no need | there's no need | not necessary | not needed
    not interested | i'm not interested | i'll pass | hard pass | pass | that's wrong | that's not it | that's not what i asked | not at all | never
    never ever | over my dead body | over my dead body! | no no no | uh no | um, no | hmm no | thanks but no | no, not that
""")
CANCEL = each("""
    deixa pra lá | deixa pra la | deixa | deixa quieto | deixa isso pra lá | esquece | esquece isso | esquece tudo | esquece, obrigado | pode esquecer
    ah esquece | cancela | cancela aí | cancela isso | cancela tudo por favor | pode cancelar | desisto | desisti | vou desistir | mudei de ideia
    mudei de ideia, obrigado | não quero mais | não quero mais não | não preciso mais | não precisa mais | não precisa mais não | para tudo
    para com isso | chega | já era | aborta | aborta a missão | anula | anula isso | melhor deixar pra lá | vamos deixar pra lá | bora deixar pra lá
    larga mão | deixa assim mesmo | deixa como está | sair
    déjalo | déjalo así | déjelo así | dejalo ahí | déjalo, gracias | olvídalo | olvidalo | olvídelo | olvídate | olvida eso | mejor olvídalo | ya no
    ya no quiero | ya no lo quiero | ya no hace falta | ya no es necesario | ya no, gracias | cancela | cancélalo | cancele todo | cancelalo por favor
    me arrepentí | me arrepiento | cambié de opinión | cambié de idea | desisto | basta | detente | para ya | no importa | no importa ya | ya fue
    ya déjalo
    forget it | forget about it | forget that | just forget it | ok forget it | never mind | nevermind | never mind, thanks | nvm | nvm thanks | drop it
    just drop it | leave it | leave it as it is | let it be | cancel | cancel it | cancel that please | please cancel | please cancel it | stop | stop it
    stop right there | abort | quit | i changed my mind | changed my mind, sorry | i've changed my mind | i give up | don't bother | no longer needed
    i don't need it anymore | i don't want it anymore | not anymore | call it off | scrap that | skip it | scratch that
""")
UNCLEAR = each("""
    talvez | quem sabe | sei lá | não sei | não sei não | não sei ainda | ainda não sei | não tenho certeza | não tenho certeza se quero | tô na dúvida
    estou em dúvida | depende | depende do preço | vou pensar | preciso pensar | deixa eu pensar | deixa eu ver com minha esposa | vou ver com meu marido
    preciso falar com meu chefe | tanto faz | mais ou menos | pode ser que sim | pode ser que não | sim e não | nem sim nem não
    acho que sim, mas não sei | quase | hum | hmmm | espera | espera um pouco | peraí | só um minuto | um momento | calma | calma aí | 🤔 | 🤷
    sim, mas só amanhã | sim, desde que seja grátis | sim, se for rápido | só se for de graça | pode, mas sem custo
    quizás | quizá sí | tal vez | a lo mejor | puede que sí | puede que no | no sé | no lo sé | no sé todavía | no estoy seguro | no estoy segura de eso
    depende | depende del precio | lo voy a pensar | lo tengo que pensar | déjame pensarlo | déjame ver | tengo que consultarlo | da igual
    me da lo mismo | más o menos | sí y no | espera | espérame | espera un momento | un momento | ni sí ni no | sí, pero solo si es gratis
    solo si no cuesta nada
    maybe | perhaps | maybe yes | maybe not | not sure | i'm not sure | i'm not sure yet | i don't know | idk | dunno | it depends | depends on the price
    i'll think about it | let me think | let me think about it | let me check with my wife | i need to ask my boss | i guess | i suppose | possibly
    could be | whatever | either way | i don't care | yes and no | wait | wait a second | hold on | hang on a sec | one sec | give me a minute
    yes, but only if it's free | only if it's free | sure, as long as it's free
""")
QUESTIONS = each("""
    sim, mas antes me diz o valor | sim mas quanto custa | antes me diz o valor | primeiro me diz o prazo | me diz antes quanto fica | mas qual o valor?
    e se eu não gostar? | e depois, o que acontece? | tem alguma taxa? | tem custo? | vai cobrar algo? | vou pagar alguma coisa? | isso demora?
    demora muito? | quanto tempo leva? | em quantos dias chega? | qual o prazo? | e o frete? | e o frete, quem paga? | preciso pagar o frete?
    como funciona? | como assim? | o que significa isso? | por que precisa disso? | pra que isso? | posso mudar depois? | dá pra cancelar depois?
    tem volta? | é garantido? | quem vem buscar? | vocês buscam em casa? | sim, mas posso escolher a cor? | pode, mas demora? | ok, mas e o reembolso?
    claro, só me diz o prazo antes | antes de confirmar, qual o valor? | antes disso, quanto custa? | me explica melhor | explica melhor
    não entendi direito | não entendi, pode explicar? | qual produto? | de qual pedido? | qual fatura? | quando cai o dinheiro? | sim, quando chega?
    sim e quanto custa?
    sí, pero antes dime el precio | sí, pero cuánto cuesta | antes dígame el precio | primero dime cuánto sale | ¿tiene costo? | ¿cuánto tarda?
    ¿cuánto demora? | ¿y si no me gusta? | ¿y después qué pasa? | ¿hay que pagar algo? | ¿me van a cobrar? | ¿quién paga el envío? | ¿cómo funciona?
    ¿cómo así? | ¿qué significa eso? | ¿para qué? | ¿puedo cambiarlo después? | ¿lo puedo cancelar después? | ¿cuál pedido? | ¿de qué factura hablas?
    no entendí | no entiendo bien | explícame mejor | me explicas mejor | antes de confirmar, cuánto cuesta | sí, ¿y cuándo llega?
    claro, pero ¿cuánto sale?
    yes, but tell me the price first | yes but how much is it | tell me the price first | first tell me how long it takes | before that, how much?
    before i confirm, what's the price? | how much does it cost? | is there a fee? | will i be charged? | do i have to pay anything?
    how long will it take? | and if i don't like it? | what happens after that? | who pays for shipping? | how does it work? | what does that mean?
    what do you mean? | why do you need that? | can i change it later? | can i cancel later? | which order? | which invoice?
    sure, but when will it arrive? | ok but is it free? | i don't get it | explain that again | could you explain? | sorry, what? | huh? | like what?
    yes, when? | and the refund?
""")
NO_YES = each("""
    pode ser que eu queira depois | pode ser amanhã | pode ser outra hora | pode ser que sim, pode ser que não | bora almoçar | bora ver outra coisa
    não vejo a hora de cancelar | não vejo problema nenhum na minha fatura | não vejo minha fatura | não vejo sentido nisso | sim senhor, mas não quero
    sim, claro, só que não | claro, até parece | aham, sei | aham tá | uhum, vai sonhando | sim... mentira | claro que eu não quero
    com certeza isso está errado | sim, mas não | sim, mas não agora | ok, mas não quero | tá bom, mas não faz | beleza, mas deixa pra lá
    certo, mas esquece | ok, entendi | ok, vou pensar | ok, depois eu falo | ok, deixa eu ver | tá, vou ver | tá, mas e a fatura?
    ok, quero falar com um atendente | ok mas quero outra coisa | claro que depende | sim, se você me der desconto | sim, quando eu receber o salário
    sim, a partir de segunda | só depois que eu falar com minha esposa | pode se for de graça | pode, menos o P100 | só o P100 | posso pensar?
    pode me dar um tempo? | pode deixar | pode deixar que eu resolvo | pode deixar pra lá | pode deixar quieto | pode parar | pode esperar | pode esquecer
    pode nada | pode não | quem me dera | seria bom se funcionasse | seria ótimo se fosse barato | manda um humano | manda o boleto da outra conta
    vai te catar | vai à merda | vai tomar banho | faz o que quiser | faça como achar melhor | você que sabe | tanto faz pra mim | eu disse não
    já disse que não | sim eu disse não | nem sim nem não | não sim | se eu disser sim o que acontece | o que acontece se eu disser sim?
    alguém disse sim? | meu filho disse sim | ele disse que sim | disseram que sim mas não | quero saber se sim | não diga sim por mim | sim para o quê?
    sim? | ok? | simular | cimento | assim não | assim não dá | mas é claro que não | é claro que não quero | obrigado | valeu | tchau | oi | bom dia
    kkkk | ? | ... | 1 | sim 1 não 2
    puede ser mañana | puede ser otro día | puede que mañana | no veo la hora | no veo mi factura | no veo el botón
    sí, claro, cómo no, y los chanchos vuelan | sí, pero no | sí pero hoy no | sí, pero mejor no | claro que no quiero | dale, pero mañana | ok, lo pienso
    vale, ya veré | bueno, no sé | bueno, depende | sí si me das descuento | si quieres | si tú quieres | como quieras | lo que digas | haz lo que quieras
    tú sabrás | me da igual | dicen que sí | mi esposa dice que sí | dijo que sí | ¿sí? | ¿y si digo que sí? | si digo que sí, qué pasa | ya dije que no
    te dije que no | así no | así no se puede | listo, me voy | ok, adiós | claro, ahora resulta | sí, ajá | ajá | puedes esperar | puedes olvidarlo
    puede olvidarse | vamos a ver | vamos viendo | ya veremos | quiero hablar con una persona | quiero otra cosa | quiero ver mi factura | seguro médico
    seguro que no | bien, pero no | hecho el pago ayer | sale muy caro | va a llover
    could be tomorrow | i could be convinced | sure, as if | yeah, no | yeah no thanks | yes and no | yeah right | sure, whatever | sure, when pigs fly
    yes, but not now | yes but no | ok but no | ok, i'll think about it | okay, let me check | ok, later | fine, forget it | fine, but not today
    good question | great, another problem | perfect timing for an error | right now no | i'm not ok with that | that's not fine | not ok
    not sure about that | do what you want | whatever you want | up to you | your call | if you say so | if you want | if it's free | i would if i could
    i'd love to but can't | i'd like to think about it | i'd like to know more | i'd like to speak to a person | i want to talk to a human
    i want my money back | he said yes | my wife said yes | they said yes but no | what if i say yes? | if i say yes what happens? | did i say yes?
    i said no | i already said no | i never said yes | don't say yes for me | yes? | ok? | thanks | bye | hello | lol | you can wait | you can forget it
    you may not | go away | go to hell | go on holiday | do it yourself | do you do refunds | make me | let's see | let's wait | let's not
    let's talk about my bill | please wait | please stop | please hold | please explain | please don't | please call me | works for others but not for me
    correct the invoice | cool story | well, no | well, maybe | definitely maybe
""")
