/** Documents that the writer keeps here to be asked about: a fold above the box says how far each of them is. */
import { element } from "./element.js";

const LOOK = 1000; // ms between two looks at those that are being read
const OPEN = ["sending", "waiting", "reading"];

export class Attachments {
  constructor({ api, say, agent, tell, done }) {
    Object.assign(this, { api, say, agent, tell, done });
    this.rows = [];
    this.count = element("summary");
    this.list = element("ul");
    this.node = element("details", { class: "attached", hidden: true }, this.count, this.list);
  }

  /** What a profile takes: {endings, most_bytes}; null where that is nothing. */
  offer(taken) {
    this.taken = taken;
    this.rows = [];
    this.show();
    if (taken) this.refresh();
  }

  leave() {
    clearTimeout(this.timer);
    this.taken = null;
  }

  /** Looks how far they are, and again while one is being read. */
  async refresh() {
    clearTimeout(this.timer);
    const { taken } = this;
    const there = await this.api.attachments().catch(() => null);
    if (!taken || taken !== this.taken) return; // another profile, or the page is left
    if (there) {
      const before = new Map(this.rows.map((row) => [row.attachment_id, row.status]));
      const here = this.rows.filter((row) => !row.attachment_id); // those on their way, and those that were refused
      this.rows = [...here, ...there.attachments];
      this.rows.filter((row) => OPEN.includes(before.get(row.attachment_id)) && !OPEN.includes(row.status)).forEach((row) => this.tell(`${row.name}: ${this.state(row)}`));
      this.show();
    }
    if (this.rows.some((row) => row.attachment_id && OPEN.includes(row.status))) this.timer = setTimeout(() => this.refresh(), LOOK);
  }

  async add(files) {
    const { taken } = this;
    this.rows = this.rows.filter((row) => row.attachment_id || OPEN.includes(row.status)); // refusals have been read
    this.node.open = true;
    const rows = files.map((file) => ({ name: file.name, status: "sending", error: "" }));
    this.rows.unshift(...rows);
    this.show();
    for (const [place, file] of files.entries()) {
      const row = rows[place];
      try {
        if (file.size > taken.most_bytes) throw new Error(this.say("attachmentTooLarge", { n: Math.floor(taken.most_bytes / 2 ** 20) }));
        Object.assign(row, await this.api.attach(file, this.agent()));
      } catch (problem) {
        Object.assign(row, { status: "failed", error: problem.status || file.size > taken.most_bytes ? problem.message : this.say("attachmentLost") });
        this.tell(`${row.name}: ${row.error}`);
      }
      if (taken !== this.taken) return;
      this.show();
    }
    this.refresh();
  }

  async remove(row) {
    try {
      if (row.attachment_id) await this.api.detach(row.attachment_id);
    } catch (problem) {
      row.error = problem.message;
      this.show();
      return this.tell(`${row.name}: ${row.error}`);
    }
    this.rows = this.rows.filter((one) => one !== row);
    this.show();
    this.done();
    this.tell(this.say("attachmentRemoved", { name: row.name }));
    this.refresh();
  }

  show() {
    this.node.hidden = !this.rows.length;
    this.count.textContent = this.say("attached", this.rows.filter((row) => row.status !== "failed").length);
    const buttons = () => [...this.list.querySelectorAll("button")];
    const at = buttons().indexOf(this.list.getRootNode().activeElement); // who stands on one stays there
    this.list.replaceChildren(...this.rows.map((row) => this.line(row)));
    buttons()[at]?.focus();
  }

  line(row) {
    const { say } = this;
    const done = row.status === "reading" ? { value: row.progress, max: 100 } : {};
    return element("li", {},
      element("span", { class: "name", dir: "auto", title: row.name }, row.name),
      element("span", { class: row.status === "failed" ? "problem" : "fine" }, this.state(row)),
      OPEN.includes(row.status) ? element("progress", { ...done, "aria-label": row.name }) : null,
      row.status === "sending" ? null : element("button", { type: "button", class: "small remove", "aria-label": say("remove", { title: row.name }), onclick: () => this.remove(row) }, "×"));
  }

  state(row) {
    if (row.error) return row.error;
    return this.say(`attachment_${row.status}`, { n: row.progress ?? 0 });
  }
}
