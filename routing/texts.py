"""The platform's own sentences to users, in their language. Everything else is authored or a model's."""

TEXTS: dict[str, dict[str, str]] = {
    "refused": {
        "pt": "Não posso responder a esta mensagem. Pode escrever de outra forma?",
        "es": "No puedo responder a este mensaje. ¿Puede escribirlo de otra manera?",
        "en": "I cannot answer this message. Could you write it another way?",
    },
    "apology": {
        "pt": "Desculpe, não consegui responder agora. Tente de novo em alguns instantes.",
        "es": "Disculpe, no pude responder ahora. Inténtelo de nuevo en unos instantes.",
        "en": "Sorry, I could not answer just now. Please try again in a moment.",
    },
    "broken_off": {
        "pt": "Minha resposta foi interrompida aqui, antes do fim. Pergunte de novo o que faltou.",
        "es": "Mi respuesta se interrumpió aquí, antes del final. Pregunte de nuevo lo que faltó.",
        "en": "My answer broke off here, before its end. Please ask again for what is missing.",
    },
    "cut_at_length": {
        "pt": "A resposta ficou longa demais e parou aqui. Diga o que falta, e eu continuo.",
        "es": "La respuesta era demasiado larga y terminó aquí. Dígame qué falta y continúo.",
        "en": "The answer became too long and stops here. Tell me what is missing, and I will go on.",
    },
    "cut_by_filter": {
        "pt": "Um filtro de conteúdo parou a resposta aqui. Pode perguntar de outra forma?",
        "es": "Un filtro de contenido detuvo la respuesta aquí. ¿Puede preguntarlo de otra manera?",
        "en": "A content filter stopped the answer here. Could you ask in another way?",
    },
    "limit": {
        "pt": "Não consegui concluir tudo agora. O que encontrei até aqui: {found}",
        "es": "No pude completar todo ahora. Lo que encontré hasta aquí: {found}",
        "en": "I could not finish everything just now. What I found so far: {found}",
    },
    "limit_said": {
        "pt": "Foi o que consegui ver até aqui. Se faltou algo, escreva só sobre isso na próxima mensagem.",
        "es": "Es lo que pude ver hasta aquí. Si faltó algo, escriba solo sobre eso en el próximo mensaje.",
        "en": "This is as far as I got. If something is missing, write about only that in your next message.",
    },
    "limit_nothing": {
        "pt": "Ainda não encontrei nada sobre isto. Escreva de novo em uma frase, um assunto por vez, com o "
        "número ou o nome de que se trata.",
        "es": "Todavía no encontré nada sobre esto. Escríbalo de nuevo en una frase, un asunto a la vez, con "
        "el número o el nombre de que se trata.",
        "en": "I have not found anything about this yet. Write it again in one sentence, one matter at a "
        "time, with the number or name it is about.",
    },
    "stays_here": {
        "pt": "Continuo com você por aqui. Pode me contar com outras palavras o que precisa?",
        "es": "Sigo con usted por aquí. ¿Puede contarme con otras palabras lo que necesita?",
        "en": "I am still with you here. Could you tell me in other words what you need?",
    },
    "announced": {
        "pt": "A resposta anunciou a passagem sem fazê-la: “{sentence}”",
        "es": "La respuesta anunció el traspaso sin hacerlo: “{sentence}”",
        "en": "The answer announced the handoff without making it: “{sentence}”",
    },
    "part_missing": {
        "pt": "Não consegui concluir agora a parte de {names}. Pergunte de novo sobre ela em instantes.",
        "es": "No pude completar ahora la parte de {names}. Pregunte de nuevo por ella en unos instantes.",
        "en": "I could not finish the part of {names} just now. Please ask about it again in a moment.",
    },
    "left_out": {
        "pt": "Vi também o assunto de {names}: podemos tratar dele em seguida.",
        "es": "Vi también el asunto de {names}: podemos tratarlo a continuación.",
        "en": "I also saw the matter of {names}: we can look at it next.",
    },
    "next_question": {
        "pt": "E sobre {display}: {question}",
        "es": "Y sobre {display}: {question}",
        "en": "And about {display}: {question}",
    },
    "which_one": {
        "pt": "Quero ter certeza de que entendi. Qual destes é o seu assunto?",
        "es": "Quiero asegurarme de haber entendido. ¿Cuál de estos es su asunto?",
        "en": "I want to be sure that I understood. Which of these is it about?",
    },
    "what_we_do": {
        "pt": "Aqui posso ajudar com: {names}. Sobre o que quer falar?",
        "es": "Aquí puedo ayudar con: {names}. ¿Sobre qué quiere hablar?",
        "en": "Here I can help with: {names}. What would you like to talk about?",
    },
    "nothing_asked": {
        "pt": "Certo. Se precisar de algo mais, é só escrever.",
        "es": "De acuerdo. Si necesita algo más, escríbame.",
        "en": "All right. If you need anything else, just write.",
    },
    # Why a supervised loop goes on no further, for whoever reads the record.
    "nothing_open": {"pt": "Nada está em aberto.", "es": "No queda nada abierto.", "en": "Nothing is open."},
    "no_round": {
        "pt": "O limite de rodadas foi atingido.",
        "es": "Se alcanzó el límite de rondas.",
        "en": "No round is left.",
    },
    "user_goes_on": {
        "pt": "Só a pessoa pode seguir: falta a resposta dela.",
        "es": "Solo la persona puede seguir: falta su respuesta.",
        "en": "Only the user can go on.",
    },
    "nobody_left": {
        "pt": "Não há mais especialista que possa ser chamado.",
        "es": "No queda especialista al que se pueda llamar.",
        "en": "Nobody is left to be called.",
    },
    # Another backend is to answer: true also where the gateway cannot pass the message on.
    "passed_on": {
        "pt": "Quem cuida disso é {who}: peço que assuma a sua mensagem.",
        "es": "De esto se ocupa {who}: le pido que se haga cargo de su mensaje.",
        "en": "{who} takes care of this: I am asking for your message to be taken over.",
    },
    # Of the gateway: a backend that does not answer.
    "backend_away": {
        "pt": "{who} não está respondendo agora; quem atende é {other}.",
        "es": "{who} no está respondiendo ahora; le atiende {other}.",
        "en": "{who} is not answering just now; {other} is with you.",
    },
    "backend_still_away": {
        "pt": "{who} não está respondendo agora. Tente de novo em alguns instantes.",
        "es": "{who} no está respondiendo ahora. Inténtelo de nuevo en unos instantes.",
        "en": "{who} is not answering just now. Please try again in a moment.",
    },
    # Of a turn whose process ended, to whoever follows it.
    "goes_on": {
        "pt": "Houve uma interrupção; estou preparando a resposta de novo.",
        "es": "Hubo una interrupción; estoy preparando la respuesta de nuevo.",
        "en": "There was an interruption; the answer is being made again.",
    },
    "done_before": {
        "pt": "Tive um problema e não consegui terminar. Já foi feito: {done}.",
        "es": "Tuve un problema y no pude terminar. Ya se hizo: {done}.",
        "en": "Something went wrong and I could not finish. Already done: {done}.",
    },
    "uncertain": {
        "pt": "Não sei se isto foi concluído, por favor confira antes de repetir: {names}.",
        "es": "No sé si esto se completó; por favor, verifíquelo antes de repetir: {names}.",
        "en": "I do not know whether this was completed, please check before repeating it: {names}.",
    },
}


def text(name: str, language: str, **values: str) -> str:
    """One sentence in pt, es or en."""
    return TEXTS[name].get(language, TEXTS[name]["en"]).format(**values)
