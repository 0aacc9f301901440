/** "Who is writing": a demo customer, or keys typed by hand, and the channel. */
import { element } from "./element.js";

const KEYS = ["customer_key", "contract_key", "interaction_key", "account_key", "resource_key"];
const CHANNELS = ["web", "whatsapp", "voice"]; // where the page names no others

export class Writer {
  /** `changed(anotherCustomer)` is told when the person or the channel changes. */
  constructor({ customers, channels = CHANNELS, trusted, memory, say, changed }) {
    Object.assign(this, { customers, memory, changed });
    this.select = element("select", { id: "writer", name: "writer", onchange: () => this.pick(this.select.value) },
      element("option", { value: "" }, say("nobody")),
      ...customers.map((one, place) => element("option", { value: String(place) }, one.name)),
      element("option", { value: "keys" }, say("other")));
    this.keys = element("div", { class: "keys" }, ...KEYS.map((key) => element("label", {}, element("span", {}, key),
      element("input", { name: key, autocomplete: "off", maxlength: "128", value: memory.get("keys", {})[key] || "",
        onchange: (event) => this.typed(key, event.target.value) }))));
    this.channelSelect = element("select", { id: "channel", name: "channel", onchange: () => this.channelPicked() },
      ...channels.map((channel) => element("option", { value: channel }, channel)));
    this.about = element("p", { class: "fine about" });
    // Whose word about the customer is not believed is not asked for it either.
    const who = trusted ? [element("label", { class: "hidden", for: "writer" }, say("writing")), this.select, this.about, this.keys] : [];
    this.panel = element("fieldset", { class: "writer" }, element("legend", {}, trusted ? say("writing") : say("channel")), ...who,
      element("label", { for: "channel", class: trusted ? null : "hidden" }, say("channel")), this.channelSelect);
    const kept = trusted ? memory.get("writer", customers.length ? "0" : "") : "";
    this.select.value = kept;
    if (this.select.value !== kept) this.select.value = "";
    this.channelSelect.value = memory.get("channel", "web");
    this.show();
  }

  pick(value) {
    this.memory.set({ writer: value });
    this.show();
    this.changed(true);
  }

  typed(key, value) {
    this.memory.set({ keys: { ...this.memory.get("keys", {}), [key]: value.trim() } });
    this.changed(true);
  }

  channelPicked() {
    this.memory.set({ channel: this.channelSelect.value });
    this.changed(false);
  }

  show() {
    const context = this.customer?.context || {};
    this.keys.hidden = this.select.value !== "keys";
    this.about.textContent = Object.entries(context).map(([key, value]) => `${key} ${value}`).join(" · ");
  }

  get customer() {
    return this.customers[Number(this.select.value || "-1")];
  }

  /** What the message's payload gets from this panel. */
  get payload() {
    if (this.select.value !== "keys") return this.customer ? { context: this.customer.context } : {};
    const typed = Object.entries(this.memory.get("keys", {})).filter(([, value]) => value);
    return typed.length ? { business_context: Object.fromEntries(typed) } : {};
  }

  get channel() {
    return this.channelSelect.value;
  }
}
