"""How upset a message is, by its words: what to answer, and whether it was an insult or a threat."""

from typing import Any, Literal, NamedTuple

from language.normalise import words

Level = Literal["calm", "upset", "angry"]
UPSET = frozenset(words("""
    frustrado frustrada frustracion frustrante molesto molesta decepcionado decepcionada triste cansado
    cansada harto
    harta canse chateado chateada cansei frustracao frustrated disappointed upset annoyed tired sad
"""))  # fmt: skip
ANGRY = frozenset(words("""
    furioso furiosa indignado indignada enojado enojada enfadado enfadada rabia ira pesimo pesima horrible
    inaceptable
    verguenza irritado irritada revoltado revoltada raiva pessimo pessima horrivel inaceitavel vergonha
    furious angry outraged terrible awful unacceptable
"""))  # fmt: skip
INSULTS = frozenset(words("""
    idiota idiotas imbecil imbeciles estupido estupida estupidos inutil inutiles ladron ladrones estafadores
    basura
    mierda burro burros inuteis lixo ladroes estupidos stupid idiot idiots useless thieves trash crap
"""))  # fmt: skip
WEARY = ("fed up", "had enough")  # upset in two words
THREATS = (
    "te voy a matar", "los voy a matar", "voy a ir a buscarlos", "te voy a golpear", "los voy a golpear",
    "les voy a pegar", "voy a quemar", "vou te matar", "vou matar voces", "vou bater em", "vou queimar",
    "i will kill you", "i ll kill you", "going to kill you", "i will hurt you", "i will burn",
)  # fmt: skip


class Tone(NamedTuple):
    """How a message sounds."""

    level: Level
    insult: bool
    threat: bool


def tone(message: str) -> Tone:
    """The tone of a message.

    >>> tone("Me siento frustrado con el servicio").level
    'upset'
    """
    said = set(words(message))
    plain = f" {' '.join(words(message))} "
    insult, threat = bool(said & INSULTS), _says(plain, THREATS)
    upset = bool(said & UPSET) or _says(plain, WEARY)
    level: Level = "angry" if said & ANGRY or insult or threat else "upset" if upset else "calm"
    return Tone(level, insult, threat)


def _says(plain: str, phrases: tuple[str, ...]) -> bool:
    return any(f" {phrase} " in plain for phrase in phrases)


CALMING: dict[Level, dict[str, str]] = {
    "calm": {
        "es": "Gracias por contármelo. ¿Qué le gustaría que resolvamos primero?",
        "pt": "Obrigado por contar. O que gostaria de resolver primeiro?",
        "en": "Thank you for telling me. What would you like us to solve first?",
    },
    "upset": {
        "es": "Lamento que se sienta así, y le entiendo. Cuénteme qué ocurrió y lo vemos paso a paso.",
        "pt": "Lamento que se sinta assim, e compreendo. Conte o que aconteceu e vemos passo a passo.",
        "en": (
            "I am sorry that you feel this way, and I understand. Tell me what happened and we go through "
            "it step by step."
        ),
    },
    "angry": {
        "es": (
            "Lamento mucho lo ocurrido: su enojo es comprensible. Dígame qué falló y qué espera, para "
            "ocuparnos de eso ahora."
        ),
        "pt": (
            "Lamento muito o que aconteceu: a sua irritação é compreensível. Diga o que falhou e o que "
            "espera, para cuidarmos disso agora."
        ),
        "en": (
            "I am very sorry about this: your anger is understandable. Tell me what went wrong and what you "
            "expect, so that we look after it now."
        ),
    },
}
MEASURES: dict[str, dict[str, str]] = {
    "none": {
        "es": "No hay nada que advertir en el mensaje.",
        "pt": "Não há nada a advertir na mensagem.",
        "en": "There is nothing to warn about in the message.",
    },
    "warn": {
        "es": "Quiero ayudarle, y para eso le pido que hablemos con respeto. Esta es una advertencia.",
        "pt": "Quero ajudar, e para isso peço que falemos com respeito. Esta é uma advertência.",
        "en": "I want to help, and for that I ask that we speak with respect. This is a warning.",
    },
    "propose_ban": {
        "es": "Las amenazas no se aceptan: si siguen, el equipo puede cerrar esta conversación.",
        "pt": "Ameaças não são aceitas: se continuarem, a equipe pode encerrar esta conversa.",
        "en": "Threats are not accepted: if they go on, the team may close this conversation.",
    },
}


def measure(message: str) -> dict[str, Any]:
    """What a message's tone calls for. A ban is only ever proposed: people decide about people."""
    heard = tone(message)
    kind = "propose_ban" if heard.threat else "warn" if heard.insult else "none"
    return {"measure": kind, "words": MEASURES[kind]}
