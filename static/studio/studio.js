// The Studio's own behaviour; every page works without it.
"use strict";

// A list of words as chips over its textarea, which stays the truth. Enter, comma or a pasted list add.
function chips(area) {
  const box = document.createElement("div");
  box.className = "studio-chips";
  const input = document.createElement("input");
  input.setAttribute("aria-label", area.labels && area.labels[0] ? area.labels[0].textContent.trim() : area.name);
  input.id = area.id + "_new";
  for (const label of area.labels || []) label.htmlFor = input.id;
  input.setAttribute("aria-describedby", area.id + "_said");
  const said = document.createElement("span");
  said.className = "studio-hidden";
  said.id = area.id + "_said";
  said.setAttribute("role", "status");
  const words = () => area.value.split("\n").map((word) => word.trim()).filter(Boolean);
  const store = (list) => {
    area.value = [...new Set(list)].join("\n");
    area.dispatchEvent(new Event("change", { bubbles: true }));
    draw();
  };
  const take = (text) => {
    const found = text.split(/[\n,;\t]+/).map((word) => word.trim()).filter(Boolean);
    if (found.length) { store([...words(), ...found]); said.textContent = "+ " + found.join(", "); }
    input.value = "";
  };
  function draw() {
    box.querySelectorAll(".studio-chip").forEach((chip) => chip.remove());
    for (const word of words()) {
      const chip = document.createElement("span");
      chip.className = "studio-chip";
      chip.append(word);
      const gone = document.createElement("button");
      gone.type = "button";
      gone.textContent = "×";
      gone.setAttribute("aria-label", "− " + word);
      gone.addEventListener("click", () => { store(words().filter((other) => other !== word)); input.focus(); });
      chip.append(gone);
      box.insertBefore(chip, input);
    }
  }
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) { event.preventDefault(); take(input.value); }
    else if (event.key === ",") { event.preventDefault(); take(input.value); }
    else if (event.key === "Backspace" && !input.value) { const list = words(); if (list.length) { input.value = list.pop(); store(list); event.preventDefault(); } }
  });
  input.addEventListener("blur", () => take(input.value));
  input.addEventListener("paste", (event) => {
    const text = event.clipboardData.getData("text");
    if (/[\n,;\t]/.test(text)) { event.preventDefault(); take(text); }
  });
  if (area.form) area.form.addEventListener("submit", () => take(input.value), { capture: true });
  box.append(input, said);
  area.hidden = true;
  area.after(box);
  draw();
}

// A slider beside a percentage, and the number of people behind it.
function slider(field) {
  const range = document.createElement("input");
  Object.assign(range, { type: "range", min: "0", max: "100", step: field.dataset.slider, value: field.value, className: "studio-slider" });
  range.setAttribute("aria-label", field.labels && field.labels[0] ? field.labels[0].textContent.trim() : "%");
  if (field.disabled || field.readOnly) range.disabled = true;
  const data = document.getElementById("buckets");
  const people = data ? JSON.parse(data.textContent) : [];
  const shown = document.querySelector("[data-inside]");
  const out = document.querySelector("[data-outside]"), killed = document.getElementById("id_killed");
  const count = () => {
    if (!shown) return;
    const facts = shown.closest("[data-people]").dataset;
    const drawn = killed && killed.checked ? 0 : people.filter((bucket) => bucket < Number(field.value) * 100).length;
    shown.textContent = drawn + Number(facts.always);
    if (out) out.textContent = Number(facts.people) - drawn - Number(facts.always);
  };
  if (killed) killed.addEventListener("change", count);
  range.addEventListener("input", () => { field.value = range.value; count(); });
  field.addEventListener("input", () => { range.value = field.value; count(); });
  field.after(range);
}

// A form whose answer is shown in place.
function part(form) {
  let later;
  const ask = async (event) => {
    if (event) event.preventDefault();
    clearTimeout(later);
    const target = document.getElementById(form.dataset.part);
    const asked = new URLSearchParams(new FormData(form));
    asked.set("part", "1");
    target.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.action + "?" + asked, { credentials: "same-origin" });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      target.innerHTML = await answer.text();
      const running = target.querySelector("[data-watch]");
      if (running) later = setTimeout(ask, Number(running.dataset.watch) * 1000);
    } catch {
      form.removeAttribute("data-part");
      form.submit();
    } finally {
      target.removeAttribute("aria-busy");
    }
  };
  form.addEventListener("submit", ask);
}

