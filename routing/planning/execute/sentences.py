"""What plans say to users in words of the platform; what a domain does is named by its manifest."""

from collections.abc import Mapping

from routing.planning.errors import PlanRefused
from routing.planning.understand.catalogue import Catalogue
from routing.planning.understand.parameters import in_language
from routing.planning.words import ExecutionStep

# How a clarification may be resolved: names that manifests and domains send in `metadata.resolution`.
RESOLUTIONS: Mapping[str, Mapping[str, str]] = {
    "ambiguous_symbol": {
        "pt": "Encontrei mais de uma opção para “{text}”. Qual delas?",
        "es": "Encontré más de una opción para “{text}”. ¿Cuál de ellas?",
        "en": "I found more than one match for “{text}”. Which one?",
    },
    "symbol_not_found": {
        "pt": "Não encontrei “{text}”. Como se escreve, ou qual seria outro nome?",
        "es": "No encontré “{text}”. ¿Cómo se escribe, o cuál sería otro nombre?",
        "en": "I did not find “{text}”. How is it spelt, or what else is it called?",
    },
    "symbol_elsewhere": {
        "pt": "Não encontrei “{text}”, mas encontrei isto. Escolha uma opção ou diga outro nome.",
        "es": "No encontré “{text}”, pero encontré esto. Elija una opción o diga otro nombre.",
        "en": "I did not find “{text}”, but I found this. Choose an option or say another name.",
    },
    "symbol_lookup_failed": {
        "pt": "Não consegui procurar “{text}” agora. Diga o nome de novo em instantes.",
        "es": "No pude buscar “{text}” ahora. Diga el nombre de nuevo en unos instantes.",
        "en": "I could not look “{text}” up just now. Say the name again in a moment.",
    },
    "missing_required_params": {
        "pt": "Para isso preciso saber: {text}.",
        "es": "Para eso necesito saber: {text}.",
        "en": "For that I need to know: {text}.",
    },
}
TEXTS: Mapping[str, Mapping[str, str]] = {
    **RESOLUTIONS,
    "failed": {
        "pt": "Não consegui concluir agora: {what}. Tente de novo em alguns instantes.",
        "es": "No pude completar ahora: {what}. Inténtelo de nuevo en unos instantes.",
        "en": "I could not do this just now: {what}. Please try again in a moment.",
    },
    "done": {"pt": "Feito: {what}.", "es": "Hecho: {what}.", "en": "Done: {what}."},
    "failed_for_good": {
        "pt": "Não consigo fazer isto por aqui: {what}. Por favor, avise quem cuida deste atendimento.",
        "es": "No puedo hacer esto por aquí: {what}. Por favor, avise a quien se ocupa de este servicio.",
        "en": "I cannot do this here: {what}. Please tell whoever looks after this service.",
    },
    "switched_off": {
        "pt": "Isto está desligado no momento: {what}.",
        "es": "Esto está desactivado por el momento: {what}.",
        "en": "This is switched off at the moment: {what}.",
    },
    "needs_consent": {
        "pt": "Isto precisa da sua permissão ou confirmação, e não posso fazê-lo por aqui: {what}.",
        "es": "Esto necesita su permiso o confirmación, y no puedo hacerlo por aquí: {what}.",
        "en": "This needs your permission or confirmation, and I cannot do it here: {what}.",
    },
    "optional_failed": {
        "pt": "Não consegui fazer também isto: {what}. {why}",
        "es": "No pude hacer también esto: {what}. {why}",
        "en": "I could not also do this: {what}. {why}",
    },
    "uncertain": {
        "pt": "Não sei se isto foi concluído, por favor confira antes de repetir: {what}.",
        "es": "No sé si esto se completó; por favor, verifíquelo antes de repetir: {what}.",
        "en": "I do not know whether this was completed, please check before repeating it: {what}.",
    },
    "refused": {
        "pt": "Não consigo fazer isso de uma vez. Peça menos de cada vez, ou de outra forma.",
        "es": "No puedo hacer eso de una vez. Pida menos cada vez, o de otra forma.",
        "en": "I cannot do that at once. Ask for less at a time, or in another way.",
    },
    "too_many_names": {
        "pt": "São nomes demais de uma vez: no máximo {most}. Peça menos de cada vez.",
        "es": "Son demasiados nombres a la vez: como máximo {most}. Pida menos cada vez.",
        "en": "Those are too many names at once: at most {most}. Ask for fewer at a time.",
    },
    "too_many_steps": {
        "pt": "São {number} passos de uma vez, e o máximo é {most}. Peça menos de cada vez.",
        "es": "Son {number} pasos a la vez, y el máximo es {most}. Pida menos cada vez.",
        "en": "Those are {number} steps at once, and the most is {most}. Please ask for less at a time.",
    },
    "confirm": {
        "pt": "Entendi assim: {what}{params}. É isso?",
        "es": "Entendí esto: {what}{params}. ¿Es correcto?",
        "en": "I understood this: {what}{params}. Is that right?",
    },
    "not_among": {
        "pt": "Não encontrei “{text}” entre o que posso fazer.",
        "es": "No encontré “{text}” entre lo que puedo hacer.",
        "en": "I did not find “{text}” among what I can do.",
    },
    "confirm_action": {
        "pt": "Antes de fazer isto preciso do seu sim: {what}.\n\n{params}\n\nFaço assim?",
        "es": "Antes de hacer esto necesito su sí: {what}.\n\n{params}\n\n¿Lo hago así?",
        "en": "Before I do this I need your yes: {what}.\n\n{params}\n\nShall I do it like this?",
    },
    "not_done": {
        "pt": "Certo, isto não foi feito: {what}.",
        "es": "De acuerdo, esto no se hizo: {what}.",
        "en": "All right, this was not done: {what}.",
    },
    "with": {"pt": " com {params}", "es": " con {params}", "en": " with {params}"},
    "yes": {"pt": "Sim", "es": "Sí", "en": "Yes"},
    "no": {"pt": "Não", "es": "No", "en": "No"},
    "otherwise": {
        "pt": "Certo. Diga com outras palavras o que deseja.",
        "es": "De acuerdo. Diga con otras palabras lo que desea.",
        "en": "All right. Tell me in other words what you would like.",
    },
    "none_such": {
        "pt": "“{text}” não está entre estas opções.",
        "es": "“{text}” no está entre estas opciones.",
        "en": "“{text}” is not among these options.",
    },
    "options": {"pt": "Estas são as opções:", "es": "Estas son las opciones:", "en": "These are the options:"},
    "choose_or_leave": {
        "pt": "Diga o número ou o nome de uma delas, ou “deixa” se não quiser nenhuma.",
        "es": "Diga el número o el nombre de una de ellas, o “déjalo” si no quiere ninguna.",
        "en": "Say the number or the name of one of them, or “never mind” if you want none.",
    },
    "or_leave": {
        "pt": "Se não souber, diga “deixa” e fica por isso.",
        "es": "Si no lo sabe, diga “déjalo” y lo dejamos así.",
        "en": "If you do not know, say “never mind” and we leave it.",
    },
    "yes_or_otherwise": {
        "pt": "Se for isso, diga “sim”. Se não, diga com outras palavras o que deseja.",
        "es": "Si es eso, diga “sí”. Si no, diga con otras palabras lo que desea.",
        "en": "If that is it, say “yes”. If not, tell me in other words what you would like.",
    },
    "afterwards": {
        "pt": "Depois da sua resposta faço também isto: {what}.",
        "es": "Después de su respuesta haré también esto: {what}.",
        "en": "Once you have answered I will also do this: {what}.",
    },
    "which_goal": {
        "pt": "Sobre isso posso fazer o seguinte. O que deseja?",
        "es": "Sobre eso puedo hacer lo siguiente. ¿Qué desea?",
        "en": "I can do this about it. What would you like?",
    },
    "can_do": {
        "pt": "Posso ajudar com isto:",
        "es": "Puedo ayudar con esto:",
        "en": "I can help with this:",
    },
    "for_example": {"pt": "por exemplo", "es": "por ejemplo", "en": "for example"},
}  # fmt: skip


def text(name: str, language: str, **values: str) -> str:
    """One sentence in pt, es or en."""
    return TEXTS[name].get(language, TEXTS[name]["en"]).format(**values)


def refusal(refused: PlanRefused, language: str) -> str:
    """Why a plan is not carried out, as far as the user can do something about it."""
    return text(refused.code if refused.code in TEXTS else "refused", language, **refused.told)


def action(step: ExecutionStep, catalogue: Catalogue, language: str) -> str:
    """What a step does, in a few words: its capability's label, else the first sentence of its description."""
    capability = catalogue.capability(step.domain, step.capability)
    if capability is not None:
        said = in_language(capability.metadata.get("label"), language) or capability.description
        if words := said.strip().partition("\n")[0].partition(". ")[0].rstrip(". "):
            return words
    return step.capability.replace("_", " ")
