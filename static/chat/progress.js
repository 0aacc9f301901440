/** What is being done while an answer is made: one line for now, and what is done where it takes a while. */
import { element } from "./element.js";

const A_WHILE = 800; // ms; a quick answer shows no list that jumps away

export class Progress {
  constructor({ say, colours }) {
    Object.assign(this, { say, colours });
    this.line = element("p", { class: "working" });
    this.done = element("ul", { class: "steps" });
    this.node = element("div", { class: "progress" }, this.done, this.line);
    this.branches = new Map(); // by specialist and round: its line while several work, at once or one after the other
    this.timer = setTimeout(() => this.node.classList.add("slow"), A_WHILE);
  }

  now(text, agent) {
    this.line.className = `working ${agent ? this.colours.of(agent) : ""}`;
    if (this.line.textContent !== text) this.line.textContent = text;
  }

  step(data) {
    const { say, colours } = this;
    const who = data.agent ? colours.display(data.agent) : "";
    if (!data.node) return this.brief(data);
    if (data.node === "branch") this.branch(data, data.display_name || who);
    else if (data.node === "supervisor" && data.phase === "decided") this.decided(data);
    else if (data.node === "specialist" && this.branches.size) return; // its round has told it
    else if (data.node === "tool" && data.phase === "started") this.now(say("checking", { agent: who, tool: data.title || data.tool }), data.agent);
    else if (data.node === "tool") this.add(say("checking", { agent: who, tool: data.title || data.tool }), data.phase === "failed", data.ms);
    else if (data.node === "plan_step") this.planned(data);
    else if (data.node === "taken_over") this.now(data.title);
    else if (say.knows(`node_${data.node}`) && data.outcome !== "skipped") this.add(say(`node_${data.node}`, { agent: who }), data.outcome === "failed", data.ms);
  }

  /** What is told to those who may not see the inside: what is done, or who does it, or both. */
  brief({ title, display_name: agent }) {
    this.now(agent ? this.say(title ? "checking" : "working", { agent, tool: title }) : title, agent);
  }

  /** One line for each specialist of a plan, or of a round: at work, done, failed. */
  branch(data, name) {
    const key = `${data.round ?? ""} ${data.agent}`;
    if (!this.branches.has(key)) {
      const line = element("li", {});
      this.branches.set(key, { line, name });
      this.done.append(line);
      if (data.round === undefined || data.round > 1) this.node.classList.add("slow"); // several at work are worth seeing at once
      if (data.round) this.now(this.say("working", { agent: name }), data.agent);
    }
    const { line, name: known } = this.branches.get(key);
    line.className = `branch ${data.phase} ${this.colours.of(data.agent)}`;
    const ended = data.phase === "started" ? "" : ` · ${data.phase === "failed" ? this.say("failed") : this.say("ready")}${data.ms >= 1 ? ` · ${Math.round(data.ms)} ms` : ""}`;
    line.replaceChildren(element("strong", {}, known), data.phase === "started" ? ` · ${data.title || ""}` : ended);
  }

  /** One line for each step of a plan: at work, done, failed, asking; what it waited for stands with it. */
  planned(data) {
    const { say } = this, key = `plan ${data.step_id}`;
    if (!this.branches.has(key)) {
      const line = element("li", {});
      this.branches.set(key, { line, name: data.domain });
      this.done.append(line);
      if (this.branches.size > 1) this.node.classList.add("slow"); // several steps are worth seeing at once
    }
    const { line } = this.branches.get(key);
    const started = data.phase === "started";
    if (started) this.now(say("checking", { agent: data.domain, tool: data.title }), data.agent);
    line.className = `branch ${started ? "started" : data.status === "failure" ? "failed" : "done"} ${this.colours.of(data.agent)}`;
    const after = data.depends_on?.length ? ` · ${say("after", { steps: data.depends_on.join(", ") })}` : "";
    const ended = started ? "" : ` · ${say(`step_${data.status}`)}${data.ms >= 1 ? ` · ${Math.round(data.ms)} ms` : ""}`;
    line.replaceChildren(element("strong", {}, `${data.step_id}. ${data.title}`), ` · ${data.domain}${after}${ended}`);
  }

  /** Whom the supervisor sends next, and why; where nobody was ever sent there is nothing to tell. */
  decided(data) {
    const on = data.next_agent !== "guardrail";
    if (!on && !data.round) return;
    const text = on ? this.say("sent", { agent: data.display_name }) : this.say("ends");
    this.done.append(element("li", { class: `decided${data.problem ? " failed" : ""}` }, text, data.reason ? element("span", { class: "fine" }, ` · ${data.reason}`) : ""));
    if (on) this.node.classList.add("slow");
  }

  /** From one backend to the next, which is worth seeing at once. */
  travelled(sentence, failed) {
    this.add(sentence, false);
    this.done.lastChild.className = failed ? "failed" : "decided";
    this.node.classList.add("slow");
  }

  add(text, failed, ms) {
    this.done.append(element("li", { class: failed ? "failed" : "ok" }, text, failed ? ` · ${this.say("failed")}` : "", ms >= 1 ? ` · ${Math.round(ms)} ms` : ""));
  }

  /** The answer is there: the fold under it tells the rest. */
  end(note = "") {
    clearTimeout(this.timer);
    this.done.replaceChildren();
    this.branches.clear();
    this.node.classList.remove("slow");
    this.line.className = "working still";
    this.line.textContent = note;
  }

  fail(sentence, ...more) {
    this.end();
    this.line.className = "working problem";
    this.line.setAttribute("role", "alert");
    this.line.replaceChildren(sentence, ...more);
  }
}
