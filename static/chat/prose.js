/** A text that a model writes, shown as it grows: only the block that is still open is drawn again. */
import { blocks } from "./blocks.js";
import { copier } from "./copying.js";
import { element } from "./element.js";
import { inline } from "./inline.js";

const DEEPEST = 5; // lists in lists

const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** By the first letter, as dir="auto" does, which looks through everything again for each node that is added. */
function way(text) {
  return RIGHT_TO_LEFT.test(text) ? "rtl" : "ltr";
}

export class Prose {
  constructor(say) {
    this.say = say;
    this.node = element("div", { class: "text" });
    this.forget();
  }

  forget() {
    this.source = "";
    this.settled = 0; // characters whose blocks are closed
    this.kept = 0; // blocks of those
  }

  /** Shows the whole text. What it began with before stays as it was drawn. */
  write(source) {
    if (source === this.source) return;
    if (!source.startsWith(this.source.slice(0, this.settled))) this.forget();
    const open = blocks(source.slice(this.settled));
    while (this.node.childNodes.length > this.kept) this.node.lastChild.remove();
    this.node.append(...open.map((block) => draw(block, this.say)));
    this.kept += Math.max(0, open.length - 1);
    this.settled += open.at(-1)?.start ?? 0;
    this.source = source;
  }
}

function draw(block, say, depth = 0) {
  const { kind } = block;
  if (kind === "heading") return element(`h${Math.max(2, block.level)}`, { dir: way(block.text) }, ...inline(block.text));
  if (kind === "rule") return element("hr");
  if (kind === "code") return code(block, say);
  if (kind === "table") return table(block, say);
  if (kind === "quote") return element("blockquote", { dir: way(block.text) }, ...inside(block.text, say, depth));
  if (kind === "list") {
    const items = block.items.map((text) => element("li", { dir: way(text) }, ...inside(text, say, depth, true)));
    return element(block.numbered ? "ol" : "ul", { dir: way(block.items[0]), start: block.numbered && block.from !== 1 ? String(block.from) : null }, ...items);
  }
  return element("p", { dir: way(block.text) }, ...inline(block.text));
}

/** The blocks of an item or a quotation; an item's first paragraph stands beside its mark. */
function inside(text, say, depth, item = false) {
  if (depth >= DEEPEST) return inline(text);
  return blocks(text).flatMap((block, place) =>
    item && place === 0 && block.kind === "paragraph" ? inline(block.text) : [draw(block, say, depth + 1)]);
}

function code({ language, text }, say) {
  return element("div", { class: "code", dir: "ltr" },
    element("div", { class: "codehead" }, element("span", { class: "fine" }, language), copier(say, () => text)),
    element("pre", { tabindex: "0", "aria-label": language || say("code"), role: "group" }, element("code", {}, text)));
}

function table({ head, align, rows }, say) {
  const row = (name, cells) => element("tr", {}, ...head.map((_, n) => element(name, { class: `to-${align[n] || "start"}`, dir: way(cells[n] || "") }, ...inline(cells[n] || ""))));
  return element("div", { class: "table", tabindex: "0", role: "group", "aria-label": say("table") },
    element("table", {}, element("thead", {}, row("th", head)), element("tbody", {}, ...rows.map((cells) => row("td", cells)))));
}
