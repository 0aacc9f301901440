/** What survives a reload: profile, conversation, writer, language, and the turn that was under way. */
const KEY = "switchboard-chat";

export class Memory {
  constructor(owner) {
    this.key = `${KEY}:${owner}`;
    try {
      this.kept = JSON.parse(localStorage.getItem(this.key)) || {};
    } catch {
      this.kept = {}; // no storage here, or not ours: the page works without
    }
  }

  get(name, otherwise = null) {
    return this.kept[name] ?? otherwise;
  }

  set(values) {
    Object.assign(this.kept, values);
    try {
      localStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      /* storage is full or forbidden */
    }
  }
}
