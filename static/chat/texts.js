/** The page's own words. `say("tools", 2)` picks the plural by the language's rules. */
const WORDS = {
  pt: {
    placeholder: "Escreva uma mensagem", send: "Enviar", stop: "Parar", retry: "Tentar de novo", copy: "Copiar",
    copied: "Copiado", newChat: "Nova conversa", clear: "Limpar", conversations: "Conversas", profile: "Perfil",
    writing: "Quem escreve", nobody: "Ninguém em especial", other: "Digitar as chaves", channel: "Canal",
    language: "Idioma", panel: "Menu", panelLabel: "Conversas e cliente", close: "Fechar",
    empty: "Pergunte o que um cliente perguntaria. Quem responde, e por quê, aparece embaixo de cada resposta.",
    noConversations: "Suas conversas aparecem aqui.", you: "Você", team: "Equipe", working: "{agent} está trabalhando",
    checking: "{agent}: {tool}", routing: "Escolhendo quem responde", queued: "Na fila",
    handing: "{from} passou para {to}", state: "resposta à pergunta", keyword: "palavra-chave", single: "agente único",
    fallback: "ninguém mais serviu", skipped: "sem decisão", forced: "forçado", handoff: "passagem", blocked: "bloqueado",
    tools: { one: "{n} ferramenta", other: "{n} ferramentas" }, route: "Quem responde e por quê",
    decided: "decidiu", abstained: "passou adiante", notAsked: "não foi preciso", saw: "viu", toolsTitle: "Ferramentas",
    arguments: "Argumentos", result: "Resultado", failed: "falhou", rails: "Proteções", allowed: "passou",
    changed: "alterou o texto", refused: "barrou", judges: "Avaliações", handoffs: "Passagens", cost: "Custo",
    calls: { one: "{n} chamada ao modelo", other: "{n} chamadas ao modelo" }, tokens: "{n} tokens", release: "versão",
    mode: "modo", confidence: "confiança", stopped: "Parada. O que já estava escrito ficou.",
    lost: "A conexão caiu. Voltando…", gone: "A conexão não voltou. A resposta pode estar guardada: recarregue a página.",
    deleted: "Conversa apagada.", cleared: "Histórico apagado.", undo: "Desfazer", remove: "Apagar {title}",
    untitled: "Sem título", switched: "Outro cliente começa uma conversa nova.", error: "Não deu certo",
    expired: "A página ficou aberta por muito tempo. Recarregue para continuar.", done: "{agent} respondeu.",
    notCalled: "não foi chamada", cached: "repetida", none: "nada",
  },
  es: {
    placeholder: "Escribe un mensaje", send: "Enviar", stop: "Parar", retry: "Reintentar", copy: "Copiar",
    copied: "Copiado", newChat: "Nueva conversación", clear: "Vaciar", conversations: "Conversaciones", profile: "Perfil",
    writing: "Quién escribe", nobody: "Nadie en especial", other: "Escribir las claves", channel: "Canal",
    language: "Idioma", panel: "Menú", panelLabel: "Conversaciones y cliente", close: "Cerrar",
    empty: "Pregunta lo que preguntaría un cliente. Quién responde, y por qué, aparece debajo de cada respuesta.",
    noConversations: "Tus conversaciones aparecen aquí.", you: "Tú", team: "Equipo", working: "{agent} está trabajando",
    checking: "{agent}: {tool}", routing: "Eligiendo quién responde", queued: "En cola",
    handing: "{from} pasó a {to}", state: "respuesta a la pregunta", keyword: "palabra clave", single: "agente único",
    fallback: "nadie más sirvió", skipped: "sin decisión", forced: "forzado", handoff: "traspaso", blocked: "bloqueado",
    tools: { one: "{n} herramienta", other: "{n} herramientas" }, route: "Quién responde y por qué",
    decided: "decidió", abstained: "dejó pasar", notAsked: "no hizo falta", saw: "vio", toolsTitle: "Herramientas",
    arguments: "Argumentos", result: "Resultado", failed: "falló", rails: "Protecciones", allowed: "pasó",
    changed: "cambió el texto", refused: "bloqueó", judges: "Evaluaciones", handoffs: "Traspasos", cost: "Costo",
    calls: { one: "{n} llamada al modelo", other: "{n} llamadas al modelo" }, tokens: "{n} tokens", release: "versión",
    mode: "modo", confidence: "confianza", stopped: "Detenida. Lo ya escrito se quedó.",
    lost: "Se cortó la conexión. Volviendo…", gone: "La conexión no volvió. La respuesta puede estar guardada: recarga la página.",
    deleted: "Conversación borrada.", cleared: "Historial borrado.", undo: "Deshacer", remove: "Borrar {title}",
    untitled: "Sin título", switched: "Otro cliente empieza una conversación nueva.", error: "No funcionó",
    expired: "La página estuvo abierta demasiado tiempo. Recárgala para seguir.", done: "{agent} respondió.",
    notCalled: "no se llamó", cached: "repetida", none: "nada",
  },
  en: {
    placeholder: "Write a message", send: "Send", stop: "Stop", retry: "Try again", copy: "Copy",
    copied: "Copied", newChat: "New conversation", clear: "Clear", conversations: "Conversations", profile: "Profile",
    writing: "Who is writing", nobody: "Nobody in particular", other: "Type the keys", channel: "Channel",
    language: "Language", panel: "Menu", panelLabel: "Conversations and customer", close: "Close",
    empty: "Ask what a customer would ask. Who answers, and why, stands under each answer.",
    noConversations: "Your conversations appear here.", you: "You", team: "Team", working: "{agent} is working",
    checking: "{agent}: {tool}", routing: "Choosing who answers", queued: "Waiting in line",
    handing: "{from} handed over to {to}", state: "reply to the question", keyword: "keyword", single: "single agent",
    fallback: "nobody else fitted", skipped: "not decided", forced: "forced", handoff: "handoff", blocked: "blocked",
    tools: { one: "{n} tool", other: "{n} tools" }, route: "Who answers, and why",
    decided: "decided", abstained: "passed on", notAsked: "not needed", saw: "saw", toolsTitle: "Tools",
    arguments: "Arguments", result: "Result", failed: "failed", rails: "Guardrails", allowed: "let through",
    changed: "changed the text", refused: "stopped it", judges: "Judges", handoffs: "Handoffs", cost: "Cost",
    calls: { one: "{n} model call", other: "{n} model calls" }, tokens: "{n} tokens", release: "release",
    mode: "mode", confidence: "confidence", stopped: "Stopped. What was written stays.",
    lost: "The connection broke. Coming back…", gone: "The connection did not come back. The answer may be stored: reload the page.",
    deleted: "Conversation deleted.", cleared: "History cleared.", undo: "Undo", remove: "Delete {title}",
    untitled: "Untitled", switched: "Another customer starts a new conversation.", error: "That did not work",
    expired: "This page was open for too long. Reload it to go on.", done: "{agent} answered.",
    notCalled: "not called", cached: "repeated", none: "nothing",
  },
};

export const LANGUAGES = { pt: "Português", es: "Español", en: "English" };

/** The nearest language we speak. */
export function spoken(wanted) {
  const short = String(wanted || "").slice(0, 2).toLowerCase();
  return short in WORDS ? short : "en";
}

/** A function that speaks one language: say("handing", { from, to }), say("tools", 2). */
export function speaker(language) {
  const words = WORDS[spoken(language)];
  const plural = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const counted = typeof values === "number" ? { n: values } : values;
    let text = words[key] ?? key;
    if (typeof text === "object") text = text[plural.select(counted.n)] ?? text.other;
    return text.replace(/\{(\w+)\}/g, (_, name) => counted[name] ?? "");
  };
}
