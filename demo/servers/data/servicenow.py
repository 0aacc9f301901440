"""A small made-up instance, and a few pages of documentation written for it. Nothing here is anybody's."""

from typing import Any

SCHEMAS: dict[str, dict[str, Any]] = {
    "incident": {
        "extends": "task",
        "columns": ["number (string)", "caller_id (reference sys_user)", "category (choice)",
                    "priority (integer)",
                    "assignment_group (reference sys_user_group)", "assigned_to (reference sys_user)",
                    "state (integer)"],
    },
    "change_request": {
        "extends": "task",
        "columns": ["number (string)", "type (choice)", "risk (choice)", "start_date (date/time)",
                    "end_date (date/time)",
                    "assignment_group (reference sys_user_group)", "approval (choice)"],
    },
    "sys_user": {
        "extends": "none",
        "columns": ["user_name (string)", "email (string)", "department (reference)", "active (true/false)"],
    },
    "cmdb_ci": {
        "extends": "cmdb",
        "columns": ["name (string)", "sys_class_name (string)", "support_group (reference)",
            "install_status (choice)"],
    },
    "kb_knowledge": {
        "extends": "none",
        "columns": ["short_description (string)", "text (html)", "workflow_state (choice)",
            "kb_category (reference)"],
    },
    "sc_request": {
        "extends": "task",
        "columns": ["number (string)", "requested_for (reference sys_user)", "stage (choice)",
            "price (currency)"],
    },
}  # fmt: skip

LIVE: dict[str, dict[str, Any]] = {
    "incident": {
        "health": "degraded",
        "finding": "38 of 412 open records have no assignment group since 2026-11-18 09:14.",
        "changes": [
            {"at": "2026-11-18 09:12", "what": (
                "business rule 'Set group by category' changed: condition now ends in "
                "'category = hardware'"
            ), "by": "j.ferreira"},
            {"at": "2026-11-17 16:40", "what": "choice 'network' added to category", "by": "m.ruiz"},
        ],
        "errors": [
            {"at": "2026-11-18 09:15", "message": (
                "TypeError: cannot read property 'group' of undefined, in business rule 'Set group by "
                "category', line 12"
            )},
            {"at": "2026-11-18 10:02",
                "message": "Assignment rule 'Network team': group 'NET-L1' is inactive"},
        ],
    },
    "change_request": {
        "health": "healthy",
        "finding": "21 open records, none overdue.",
        "changes": [{"at": "2026-11-10 11:03", "what": "approval policy 'Normal change' extended to weekends",
            "by": "a.costa"}],
        "errors": [],
    },
}  # fmt: skip
HEALTHY: dict[str, Any] = {
    "health": "healthy",
    "finding": "no fault was found.",
    "changes": [],
    "errors": [],
}

