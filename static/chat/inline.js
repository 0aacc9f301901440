/** What stands inside a line of Markdown, as nodes: bold, italics, struck out, code, links. Never HTML. */
import { element } from "./element.js";

const DEEPEST = 4;
// Bounded, so that a thousand lone asterisks cost nothing; stars and underscores inside words are just that.
const INLINE = new RegExp(
  [
    "(`+)([^`][^]{0,2000}?)\\1(?!`)", // 1 2 code
    "\\\\([\\\\`*_{}\\[\\]()#+\\-.!|<>~])", // 3 escaped
    "!?\\[([^\\]\\n]{1,400})\\]\\((\\S{1,2000}?)(?:\\s+\"[^\"\\n]{0,200}\")?\\)", // 4 5 link; an image is one too
    "(https?://[^\\s<>\"'`]{1,2000})", // 6 bare address
    "\\*{4,}|\\*{3}(?=@)|(?<=@)\\*+|\\*{2,3}(?:[-./ ]\\*{2,})+", // what is masked: its stars are no signs
    "(?<!\\w)(\\*\\*|__)(?=\\S)([^]{0,1000}?\\S)\\7(?![\\w*])", // 7 8 bold
    "(?<![\\w*])([*_])(?=[^\\s*_])([^]{0,1000}?[^\\s*_])\\9(?!\\w)", // 9 10 italics
    "~~(?=\\S)([^]{0,1000}?\\S)~~", // 11 struck out
    "(\\n)", // 12
  ].join("|"),
  "g",
);

/** The nodes of a text: strings and elements, ready for `append`. */
export function inline(text, depth = 0) {
  if (depth > DEEPEST) return [text];
  const nodes = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    nodes.push(text.slice(at, found.index), ...one(found, depth));
    at = found.index + found[0].length;
  }
  return [...nodes, text.slice(at)].filter((node) => node !== "");
}

function one([whole, , code, escaped, label, address, bare, , bold, , italics, struck, line], depth) {
  if (code) return [element("code", {}, code.replace(/^ (.*\S.*) $/, "$1"))];
  if (escaped) return [escaped];
  if (label) return link(address, inline(label, depth + 1), whole);
  if (bare) {
    const kept = bare.replace(/[.,;:!?)\]*_]+$/, "");
    return [...link(kept, [kept], kept), bare.slice(kept.length)];
  }
  if (bold) return [element("strong", {}, ...inline(bold, depth + 1))];
  if (italics) return [element("em", {}, ...inline(italics, depth + 1))];
  if (struck) return [element("s", {}, ...inline(struck, depth + 1))];
  return line ? [element("br")] : [whole];
}

/** Only http and https become links; any other address stays the text that it was. */
function link(address, content, otherwise) {
  let url;
  try {
    url = new URL(address);
  } catch {
    return [otherwise];
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return [otherwise];
  return [element("a", { href: url.href, target: "_blank", rel: "noopener noreferrer nofollow", title: url.href }, ...content)];
}
