/** A sentence at the foot of the page, with what can be done about it. */
import { element } from "./element.js";

export class Notice {
  constructor(name = "notice") {
    this.node = element("div", { class: name, role: "status" });
  }

  /** `acts` are [label, function] or [label, address]; after `ms` it goes away by itself. */
  show(sentence, acts = [], ms = 0) {
    clearTimeout(this.timer);
    const made = acts.map(([label, act]) => typeof act === "string"
      ? element("a", { class: "button small", href: act, target: "_blank", rel: "noopener" }, label)
      : element("button", { type: "button", class: "small", onclick: () => { this.clear(); act(); } }, label));
    this.node.replaceChildren(element("span", {}, sentence), ...made);
    if (ms) this.timer = setTimeout(() => this.clear(), ms);
  }

  clear() {
    clearTimeout(this.timer);
    this.node.replaceChildren();
  }
}