DOCS: tuple[dict[str, Any], ...] = (
    {
        "words": ("assign", "assigning", "assignment", "group", "atribuir", "atribuição", "grupo", "asignar",
            "asignación"),
        "source": "Incident handbook, chapter 3",
        "en": (
            "Assign incidents to groups, not to people: fill the support group of the service in the CMDB, "
            "let one assignment lookup rule per category set the group, and let the group's own queue pick "
            "the person. Keep scripts for what a rule cannot say."
        ),
        "pt": (
            "Atribua incidentes a grupos, não a pessoas: preencha o grupo de suporte do serviço na CMDB, "
            "deixe uma regra de atribuição por categoria definir o grupo e que a fila do grupo escolha a "
            "pessoa. Use scripts só para o que uma regra não consegue dizer."
        ),
        "es": (
            "Asigne incidentes a grupos, no a personas: complete el grupo de soporte del servicio en la "
            "CMDB, deje que una regla de asignación por categoría fije el grupo y que la cola del grupo "
            "elija a la persona. Use scripts solo para lo que una regla no puede decir."
        ),
    },
    {
        "words": ("custom", "script", "rule", "personalizada", "personalizado", "regra", "regla", "medida",
            "business"),
        "source": "Design handbook, chapter 5",
        "en": (
            "A rule of your own belongs in a before-insert business rule on one table: keep the condition "
            "in the condition field, call one script include, and cover it with a test suite. First check "
            "whether an assignment lookup rule already says it."
        ),
        "pt": (
            "Uma regra própria fica em uma business rule before-insert de uma só tabela: a condição no "
            "campo de condição, um único script include e uma suíte de testes. Antes, veja se uma regra de "
            "atribuição já resolve."
        ),
        "es": (
            "Una regla propia va en una business rule before-insert de una sola tabla: la condición en el "
            "campo de condición, un único script include y una suite de pruebas. Antes, vea si una regla de "
            "asignación ya lo resuelve."
        ),
    },
    {
        "words": ("broken", "error", "failing", "slow", "quebrada", "quebrado", "erro", "falhando", "rota",
            "roto", "falla", "working", "funciona"),
        "source": "Known errors, page 2",
        "en": (
            "When a table misbehaves after a change, compare the last business rules and choices that were "
            "touched with the first error in the log; an empty assignment group is nearly always a rule "
            "that returns early."
        ),
        "pt": (
            "Quando uma tabela se comporta mal depois de uma mudança, compare as últimas business rules e "
            "opções alteradas com o primeiro erro do log; um grupo de atribuição vazio quase sempre é uma "
            "regra que retorna cedo demais."
        ),
        "es": (
            "Cuando una tabla se comporta mal tras un cambio, compare las últimas business rules y opciones "
            "tocadas con el primer error del registro; un grupo de asignación vacío casi siempre es una "
            "regla que retorna antes de tiempo."
        ),
    },
    {
        "words": ("integration", "integração", "integración", "rest", "api", "system", "sistema"),
        "source": "Design handbook, chapter 8",
        "en": (
            "Integrate through an import set or a scripted REST resource with its own user and role; retry "
            "with the same key, log every refusal, and never let the other side write to task tables "
            "directly."
        ),
        "pt": (
            "Integre por import set ou por um recurso REST próprio, com usuário e papel só dele; repita com "
            "a mesma chave, registre cada recusa e nunca deixe o outro lado gravar direto nas tabelas de "
            "task."
        ),
        "es": (
            "Integre con un import set o un recurso REST propio, con usuario y rol propios; repita con la "
            "misma clave, registre cada rechazo y nunca deje que el otro lado escriba directo en las tablas "
            "de task."
        ),
    },
    {
        "words": ("change", "mudança", "cambio", "approval", "aprovação", "aprobación"),
        "source": "Change handbook, chapter 2",
        "en": (
            "Use the three change models that come out of the box, give standard changes a template and a "
            "proposal, and keep approvals to those who bear the risk."
        ),
        "pt": (
            "Use os três modelos de mudança que já vêm prontos, dê às mudanças padrão um modelo e uma "
            "proposta, e limite as aprovações a quem assume o risco."
        ),
        "es": (
            "Use los tres modelos de cambio que vienen de fábrica, dé a los cambios estándar una plantilla "
            "y una propuesta, y limite las aprobaciones a quien asume el riesgo."
        ),
    },
    {
        "words": ("catalog", "catalogue", "catálogo", "request", "solicitação", "solicitud"),
        "source": "Catalogue handbook, chapter 1",
        "en": (
            "Name catalogue items after what people want, ask at most five questions, and reuse variable "
            "sets."
        ),
        "pt": (
            "Dê aos itens do catálogo o nome do que as pessoas querem, faça no máximo cinco perguntas e "
            "reutilize conjuntos de variáveis."
        ),
        "es": (
            "Nombre los ítems del catálogo por lo que la gente quiere, haga a lo sumo cinco preguntas y "
            "reutilice conjuntos de variables."
        ),
    },
)  # fmt: skip
GENERAL: dict[str, Any] = {
    "source": "Platform handbook, chapter 1",
    "en": "Begin with what comes out of the box, change one thing at a time, and write down why.",
    "pt": "Comece pelo que já vem pronto, mude uma coisa de cada vez e registre o porquê.",
    "es": "Empiece por lo que viene de fábrica, cambie una cosa a la vez y anote el porqué.",
}
