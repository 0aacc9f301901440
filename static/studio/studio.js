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
  const count = () => { if (shown) shown.textContent = people.filter((drawn) => drawn < Number(field.value) * 100).length; };
  range.addEventListener("input", () => { field.value = range.value; count(); });
  field.addEventListener("input", () => { range.value = field.value; count(); });
  field.after(range);
}

// A form whose answer is shown in place.
function part(form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const target = document.getElementById(form.dataset.part);
    const asked = new URLSearchParams(new FormData(form));
    asked.set("part", "1");
    target.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.action + "?" + asked, { credentials: "same-origin" });
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      target.innerHTML = await answer.text();
    } catch {
      form.removeAttribute("data-part");
      form.submit();
    } finally {
      target.removeAttribute("aria-busy");
    }
  });
}

// Work that is still running draws itself again until it ends.
function watch(section) {
  const again = async () => {
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.querySelector(`[data-job="${section.dataset.job}"]`);
      if (!fresh) return;
      const old = document.querySelector(`[data-job="${section.dataset.job}"]`);
      old.replaceWith(document.adoptNode(fresh));
      if (!fresh.hasAttribute("data-watch")) return;
    } catch { /* the network was away; asked again below */ }
    setTimeout(again, Number(section.dataset.watch) * 1000);
  };
  setTimeout(again, Number(section.dataset.watch) * 1000);
}

document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("textarea[data-chips]").forEach(chips);
  document.querySelectorAll("input[data-slider]").forEach(slider);
  document.querySelectorAll("form[data-part]").forEach(part);
  document.querySelectorAll("[data-watch]").forEach(watch);
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
  document.querySelectorAll("form[data-busy]").forEach((form) => form.addEventListener("submit", () => {
    const button = form.querySelector("button");
    button.textContent = form.dataset.busy;
    setTimeout(() => { button.disabled = true; });
  }));
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  const form = event.target.closest("form");
  if (form && form.id !== "changelist-search") { event.preventDefault(); form.requestSubmit(form.querySelector("[name=_save]") || undefined); }
});
