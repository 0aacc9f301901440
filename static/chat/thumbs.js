/** Did the answer help? A thumb is stored at once; a comment may follow, and both can be changed or taken back. */
import { element } from "./element.js";
import { icon } from "./icons.js";

const LONGEST = 2000; // characters of a comment

export class Thumbs {
  /** `given` is what the writer thought before: {value, comment}, or null. */
  constructor({ api, say, turnId, given }) {
    Object.assign(this, { api, say, turnId, given });
    this.up = this.thumb("helpful", "up");
    this.down = this.thumb("unhelpful", "down");
    this.buttons = element("div", { class: "thumbs", role: "group", "aria-label": say("didItHelp") }, this.up, this.down);
    this.told = element("div", { class: "told", role: "status" });
    this.show();
  }

  thumb(value, name) {
    return element("button", { type: "button", class: "small thumb", "aria-label": this.say(value), title: this.say(value), onclick: () => this.press(value) }, icon(name));
  }

  /** The same thumb again takes it back; its comment is kept in case it is pressed once more. */
  async press(value) {
    const before = this.given;
    if (before?.value === value) {
      this.withdrawn = before;
      await this.store(null, before);
      return;
    }
    const comment = this.withdrawn?.value === value ? this.withdrawn.comment : "";
    if (await this.store({ value, comment }, before)) this.write();
  }

  /** Shows it first and puts it back if the server refuses. */
  async store(wanted, before) {
    this.given = wanted;
    this.show();
    try {
      this.given = wanted ? await this.api.think(this.turnId, wanted) : (await this.api.thinkNothing(this.turnId), null);
      this.show();
      return true;
    } catch (problem) {
      this.given = before;
      this.show();
      this.told.replaceChildren(element("p", { class: "problem" }, problem.message));
      this.told.scrollIntoView({ block: "nearest" });
      return false;
    }
  }

  show() {
    this.up.setAttribute("aria-pressed", String(this.given?.value === "helpful"));
    this.down.setAttribute("aria-pressed", String(this.given?.value === "unhelpful"));
    const { comment } = this.given || {};
    this.told.replaceChildren(...(this.given
      ? [element("p", { class: "fine" }, element("span", { dir: "auto" }, comment ? `“${comment}”` : this.say("thanks"))),
        element("button", { type: "button", class: "small", onclick: () => this.write() }, this.say(comment ? "changeComment" : "addComment"))]
      : []));
  }

  /** The comment's box, where the note stood. */
  write() {
    const label = this.say(this.given.value === "helpful" ? "whatHelped" : "whatWasWrong");
    const box = element("textarea", { name: "comment", rows: "2", maxlength: String(LONGEST), "aria-label": label, placeholder: label, dir: "auto" });
    box.value = this.given.comment || "";
    const flaw = element("p", { class: "problem", role: "alert" });
    const form = element("form", { class: "why" }, box, flaw, element("div", { class: "choices" },
      element("button", { type: "submit", class: "small" }, this.say("saveComment")),
      element("button", { type: "button", class: "small", onclick: () => this.close() }, this.say("close"))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.save(box.value, flaw);
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
      if (event.key === "Escape") {
        event.stopPropagation(); // the page's Esc stops an answer
        this.close();
      }
    });
    this.told.replaceChildren(form);
    box.focus({ preventScroll: true });
    form.scrollIntoView({ block: "center" }); // whole, and not behind what stands at the page's end
  }

  async save(comment, flaw) {
    try {
      this.given = await this.api.think(this.turnId, { value: this.given.value, comment });
      this.close();
    } catch (problem) {
      flaw.textContent = problem.message; // and what was typed stays
    }
  }

  close() {
    this.show();
    (this.given?.value === "unhelpful" ? this.down : this.up).focus();
  }
}
