// A program of somebody else: talks with the team by a client that was generated from the schema, and prints what it was told.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

declare const process: { argv: string[] };

type Answer = components["schemas"]["ChatAnswer"] | components["schemas"]["DebugChatAnswer"];

const [url, key] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: url ?? "", headers: { Authorization: `Bearer ${key}` } });

async function send(message: string, conversation_id?: string): Promise<Answer> {
  const { data, error } = await client.POST("/api/chat/message", {
    body: { message, conversation_id, agent_id: "telecom_contas", user_id: "ana", context: { msisdn: "5511999999999" } },
  });
  if (error) throw new Error(`${error.code}: ${error.detail}`);
  if ("events" in data) throw new Error(`still at work: ${data.turn_id}`);
  return data;
}

const { data: published } = await client.GET("/agents");
const profiles: string[] = (published?.agents ?? []).map((each) => each.agent_id);

const { data: health } = await client.GET("/health");
const release: number | null | undefined = health?.release;

const { data: backends } = await client.GET("/backends");
const gateway: boolean | undefined = backends?.gateway;

const first = await send("Minha fatura INV001 veio alta");
const second = await send("oi", first.conversation_id);
const status: string | null | undefined = second.metadata.status;

const { data: kept } = await client.GET("/sessions/{conversation_key}/checkpoint", {
  params: { path: { conversation_key: first.conversation_key } },
});
const asked: (string | null | undefined)[] = (kept?.checkpoint?.state.history ?? []).map((each) => each.role);

const { error, response } = await client.POST("/api/chat/message", { body: { message: "oi", agent_id: "nobody" } });

console.log(JSON.stringify({
  profiles, release, gateway, status, roles: asked,
  same: first.conversation_id === second.conversation_id,
  said: first.response, tokens: first.usage.total_tokens,
  refused: [response.status, error?.code],
}));
