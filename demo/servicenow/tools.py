"""Five tools of one MCP server. Three of them look into the user's instance and need permission."""

from agents.specs import ParameterSpec, SlotSpec, ToolSpec
from demo.shape import Server

PERMISSION = "live_instance"
SLOTS = (
    SlotSpec(
        "table",
        r"inciden(?:tes?|ts?|cias?)|change_requests?|changes?|mudan[çc]as?|cambios?|sys_users?|users?|usu[áa]rios?"
        r"|usuarios?|cmdb_ci|kb_knowledge|sc_requests?",
        {"pt": "a tabela", "es": "la tabla", "en": "the table"}, "incident",
    ),
)  # fmt: skip
ASK = {
    "pt": "Posso consultar a sua instância para investigar (somente leitura)?",
    "es": "¿Puedo consultar su instancia para investigar (solo lectura)?",
    "en": "May I look into your live instance to investigate (reading only)?",
}

TABLE = ParameterSpec("table", "resource", description="Name of the table, for example incident.")
QUERY = ParameterSpec("query", "free", description="What to look for, in the user's words.")

SERVICENOW = Server(
    name="servicenow",
    url="${ENV:DEMO_SERVICENOW_URL}",
    description="Documentation, and a small made-up instance: tables, changes, logs.",
    tools=(
        ToolSpec(
            "consult_public_docs", "servicenow",
            title={
                "pt": "consultando a documentação", "es": "consultando la documentación",
                "en": "reading the documentation",
            },
            description="Searches the public documentation: best practices, rules, scripts, known errors.",
            parameters=(QUERY,),
            say={
                "pt": "{advice} (Fonte: {source})", "es": "{advice} (Fuente: {source})",
                "en": "{advice} (Source: {source})",
            },
        ),
        ToolSpec(
            "check_table_schema", "servicenow",
            title={"pt": "vendo o esquema da tabela", "es": "viendo el esquema de la tabla", "en": "reading the table's schema"},
            description="The columns of a table with their types, and the table that it extends.",
            parameters=(TABLE,),
            say={
                "pt": "A tabela {table} estende {extends}. Colunas: {columns}.",
                "es": "La tabla {table} extiende {extends}. Columnas: {columns}.",
                "en": "The table {table} extends {extends}. Columns: {columns}.",
            },
        ),
        ToolSpec(
            "check_live_instance", "servicenow",
            title={"pt": "olhando a instância", "es": "mirando la instancia", "en": "looking into the live instance"},
            description="The state of a table in the live instance: records, health, what is wrong.",
            permission=PERMISSION,
            confirm_text=ASK,
            parameters=(TABLE,),
            say={
                "pt": "Na instância, a tabela {table} está {health}: {finding}",
                "es": "En la instancia, la tabla {table} está {health}: {finding}",
                "en": "In the instance the table {table} is {health}: {finding}",
            },
        ),
        ToolSpec(
            "fetch_recent_changes", "servicenow",
            title={"pt": "vendo as mudanças recentes", "es": "viendo los cambios recientes", "en": "reading recent changes"},
            description="What was changed around a table in the last days, by whom.",
            permission=PERMISSION,
            confirm_text=ASK,
            parameters=(TABLE,),
            say={
                "pt": "Mudanças recentes: {changes}.", "es": "Cambios recientes: {changes}.",
                "en": "Recent changes: {changes}.",
            },
        ),
        ToolSpec(
            "get_error_logs", "servicenow",
            title={"pt": "lendo os registros de erro", "es": "leyendo los registros de error", "en": "reading the error log"},
            description="The latest errors of the instance's log around a table.",
            permission=PERMISSION,
            confirm_text=ASK,
            parameters=(TABLE,),
            say={"pt": "Erros: {errors}.", "es": "Errores: {errors}.", "en": "Errors: {errors}."},
        ),
    ),
)  # fmt: skip
