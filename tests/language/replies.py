"""Replies as people type them, by what they mean."""


def each(text: str) -> list[str]:
    """The replies of a table, between its bars and line ends."""
    return [part.strip() for part in text.replace("\n", "|").split("|") if part.strip()]


YES = each("""
    uai, sim | opa, sim | vamo | simbora | vai nessa | that would be great | sim, eu autorizo | claro, manda aí
    sim | Sim! | SIM | s | siiim | simmm | sim sim | sim, por favor | sim por favor | pode | pode sim | pode sim por favor
    pode ser | pode fazer | pode mandar | pode ir | pode seguir | pode continuar | vc pode fazer | pode abrir a contestação
    pode confirmar | claro | claro que sim | é claro | mas é claro | com certeza | certeza | ctz | com toda certeza
    manda ver | manda bala | isso | isso mesmo | isso aí | é isso aí | é isso | exato | exatamente | correto | certo
    tá certo | está certo | tá bom | ta bom | tudo bem | beleza | blz | ok | okay | ok, pode fazer | ok obrigado
    Ok, pode sim, obrigado | perfeito, pode seguir | perfeito | ótimo | combinado | fechado | aceito | concordo | confirmo
    autorizo | de acordo | bora | vamos lá | vamos | vai em frente | em frente | segue | prossiga | faça | faz isso
    quero | quero sim | eu quero | sim, quero | sim quero | quero que você faça | por mim tudo bem | por que não?
    pq não? | sem problema | sem problemas | não tem problema | sem dúvida | acho que sim | creio que sim | é | É! | uhum
    aham | joia | show | legal | com prazer | à vontade | positivo | afirmativo | sim, quero trocar | sim, pode sim, valeu
    bom dia, sim | sim, obrigada | então sim | ah sim, claro | sim sim pode fazer agora | por favor, sim | demorou | fechou
    sim, o quanto antes | sim!! | siim | okk | 👍 | ok 👍 | ✅ | 👌 | pode crer | tranquilo | sim senhor
    sí | si | Sí, por favor | si por favor | sí, adelante | adelante | claro que sí | por supuesto | desde luego | cómo no
    como no | dale | va | vale | venga | listo | órale | ándale | de acuerdo | está bien | esta bien | bueno | perfecto
    así es | eso es | correcto | exacto | seguro | con gusto | sin problema | no hay problema | ningún problema | hágalo
    hazlo | hazlo por favor | proceda | siga adelante | sí quiero | quiero | acepto | confirmo | conforme | por qué no
    ¿por qué no? | creo que sí | me parece bien | sí, gracias | claro, gracias | ok, dale | dale nomás | puede hacerlo
    puedes hacerlo | sí, puede | obvio | sip | sale | hecho | sí señor | xfa sí | sí, hágalo ahora mismo
    yes | Yes! | y | yep | yeah | yup | yes please | yes, please | yes please go ahead | please | please do | sure
    sure thing | sure, thanks | of course | absolutely | definitely | certainly | go ahead | please go ahead | go for it
    do it | just do it | sounds good | sounds great | that works | works for me | fine by me | that's fine | that's right
    right | correct | exactly | agreed | I agree | I accept | i confirm | ok thanks | okay then | alright | all right
    fine | good | great | perfect | cool | no problem | no worries | why not | why not? | I think so | i do | I would
    yes I do | yes, I want to | I want it | I'd like that | let's do it | let's go | proceed | carry on | continue
    you can | you may | feel free | for sure | totally | yesss | yeah sure | thank you, yes | hi, yes please | by all means
    yes, as soon as possible | roger | you bet | k | kk | yes do it now | pls do | ok go ahead thx | confirmed | send it
""")
NO = each("""
    por agora não | acho que vou passar | not at this time | nunca na vida | não, agora não posso | nem quero
    não | nao | n | Não! | NÃO | nãooo | naum | não, obrigado | não obrigado | nao obg | não, obrigada | obrigado, não
    não quero | nao quero nao | quero não | não quero não | não, não quero | não quero trocar
    melhor não | acho melhor não | prefiro não | não, prefiro não | prefiro que não | agora não | não agora | hoje não
    por enquanto não | ainda não | não, ainda não | claro que não | com certeza não | de jeito nenhum | de forma alguma
    nem pensar | nada disso | nada feito | isso não | não mesmo | não pode | pode não | não precisa | não, não precisa
    não é necessário | não aceito | não autorizo | não concordo | negativo | nunca | jamais | dispenso | recuso | depois
    mais tarde | outro dia | outra hora | ok, não | bom, não | acho que não | creio que não | não tenho interesse
    errado | não é isso | está errado | não, valeu | n, obg | não vou querer | vc não pode
    por favor, não | 👎 | ❌ | não faça isso | não senhor
    no | No! | no, gracias | no gracias | gracias, pero no | no quiero | no, no quiero | mejor no | prefiero no
    prefiero que no | ahora no | todavía no | aún no | por ahora no | por el momento no | hoy no | claro que no
    por supuesto que no | de ninguna manera | para nada | ni hablar | en absoluto | no hace falta | no es necesario
    no acepto | no autorizo | no me interesa | nunca | jamás | tampoco | después | más tarde | luego | otro día
    creo que no | me parece que no | no es eso | incorrecto | equivocado | no puede | no puedes | no lo haga | nop
    no, muchas gracias | no señor | no quiero cambiarlo
    nope | nah | no thanks | no, thanks | no thank you | no thx | not now | not yet | not today | not really | not at all
    no way | never | don't | dont | do not | please don't | don't do it | I don't want to | i dont want to
    I don't want it | I don't | rather not | I'd rather not | better not | I don't think so | of course not
    absolutely not | definitely not | certainly not | no need | not necessary | not interested | later | maybe later
    another time | I decline | wrong | that's wrong | that's not right | I'm good, thanks | hard pass | negative
    thanks but no thanks | no, not now | ok no | i wont | nooo | I do not want to return it
""")
CANCEL = each(
    """
    cancela | cancelar | Cancela! | cancele | cancela isso | cancela tudo | cancela, por favor | cancela isso por favor
    pode cancelar | quero cancelar | deixa pra lá | deixa pra la | deixe para lá | deixa quieto | deixa assim | deixa
    esquece | esqueça | esquece isso | pode esquecer | desisto | desisti | quero desistir | para | pare | parar
    não quero mais | não precisa mais | não preciso mais | mudei de ideia | ok, cancela | não, cancela | encerra
    não, deixa pra lá | beleza, deixa pra lá | bom, deixa pra lá então | chega | aborta | anula | cancela aí vai
    mudei de ideia, não quero mais | melhor deixar pra lá | deixa estar, obrigado
    cancélalo | cancelalo | cancele por favor | déjalo | dejalo | déjelo así | olvídalo | olvidalo | olvídelo | olvida eso
    ya no quiero | ya no | ya no lo quiero | no importa | me arrepentí | cambié de opinión | cambie de idea | anúlalo
    desisto | detente | basta | mejor olvídalo | no, olvídalo | quiero cancelar | ya no hace falta | dejémoslo así
    cancel | cancel it | cancel that | please cancel | cancel please | forget it | forget about it | never mind
    nevermind | nvm | drop it | stop | stop it | abort | quit | leave it | skip it | scrap that | I changed my mind
    changed my mind | I give up | don't bother | no longer needed | not anymore | no, forget it | ok forget it
    I don't want it anymore | i want to cancel
""".replace(" | actually no, cancel", "")
)
UNCLEAR = each("""
    no estoy muy seguro | tal vez mañana | vou ver e te falo | deixa eu ver aqui | depende do valor
    talvez | Talvez... | não sei | nao sei | n sei | sei lá | sei não | quem sabe | depende | tanto faz | hum | hmm
    não tenho certeza | estou em dúvida | tenho dúvidas | ainda não sei | vou pensar | preciso pensar | deixa eu pensar
    deixa eu ver | mais ou menos | sim, talvez | talvez sim | talvez não | não sei, talvez | sim e não | não cancela
    sim, mas só depois do dia 10 | pode, mas só amanhã | sim, só se for de graça | ainda não decidi | possivelmente | 🤔
    espera aí | um momento | não cancele | sim, não, sei lá
    quizás | quizá | tal vez | a lo mejor | no sé | no se | no lo sé | puede ser | no estoy seguro | no estoy segura
    tengo dudas | déjame pensar | tengo que pensarlo | da igual | más o menos | quién sabe | probablemente | ni idea
    sí, pero solo mañana | sí y no | aún no he decidido | espere
    maybe | perhaps | i don't know | I dont know | idk | dunno | not sure | I'm not sure | it depends | depends
    let me think | I need to think | I'll think about it | possibly | probably | who knows | whatever | yes and no
    yes, but only tomorrow | yes but only if it is free | don't cancel | kind of | hold on | just a moment | no idea
    I can't decide
""")
NONE = each("""
    ainda não recebi | claro é minha operadora | quero trocar de plano | no aplicativo | ok google | não veio nada
    book | I want to book a flight | the book is ok for reading | minha fatura veio alta | não recebi meu pedido
    obrigado | obrigada | oi | olá | bom dia | quero a segunda via | cancelar meu plano de internet | P100 | 12345
    quero falar com um atendente | meu pedido chegou quebrado | a conta está errada | não consigo acessar o aplicativo
    não funciona | o boleto venceu ontem | preciso de ajuda com a internet | quero comprar um celular | ??? | 🙂
    simples assim foi a entrega | noticias do meu pedido | nada chegou na minha casa ainda hoje sobre isso aqui
    hola | gracias | mi factura llegó alta | no recibí mi pedido | quiero la copia de la factura | vacaciones
    mi pedido no llegó | necesito ayuda con mi cuenta | la sinopsis del libro | valeria | dalessandro
    hello | thanks | thank you | my bill is too high | I didn't receive my order | I need help with my account
    I lost my parcel | nobody answered | yesterday | knot | notebook | surely you jest with my invoice | okapi
    my order hasn't arrived | novo endereço | nota fiscal | o número é 123 | rua das flores, 10
""")
QUESTIONS = each("""
    sim, mas qual o valor? | sim, mas qual o valor | qual o valor? | onde está meu pedido? | por quê? | por que | e o valor?
    quanto custa | quando chega | quanto tempo demora? | ok, e o prazo? | ok e o prazo | como assim? | como assim
    não entendi | pode me dizer o valor | vc pode me explicar | me explica isso | quero saber o prazo | tem como mudar?
    quem vai buscar | o que acontece depois? | e se eu não gostar | isso tem custo? | é grátis? | pq isso | sim? | sério?
    não, mas por que? | cadê meu pedido | qual dia | é possível mudar a data | dá pra fazer amanhã? | até quando
    gostaria de saber o valor | preciso saber quanto custa | sim, mas tem taxa?
    ¿cuánto cuesta? | cuánto cuesta | sí, pero cuánto cuesta | ¿por qué? | ¿dónde está mi pedido? | y el precio
    ¿y cuándo llega? | cómo así | no entiendo | me puede decir el precio | quiero saber el plazo | ¿tiene costo?
    ¿es gratis? | qué día llega | quién lo trae | sí, ¿pero tiene costo?
    how much is it | how much? | yes, how much is it | yes, but how much | what about the fee | when will it arrive?
    why? | why | what? | can you tell me the price | could you explain | is it free? | is there a fee | do I have to pay
    and the price? | how long does it take | ok, and when? | I want to know the price | I don't understand | really?
    who will come | what happens next
""")