// What an intent would catch, asked again a moment after its form changed.
function effect(section) {
  const result = section.querySelector("[data-effect-result]");
  const beside = document.getElementById(section.dataset.after);
  const form = beside && beside.form;
  if (!form) { section.remove(); return; }
  const field = beside.closest("div").parentElement || beside.parentElement;
  field.classList.add("studio-beside");
  field.append(section);
  let timer, asked = 0;
  const ask = async () => {
    const number = ++asked, sent = new FormData();
    const typed = new FormData(form);
    for (const name of ["csrfmiddlewaretoken", "name", "keywords", "priority", "specialist", "profiles", "enabled"]) for (const value of typed.getAll(name)) sent.append(name, value);
    if (section.dataset.name) sent.set("saved_name", section.dataset.name);
    section.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(section.dataset.effect, { method: "POST", body: sent, credentials: "same-origin" });
      if (number !== asked) return;
      if (answer.ok) result.innerHTML = await answer.text();
    } catch { /* the network was away; the next key asks again */ }
    if (number === asked) section.removeAttribute("aria-busy");
  };
  const later = () => { clearTimeout(timer); timer = setTimeout(ask, 350); };
  form.addEventListener("input", later);
  form.addEventListener("change", later);
  if (beside.value.trim()) ask();
}

// Work that is still running draws itself again until it ends.
function watch(section) {
  const again = async () => {
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector(`[data-job="${section.dataset.job}"]`);
      if (!fresh) {
        if ("reload" in section.dataset) location.reload();
        return;
      }
      const old = document.querySelector(`[data-job="${section.dataset.job}"]`);
      if (!old.isEqualNode(fresh)) old.replaceWith(document.adoptNode(fresh));  // else what is being read stays open
      if (!fresh.hasAttribute("data-watch")) {
        if ("reload" in section.dataset) location.reload();  // what else the page says has changed too
        return;
      }
    } catch { /* the network was away; asked again below */ }
    setTimeout(again, Number(section.dataset.watch) * 1000);
  };
  setTimeout(again, Number(section.dataset.watch) * 1000);
}

// Django's choosers with search have no name of their own that a screen reader could say.
function name(chooser) {
  const box = chooser.nextElementSibling;
  if (!box || !box.classList.contains("select2")) return;
  const label = chooser.labels && chooser.labels[0];
  const words = chooser.getAttribute("aria-label") || (label ? label.textContent.trim() : chooser.name);
  box.querySelectorAll("[role=combobox], [role=textbox], .select2-search__field").forEach((part) => part.setAttribute("aria-label", words));
  box.querySelectorAll("ul.select2-selection__rendered").forEach((list) => list.setAttribute("role", "presentation"));
}

function names() {
  const all = () => document.querySelectorAll("select.select2-hidden-accessible:not([data-named])").forEach((chooser) => { chooser.dataset.named = ""; name(chooser); });
  all();
  // Made when jQuery is ready, whenever that is, and again for every line that is added to a table.
  new MutationObserver(all).observe(document.body, { childList: true, subtree: true });
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("textarea[data-chips]").forEach(chips);
  document.querySelectorAll("input[data-slider]").forEach(slider);
  document.querySelectorAll("form[data-part]").forEach(part);
  document.querySelectorAll("[data-effect]").forEach(effect);
  document.querySelectorAll("[data-watch]").forEach(watch);
  names();
  document.querySelectorAll("form[data-choose]").forEach((form) => {
    form.querySelector("button").hidden = true;
    form.querySelector("select").addEventListener("change", () => form.submit());
  });
  document.querySelectorAll("[data-take-prompt]").forEach((button) => button.addEventListener("click", () => {
    const words = button.parentElement.querySelectorAll("template[data-prompt]");
    ["id_role", "id_objective", "id_context"].forEach((id, n) => {
      const area = document.getElementById(id);
      if (area) { area.value = words[n].content.textContent; area.dispatchEvent(new Event("input", { bubbles: true })); }
    });
    const first = document.getElementById("id_role");
    if (first) first.focus();
  }));
  // The theme writes a chosen file's name into a field of its own forms, and fails where there is none.
  document.querySelectorAll("input.studio-input[type=file]").forEach((input) => { input.hasChangeListener = true; });
  document.querySelectorAll("form[data-busy]").forEach((form) => form.addEventListener("submit", (event) => {
    const button = event.submitter || form.querySelector("button.is-primary") || form.querySelector("button");
    button.textContent = button.dataset.busy || form.dataset.busy;
    setTimeout(() => { button.disabled = true; });
  }));
});

// "/" searches: a list by its own box, every other page by the one in the sidebar.
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, [contenteditable]")) return;
  const box = document.querySelector("#changelist-search input") || document.getElementById("nav-filter");
  if (box) { event.preventDefault(); box.focus(); }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  const form = event.target.closest("form");
  if (form && form.id !== "changelist-search") { event.preventDefault(); form.requestSubmit(form.querySelector("[name=_save]") || undefined); }
});
