/** The one button for files. A picture, or a PDF that models read, goes with the next message; another document is kept to be asked about. */
import { Attachments } from "./attachments.js";
import { element } from "./element.js";
import { icon } from "./icons.js";
import { MessageFiles } from "./message_files.js";

export class Attaching {
  /** `agent()` is the profile that takes them, `tell(sentence)` says something to who does not see the page, `refuse(sentence)` to everybody, `done()` puts who removed one back to the box. */
  constructor({ api, say, agent, tell, refuse, done }) {
    Object.assign(this, { say, refuse });
    this.input = element("input", { type: "file", multiple: true, hidden: true, onchange: () => this.add([...this.input.files]) });
    this.button = element("button", { type: "button", class: "attach", hidden: true, onclick: () => this.input.click() }, icon("attach"));
    const leave = () => (this.button.hidden ? done() : this.button.focus());
    this.kept = new Attachments({ api, say, agent, tell, done: leave });
    this.sent = new MessageFiles({ say, tell, done: leave, keep: (file) => this.kept.add([file]) });
  }

  /** What a profile takes: documents of its users, files of a message, both, or nothing. */
  offer(profile) {
    this.kept.offer(profile?.attachments || null);
    this.sent.offer(profile?.message_files || null, Boolean(this.kept.taken));
    const { kept, sent, say } = this;
    const label = say(kept.taken && sent.taken ? "attachAny" : sent.taken ? "attachFile" : "attach");
    this.button.hidden = !(kept.taken || sent.taken);
    this.button.title = label;
    this.button.setAttribute("aria-label", label);
    this.input.accept = [...(kept.taken?.endings || []), ...(sent.taken?.media_types || [])].join(",");
  }

  get offers() {
    return !this.button.hidden;
  }

  add(files) {
    this.input.value = ""; // the same file may be chosen again
    if (!files.length) return;
    if (!this.offers) return this.refuse(this.say("attachmentNotTaken"));
    const goes = (file) => !this.kept.taken || this.sent.takes(file);
    const [along, kept] = this.sent.taken ? [files.filter(goes), files.filter((file) => !goes(file))] : [[], files];
    if (kept.length) this.kept.add(kept);
    if (along.length) this.sent.add(along);
  }

  leave() {
    this.kept.leave();
  }
}
