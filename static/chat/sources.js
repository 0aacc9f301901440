/** The passages that an answer cites, below it: each says where it stands, and unfolds to what it says. */
import { element } from "./element.js";

export function sources(citations, say) {
  if (!citations?.length) return [];
  return [
    element("h3", { class: "fine" }, say("sources")),
    element("ul", {}, ...citations.map((each) => element("li", {}, element("details", {},
      element("summary", {}, `[${each.ref}] ${place(each, say)}`),
      element("blockquote", { dir: "auto" }, each.text))))),
  ];
}

/** "Price list, Family, p. 3" */
function place({ title, section, page, source }, say) {
  return [title || source, section, page ? say("page", { n: page }) : ""].filter(Boolean).join(", ");
}
