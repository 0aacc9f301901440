/** Pictures and PDF documents that go with the next message: chosen, looked at, taken out again; and how they stand in a conversation. */
import { element } from "./element.js";
import { icon } from "./icons.js";

const LONGEST = 480; // px of a picture as it is shown
const UNITS = ["byte", "kilobyte", "megabyte"];
/** What a file is, its first bytes say; the server looks at the same ones. */
const BEGINS = [["image/png", "\x89PNG\r\n\x1a\n"], ["image/jpeg", "\xff\xd8\xff"], ["image/gif", "GIF87a"], ["image/gif", "GIF89a"], ["application/pdf", "%PDF-"]];

/** "1.4 MB" in the reader's language. */
export function inWords(bytes, language) {
  const step = bytes < 1000 ? 0 : bytes < 950_000 ? 1 : 2;
  return new Intl.NumberFormat(language, { style: "unit", unit: UNITS[step], unitDisplay: "short", maximumFractionDigits: step === 2 ? 1 : 0 }).format(bytes / 1000 ** step);
}

/** Files of a message in the conversation; one of a stored message is its name and size, for nobody keeps it. */
export function shownFiles(files, say) {
  return element("ul", { class: "files", "aria-label": say("filesOfMessage") }, ...files.map((file) => element("li", {},
    file.picture || icon(file.media_type?.startsWith("image/") ? "picture" : "document"),
    element("span", { class: "name", dir: "auto", title: file.name }, file.name),
    element("span", { class: "fine" }, [file.size ? inWords(file.size, say.language) : "", file.read === false ? say("fileUnread") : ""].filter(Boolean).join(" · ")))));
}

export class MessageFiles {
  constructor({ say, tell, done, keep }) {
    Object.assign(this, { say, tell, done, keep });
    this.rows = [];
    this.taken = null;
    this.list = element("ul");
    this.heading = element("p", { class: "fine" });
    this.node = element("div", { class: "along", role: "group", "aria-label": say("filesOfMessage"), hidden: true }, this.heading, this.list);
  }

  /** What a message may bring: {media_types, most_files, most_bytes}; null where that is nothing. */
  offer(taken, mayKeep = false) {
    this.taken = taken;
    this.mayKeep = mayKeep;
    this.rows = taken ? this.rows.filter((row) => !row.media_type || taken.media_types.includes(row.media_type)) : [];
    this.show();
  }

  /** Before a look at its bytes, by what the browser makes of its name. */
  takes(file) {
    return Boolean(this.taken?.media_types.includes(file.type) || (this.taken && file.type.startsWith("image/")));
  }

  /** Those that were chosen are read from the device; what cannot go along says why. */
  add(files) {
    this.rows = this.rows.filter((row) => !row.problem); // refusals have been read
    const made = files.map((file) => ({ file, name: file.name, size: file.size }));
    for (const row of made) {
      this.rows.push(row);
      row.problem = this.tooMuch(row);
    }
    const open = made.filter((row) => !row.problem);
    made.filter((row) => row.problem).forEach((row) => this.tell(`${row.name}: ${row.problem}`));
    const reading = Promise.all([this.reading, ...open.map((row) => this.read(row))]).then(() => {
      if (this.reading === reading) this.reading = null; // else more were chosen meanwhile
    });
    this.reading = reading;
    this.show();
  }

  tooMuch({ size }) {
    const { most_files, most_bytes } = this.taken;
    const good = this.good();
    if (!size) return this.say("fileEmpty");
    if (good.length > most_files) return this.say("fileTooMany", most_files);
    if (good.reduce((sum, row) => sum + row.size, 0) > most_bytes) return this.say("fileTooLarge", { size: inWords(most_bytes, this.say.language) });
    return "";
  }

  good() {
    return this.rows.filter((row) => !row.problem);
  }

