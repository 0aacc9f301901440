/** Server-sent events over fetch: EventSource can neither POST nor send a header. */

/** Yields {id, event, data} from a response body. */
export async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split("\n\n");
      rest = blocks.pop();
      for (const block of blocks) {
        const event = read(block);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** One block of lines; null for a comment or a bare `retry`. */
export function read(block) {
  const event = { id: null, event: "message", data: null };
  for (const line of block.split("\n")) {
    const at = line.indexOf(":");
    if (at <= 0) continue;
    const value = line.slice(at + 1).replace(/^ /, "");
    if (line.slice(0, at) === "data") event.data = JSON.parse(value);
    else if (line.slice(0, at) === "id") event.id = value;
    else if (line.slice(0, at) === "event") event.event = value;
  }
  return event.data === null ? null : event;
}
