/** Cuts Markdown into blocks by its lines: {kind, start, ...}. `start` is where a block begins in the text. */

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#.-]*)[^`]*$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}>\s?/;
const ITEM = /^(\s*)([-*+•]|\d{1,9}[.)])\s+(?=\S)/;
const DIVIDER = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const COLUMNS = 64; // more is no table that anybody reads

/** `blocks("# Hi\n\n- a\n- b")` is a heading and a list with two items. */
export function blocks(text) {
  const lines = text.split("\n");
  const starts = [];
  lines.reduce((at, line) => (starts.push(at), at + line.length + 1), 0);
  const found = [];
  for (let n = 0; n < lines.length; ) {
    if (!lines[n].trim()) {
      n += 1;
      continue;
    }
    const [block, next] = take(lines, n);
    found.push({ ...block, start: starts[n] });
    n = next;
  }
  return found;
}

function take(lines, n) {
  const line = lines[n];
  const fence = FENCE.exec(line);
  if (fence) return fenced(lines, n, fence);
  const heading = HEADING.exec(line);
  if (heading) return [{ kind: "heading", level: heading[1].length, text: heading[2] }, n + 1];
  if (RULE.test(line)) return [{ kind: "rule" }, n + 1];
  if (QUOTE.test(line)) {
    const end = until(lines, n, (one) => QUOTE.test(one));
    return [{ kind: "quote", text: lines.slice(n, end).map((one) => one.replace(QUOTE, "")).join("\n") }, end];
  }
  if (ITEM.test(line)) return list(lines, n);
  if (isTable(lines, n)) {
    const end = until(lines, n + 2, (one) => one.includes("|"));
    const rows = lines.slice(n, end).map(cells);
    return [{ kind: "table", head: rows[0], align: rows[1].map(side), rows: rows.slice(2) }, end];
  }
  const end = until(lines, n + 1, (one, at) => one.trim() && !opens(lines, at));
  return [{ kind: "paragraph", text: lines.slice(n, end).map((one) => one.trim()).join("\n") }, end];
}

function until(lines, from, holds) {
  let n = from;
  while (n < lines.length && holds(lines[n], n)) n += 1;
  return n;
}

/** Whether a line ends the paragraph before it without a blank one between. */
function opens(lines, n) {
  const line = lines[n];
  return FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line) || isTable(lines, n);
}

function isTable(lines, n) {
  const [head, divider = ""] = [lines[n], lines[n + 1]];
  return head.includes("|") && divider.includes("|") && divider.includes("-") && head.split("|").length <= COLUMNS && DIVIDER.test(divider);
}

function fenced(lines, n, [, mark, language]) {
  const close = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}\\s*$`);
  const end = until(lines, n + 1, (one) => !close.test(one));
  return [{ kind: "code", language, text: lines.slice(n + 1, end).join("\n") }, Math.min(lines.length, end + 1)];
}

/** A list goes on over blank lines while items or deeper lines follow; each item has blocks of its own. */
function list(lines, from) {
  const [whole, indent, first] = ITEM.exec(lines[from]);
  const inner = new RegExp(`^\\s{1,${whole.length}}`);
  const numbered = /\d/.test(first);
  const items = [];
  let n = from;
  while (n < lines.length) {
    const item = ITEM.exec(lines[n]);
    const deeper = lines[n].search(/\S/) > indent.length + 1;
    if (item && item[1].length <= indent.length + 1 && !RULE.test(lines[n])) {
      if (/\d/.test(item[2]) !== numbered) break;
      items.push([lines[n].slice(item[0].length)]);
    } else if (!lines[n].trim()) {
      const next = until(lines, n, (one) => !one.trim());
      if (next === lines.length || !(ITEM.test(lines[next]) || lines[next].search(/\S/) > indent.length + 1)) break;
      items.at(-1).push("");
      n = next;
      continue;
    } else if (deeper || (lines[n - 1].trim() && !opens(lines, n))) {
      items.at(-1).push(lines[n].replace(inner, ""));
    } else break;
    n += 1;
  }
  return [{ kind: "list", numbered, from: numbered ? Number.parseInt(first, 10) : null, items: items.map((one) => one.join("\n")) }, n];
}

function cells(line) {
  return line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replace(/\\\|/g, "|"));
}

function side(cell) {
  return cell.endsWith(":") ? (cell.startsWith(":") ? "center" : "end") : "start";
}
