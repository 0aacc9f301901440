"""Whether a message closes a matter: thanks, "that is all", "it works now", in pt, es and en.

>>> closes("Obrigado, funcionou!"), closes("gracias, eso es todo"), closes("Thanks, and my order?")
(True, True, False)
"""

import re

from language.acts.questions import is_question
from language.normalise import normalise, words

COURTESY = (
    # thanks
    r"(?:muito |muitissimo )?obrigad[oa]s?(?: pel[oa] \w+)?", r"valeu", r"agradeco(?: (?:a|pela) \w+)?", r"grat[oa]",
    r"(?:muchas |mil )?gracias(?: por \w+(?: \w+)?)?", r"te agradezco", r"le agradezco",
    r"thank you(?: (?:so|very) much)?(?: for \w+(?: \w+)?)?", r"(?:many )?thanks(?: a lot| so much| again)?(?: for \w+(?: \w+)?)?",
    # goodbye
    r"tchau", r"ate (?:logo|mais|breve|amanha)", r"adios", r"hasta (?:luego|pronto|manana)", r"(?:good)?bye", r"see you",
)  # fmt: skip
SETTLED = (
    # nothing more
    r"(?:era|e|foi) (?:so|tudo|isso)(?: isso| mesmo| por hoje)*", r"so isso(?: mesmo)?", r"(?:nada mais|mais nada)(?! (?!obrigad|por )\w)", r"por enquanto e (?:so|isso)(?: isso)?",
    r"eso es todo", r"es todo", r"eso era todo", r"nada mas(?! (?!gracias|por )\w)", r"con eso basta",
    r"that(?:'?s| is| was| will be) (?:all|it|everything)(?: for now| i needed)?", r"nothing else", r"no more questions", r"(?:i'?m|i am) all set", r"all set",
    # it is settled
    r"(?:ja |tudo |isso )*(?:funcionou|resolveu|resolvido|deu certo|esta funcionando|voltou a funcionar|consegui)(?: agora| meu problema| o problema| perfeitamente)*",
    r"(?:ya |todo )*(?:funciono|funciona|se resolvio|resuelto|quedo resuelto|listo|lo logre)(?: ahora| mi problema| el problema)*",
    r"(?:it|that|this)(?:'?s| is| has)? (?:works?|worked|working|solved|fixed)(?: now| it| again| my problem)*", r"problem solved", r"(?:solved|fixed) it",
)  # fmt: skip
CLOSES = re.compile(rf"(?<!\w)(?:{'|'.join((*COURTESY, *SETTLED))})(?!\w)")
IS_SETTLED = re.compile(rf"(?<!\w)(?:{'|'.join(SETTLED)})(?!\w)")
CLAUSES = re.compile(r"[,.;:!]")
BESIDE = 3  # other words that thanks or a goodbye may have beside them: a name, for example
FILL = frozenset((
    "ok", "certo", "beleza", "perfeito", "otimo", "excelente", "show", "legal", "sim", "muito", "bem", "e",
    "a", "o", "por", "tudo", "tchau", "ate", "logo", "mais", "bom", "boa", "dia", "tarde", "noite", "vale",
    "perfecto", "genial", "si", "muy", "bien", "y", "adios", "hasta", "luego", "buen", "buena", "tenga",
    "okay", "great", "perfect", "cool", "yes", "very", "well", "and", "bye", "have", "nice", "good", "day",
    "now", "then", "it", "so", "much", "for", "your", "help",
))  # fmt: skip


def closes(text: str) -> bool:
    """Whether all of the message closes; one that also asks, negates or says how badly something works does not."""
    folded = normalise(text)
    rest = CLOSES.sub(" ", folded)
    if rest == folded or "?" in text or is_question(text):
        return False
    if any(IS_SETTLED.search(clause) and _others(clause) for clause in CLAUSES.split(folded)):
        return False
    left = _others(folded)
    return len(left) <= BESIDE and not {"nao", "no", "not", "mas", "pero", "but"} & set(left)


def _others(folded: str) -> list[str]:
    """The words of normalised text that close nothing and mean nothing beside what does."""
    return [word for word in words(CLOSES.sub(" ", folded)) if word not in FILL]
