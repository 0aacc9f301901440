"""Words that carry no matter of their own, and those that stand between the members of a list or the parts of a name.

>>> is_small("por"), is_small("petr4"), joins("do"), separates("e")
(True, False, True, True)
"""

from language.lexicon import join_languages
from language.lexicon.phrase import plain

AND = frozenset(plain("e y and ou o or u mais e/ou &"))
"""Between the members of a list: "PETR4 e VALE3". "o" is an article in Portuguese: see `separates`."""

OF = frozenset(plain("de do da dos das del of di van von"))
"""Inside a name when words stand on either side: "Banco do Brasil"."""

IN = frozenset(plain("em no na nos nas en in on at within inside num numa"))
"""Before a place or a time: "na Suécia"."""

BESIDE = frozenset(plain("com con with vs versus contra against frente x"))
"""Between the members of a comparison: "PETR4 com VALE3"."""

_ARTICLES = plain("o a os as um uma uns umas el la los las un una unos unas lo the an")
_PREPOSITIONS = plain(
    "de do da dos das del of em no na nos nas en in on at para por pelo pela pelos pelas pra pro ao aos com con with "
    "to for from by desde since entre between sobre about ate hasta until sem sin without al"
)
_PRONOUNS = plain(
    "eu me mim te voce voces tu nos ele ela eles elas se isso isto esse essa este esta aquele aquela yo mi usted "
    "ustedes el ella ellos ellas eso esto ese esa este esta i you he she it we they us them my your this that these "
    "those meu minha meus minhas seu sua seus suas mis su sus tus que what which who whom whose is are am be s"
)
_ASKING = plain(
    "qual quais quanto quanta quantos quantas quando onde como quem porque cual cuales cuanto cuanta cuantos cuantas "
    "cuando donde quien how much many when where why"
)
_BEING = plain(
    "e esta estao foi sao ser estar era tem ha es esta estan fue son hay tiene was were has have does do did can could "
    "would will please por favor"
)
_VERBS = plain(
    "mostra mostre mostrar ver veja saber sei dame dime muestra muestrame ensename show tell give get find let know "
    "see check look diga diz fala fale manda mande passa passe busca busque procura procure quiero quero queria "
    "gostaria preciso necesito want need like id agora hoje ahora hoy now today tambem tambien also too and "
    "mas porem contudo entretanto pero but however"
)
_TELLING = plain(
    "avisar avise avisa avises avisarme avisame avisenme notificar notifique notifica notifiques notificarme alertar alerte "
    "alertarme enviar envie envia enviame enviarlo enviarme mandar mande manda mandame mandarlo mandarme mandes envies send "
    "sending tell telling notify notifying alert alerting esqueca esquece esquecas esquecer deixe deixa olvides olvide "
    "olvidar dejes deje forget dont didnt"
)


def _words_of(*names: str) -> frozenset[str]:
    return frozenset(word for name in names for phrase in join_languages(name) for word in phrase.split())


_AROUND = plain(
    "conocer conhecer gustaria podria podrias podrian puede puedes pueden poderia poderiam pode podem decir decirme current "
    "currently atual atualmente actual actualmente latest valendo valiendo cotizando custando costando sou soy pagam pagan "
    "paga pay pays mas mais most momento prezado prezada prezados prezadas estimado estimada estimados estimadas"
)

TELLING = frozenset(_TELLING) | frozenset(plain("diga dile digale dizer decir say diz"))

STRICT = _words_of("WANT", "TELL").union(
    _ARTICLES, _PREPOSITIONS, _PRONOUNS, _ASKING, _BEING, _VERBS, _TELLING, _AROUND, AND
)
"""What is never a name, however short a message is: articles, prepositions, pronouns, and words of wishing."""

LOOSE = STRICT | _words_of("FILL", "INTERROGATIVES")
"""Those, and what people say around a wish, as "oi" and "por favor"."""


def is_small(word: str, strict: bool = False) -> bool:
    """Whether a normalised word names nothing; `strict`: greetings and courtesies may be names."""
    return word in (STRICT if strict else LOOSE)


def tells(word: str) -> bool:
    """Whether a word is one of telling somebody: "avise", "send"."""
    return word in TELLING


def joins(word: str) -> bool:
    """Whether a word may stand inside a name."""
    return word in OF


def separates(word: str) -> bool:
    """Whether a word stands between members of a list."""
    return word in AND and word != "o"
