"""TechSolutions Brasil, a made-up computer shop with a help desk. Nothing here is anybody's."""

from typing import Any

HOURS: dict[str, str] = {
    "weekdays_from": "8h", "weekdays_to": "18h", "saturday_from": "9h", "saturday_to": "13h",
    "chat": "24h", "phone": "0800 555 0199",
}  # fmt: skip

REFUND_RULES: dict[str, int] = {
    "withdrawal_days": 7,
    "defect_days": 30,
    "analysis_days": 2,
    "payment_days": 10,
}

REFUNDS: dict[str, dict[str, Any]] = {
    "RMB-1001": {"amount": 349.9, "status": "aprovado", "expected": "2026-12-01"},
    "RMB-1002": {"amount": 89.0, "status": "em análise", "expected": "2026-12-04"},
    "RMB-1003": {"amount": 1299.0, "status": "pago", "paid_on": "2026-11-12"},
    "RMB-1004": {
        "amount": 59.9,
        "status": "recusado",
        "reason": "o pedido chegou 45 dias depois da entrega",
    },
}
INVOICES: dict[str, dict[str, Any]] = {
    "TS-2001": {"amount": 349.9, "due": "2026-11-10", "status": "paga", "what": "teclado mecânico"},
    "TS-2002": {"amount": 129.0, "due": "2026-12-05", "status": "em aberto", "what": "suporte mensal"},
    "TS-2003": {"amount": 2599.0, "due": "2026-11-02", "status": "vencida", "what": "monitor 27 polegadas"},
}
TICKETS: dict[str, dict[str, Any]] = {
    "CH-501": {"subject": "notebook não liga", "status": "com o técnico", "next": "retorno em 24/11/2026"},
    "CH-502": {"subject": "impressora sem rede", "status": "resolvido", "next": "nada a fazer"},
    "CH-503": {"subject": "e-mail não sincroniza", "status": "aguardando o cliente",
        "next": "enviar a versão do aplicativo"},
}  # fmt: skip

# words that speak of it, folded; what to do, in the three languages
FAULTS: tuple[dict[str, Any], ...] = (
    {
        "words": ("internet", "wifi", "wi", "rede", "red", "network", "roteador", "router", "conecta",
            "conexao", "conexion"),
        "pt": (
            "desligue o roteador por 30 segundos, ligue de novo e espere a luz de internet ficar fixa; se "
            "ela piscar, confira o cabo azul"
        ),
        "es": (
            "apague el router 30 segundos, enciéndalo y espere a que la luz de internet quede fija; si "
            "parpadea, revise el cable azul"
        ),
        "en": (
            "switch the router off for 30 seconds, switch it on and wait until the internet light is "
            "steady; if it blinks, check the blue cable"
        ),
    },
    {
        "words": ("liga", "ligar", "enciende", "encender", "prende", "bateria", "carrega", "turn", "boot",
            "power"),
        "pt": (
            "tire o carregador, segure o botão de ligar por 15 segundos, ligue o "
            "carregador e tente de novo"
        ),
        "es": (
            "desconecte el cargador, mantenga pulsado el botón de encendido 15 segundos, conecte el "
            "cargador y pruebe otra vez"
        ),
        "en": "unplug the charger, hold the power button for 15 seconds, plug the charger in and try again",
    },
    {
        "words": ("lento", "lenta", "lentidao", "travando", "travado", "trava", "congela", "colgado", "slow",
            "freezes"),
        "pt": "feche os programas que não usa, reinicie e confira se há pelo menos 10 GB livres no disco",
        "es": (
            "cierre los programas que no usa, reinicie y compruebe que haya al menos 10 GB libres en el "
            "disco"
        ),
        "en": "close the programs you do not need, restart and check that 10 GB of the disk are free",
    },
    {
        "words": ("senha", "login", "acesso", "entrar", "contrasena", "clave", "password", "bloqueada",
            "bloqueado"),
        "pt": (
            "use “Esqueci a senha” na tela de entrada; o link vale por 30 minutos e bloqueios terminam "
            "depois de 15"
        ),
        "es": (
            "use “Olvidé mi contraseña” en la pantalla de entrada; el enlace vale 30 minutos y los bloqueos "
            "terminan a los 15"
        ),
        "en": (
            "use “Forgot password” on the login page; the link is good for 30 minutes "
            "and locks end after 15"
        ),
    },
    {
        "words": ("impressora", "imprime", "imprimir", "impresora", "printer", "print"),
        "pt": (
            "confira se a impressora está na mesma rede, apague a fila de impressão e imprima a página de "
            "teste"
        ),
        "es": "compruebe que la impresora esté en la misma red, vacíe la cola e imprima la página de prueba",
        "en": "check that the printer is on the same network, empty the queue and print the test page",
    },
    {
        "words": ("erro", "error", "aplicativo", "app", "aplicacion", "instalar", "instalacao", "atualizar",
            "actualizar", "update", "install", "programa"),
        "pt": (
            "atualize o aplicativo, reinicie o aparelho e, se o erro voltar, anote o código que aparece na "
            "tela"
        ),
        "es": (
            "actualice la aplicación, reinicie el equipo y, si el error vuelve, anote el código de la "
            "pantalla"
        ),
        "en": (
            "update the application, restart the device and, if the error comes back, write the code on the "
            "screen down"
        ),
    },
    {
        "words": ("funcionou", "adiantou", "resolveu", "continua", "persiste", "ainda", "funciono", "sigue",
            "todavia", "still", "worked", "helped"),
        "pt": (
            "se os passos não resolveram, ligue para 0800 555 0199 e peça um chamado técnico: conte o que "
            "já tentou, e um técnico assume daí"
        ),
        "es": (
            "si los pasos no lo resolvieron, llame al 0800 555 0199 y pida un ticket técnico: cuente lo que "
            "ya probó, y un técnico sigue desde ahí"
        ),
        "en": (
            "if the steps did not solve it, call 0800 555 0199 and ask for a technical ticket: say what you "
            "tried, and a technician goes on from there"
        ),
    },
)  # fmt: skip

ASK_MORE = {
    "pt": (
        "Vamos resolver: qual é o aparelho ou programa, e o que acontece quando o problema aparece? Se "
        "preferir falar com alguém, ligue para 0800 555 0199."
    ),
    "es": (
        "Vamos a resolverlo: ¿qué equipo o programa es, y qué ocurre cuando aparece el problema? Si "
        "prefiere hablar con alguien, llame al 0800 555 0199."
    ),
    "en": (
        "Let us solve it: which device or program is it, and what happens when the problem shows? If you "
        "would rather talk to somebody, call 0800 555 0199."
    ),
}