  async read(row) {
    try {
      row.media_type = kindOf(await row.file.slice(0, 12).arrayBuffer());
      if (!this.taken?.media_types.includes(row.media_type)) row.problem = this.say("fileWrongKind", { kinds: this.kinds() });
      else {
        row.url = await dataUrl(row.file, (done) => row.bar && (row.bar.value = done));
        row.picture = row.media_type.startsWith("image/") ? await drawn(row.file, row.name) : null;
      }
    } catch {
      row.problem = this.say("fileLost");
    }
    this.tell(row.problem ? `${row.name}: ${row.problem}` : this.say("fileReady", { name: row.name }));
    this.show();
  }

  /** "PNG, JPEG, PDF" */
  kinds() {
    return (this.taken?.media_types || []).map((each) => each.split("/")[1].toUpperCase()).join(", ");
  }

  remove(row) {
    this.rows = this.rows.filter((one) => one !== row);
    this.show();
    const next = this.list.querySelector("button");
    next ? next.focus() : this.done();
    this.tell(this.say("attachmentRemoved", { name: row.name }));
  }

  /** Whether something stands here that did not come in: it is looked at before the message goes. */
  get refused() {
    return this.rows.some((row) => row.problem);
  }

  /** Those that go with the message that is sent now. */
  take() {
    const going = this.good().filter((row) => row.url).map(({ name, size, media_type, url, picture }) => ({ name, size, media_type, url, picture }));
    this.rows = [];
    this.show();
    return going;
  }

  show() {
    this.node.hidden = !this.rows.length;
    const good = this.good().length;
    this.heading.textContent = good ? this.say("filesGoAlong", good) : "";
    const buttons = () => [...this.list.querySelectorAll("button")];
    const at = buttons().indexOf(this.list.getRootNode().activeElement); // who stands on one stays there
    const refused = this.rows.filter((row) => row.problem); // first: they have to be read
    this.list.replaceChildren(...[...refused, ...this.good()].map((row) => this.line(row)));
    buttons()[at]?.focus();
  }

  line(row) {
    const { say } = this;
    const waits = !row.problem && !row.url;
    row.bar = waits ? element("progress", { max: 1, value: 0, "aria-label": row.name }) : null;
    const keeps = this.mayKeep && row.media_type === "application/pdf" && !waits;
    return element("li", {}, row.picture || icon(row.media_type === "application/pdf" ? "document" : "picture"),
      element("div", { class: "about" }, element("span", { class: "name", dir: "auto", title: row.name }, row.name),
        element("span", { class: row.problem ? "problem" : "fine" }, row.problem || inWords(row.size, say.language)), row.bar,
        keeps ? element("button", { type: "button", class: "small keep", onclick: () => (this.remove(row), this.keep(row.file)) }, say("fileKeep")) : null),
      element("button", { type: "button", class: "small remove", "aria-label": say("fileRemove", { name: row.name }), onclick: () => this.remove(row) }, "×"));
  }
}

function kindOf(bytes) {
  const first = String.fromCharCode(...new Uint8Array(bytes));
  if (first.startsWith("RIFF") && first.slice(8, 12) === "WEBP") return "image/webp";
  return BEGINS.find(([, begin]) => first.startsWith(begin))?.[0] || "";
}

function dataUrl(file, progress) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = () => failed(reader.error);
    reader.onprogress = ({ loaded, total }) => progress(total ? loaded / total : 0);
    reader.readAsDataURL(file);
  });
}

/** A picture as drawing: no address, so that no page's rules about pictures are asked. Null for what is no picture. */
async function drawn(file, name) {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const canvas = element("canvas", { class: "picture", role: "img", "aria-label": name, width: Math.max(1, Math.round(bitmap.width * scale)), height: Math.max(1, Math.round(bitmap.height * scale)) });
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

/** The same drawing again: one stands where it was sent first. */
export function copyOf(picture) {
  const copy = picture?.cloneNode() || null;
  copy?.getContext("2d").drawImage(picture, 0, 0);
  return copy;
}
