/** What the element is told: by the page it belongs to, or by its attributes on somebody else's. */

/** {owner, token, scopes, customers, channels, links, note, modes, agent, language, api, own} */
export function settingsOf(host) {
  const name = host.getAttribute("settings");
  const api = (host.getAttribute("api") || "").replace(/\/+$/, "");
  const told = { agent: host.getAttribute("agent"), language: host.getAttribute("locale"), api };
  if (name) return { links: {}, ...JSON.parse(document.getElementById(name).textContent), ...told, own: true };
  // A session token of an end user: it says who is writing, so nobody is asked.
  return { owner: `page:${api}:${told.agent || ""}`, token: host.getAttribute("token"), scopes: ["chat", "sessions"], customers: [], links: {}, ...told, own: false };
}

/** The page's settings as the server gives them now: a fresh token for whoever is still logged in; else null. */
export async function renewed(host) {
  const answer = await fetch(location.href, { credentials: "same-origin", cache: "no-store", headers: { Accept: "text/html" } });
  const script = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById(host.getAttribute("settings"));
  return script ? JSON.parse(script.textContent) : null;
}
