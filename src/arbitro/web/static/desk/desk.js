// The arbiter's pages: the type-ahead list, filters, times. Everything works without it, slower.
"use strict";

(() => {
  const $ = (selector, from = document) => from.querySelector(selector);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

  // Ctrl+Z takes back what the bar at the bottom offers, unless a text is being written.
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== "z") return;
    const bar = $("form.undo");
    if (!bar || (event.target.matches("input, textarea") && event.target.value)) return;
    event.preventDefault();
    bar.requestSubmit();
  });

  // A refusal is told beside what was pressed; a question shows its whole page.
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const detail = event.detail;
    if (![400, 403, 409, 422].includes(detail.xhr.status)) return;
    const told = new DOMParser().parseFromString(detail.serverResponse, "text/html");
    const note = $("#main > .note.error", told);
    if (note && !$("#main form", told)) {
      const at = detail.requestConfig.elt;
      if (at.previousElementSibling?.matches(".note.error")) at.previousElementSibling.remove();
      at.before(note);
      return;
    }
    detail.shouldSwap = true;
    detail.isError = false;
    detail.target = document.getElementById("main");
    detail.selectOverride = "#main";
    detail.swapOverride = "outerHTML";
  });
  document.body.addEventListener("htmx:afterSwap", () => {
    times();
    filter();
    reach();
  });

  // Type-ahead: the first found is chosen; Enter takes it, arrows choose another, Escape keeps what is typed.
  const who = document.getElementById("who");
  const found = document.getElementById("found");
  if (who && found) {
    let chosen = -1;
    let waiting = false;
    let enter = false;
    const options = () => all(".option", found);
    const mark = (i) => {
      chosen = i;
      options().forEach((option, k) => option.setAttribute("aria-selected", String(k === i)));
      const option = options()[i];
      if (option) { who.setAttribute("aria-activedescendant", option.id); option.scrollIntoView({ block: "nearest" }); }
      else who.removeAttribute("aria-activedescendant");
    };
    const take = (option) => {
      const field = document.createElement("input");
      field.type = "hidden"; field.name = "args"; field.value = option.dataset.fill;
      who.form.append(field);
      who.form.requestSubmit();
    };
    who.addEventListener("input", () => { waiting = who.value.trim().length >= 2; mark(-1); });
    document.body.addEventListener("htmx:afterRequest", (event) => {
      if (event.detail.elt !== who || !event.detail.successful) return;
      waiting = false;
      who.setAttribute("aria-expanded", String(options().length > 0));
      mark(options().length ? 0 : -1);
      if (enter) { enter = false; if (chosen >= 0) take(options()[chosen]); else who.form.requestSubmit(); }
    });
    who.addEventListener("keydown", (event) => {
      const count = options().length;
      if (event.key === "ArrowDown" && count) { event.preventDefault(); mark(Math.min(chosen + 1, count - 1)); }
      if (event.key === "ArrowUp" && count) { event.preventDefault(); mark(Math.max(chosen - 1, -1)); }
      if (event.key === "Escape") { found.replaceChildren(); mark(-1); waiting = false; who.setAttribute("aria-expanded", "false"); }
      if (event.key === "Enter") {
        if (waiting) { event.preventDefault(); enter = true; }
        else if (chosen >= 0 && options()[chosen]) { event.preventDefault(); take(options()[chosen]); }
      }
    });
    found.addEventListener("click", (event) => { const option = event.target.closest(".option"); if (option) take(option); });
  }

  // The reason of a board opens below it, fetched when first asked for.
  document.addEventListener("click", (event) => {
    const ask = event.target.closest("a.y");
    if (!ask) return;
    event.preventDefault();
    const row = document.getElementById(ask.getAttribute("aria-controls"));
    row.hidden = !row.hidden;
    ask.setAttribute("aria-expanded", String(!row.hidden));
    if (!row.hidden && !row.lastElementChild.childElementCount) htmx.ajax("GET", ask.href, { target: row.lastElementChild, swap: "innerHTML" });
  });
  document.addEventListener("keydown", (event) => { if (event.key === " " && event.target.matches("a.y")) { event.preventDefault(); event.target.click(); } });

  // A filter is chosen by one press.
  document.addEventListener("change", (event) => { if (event.target.matches("form.choose[method=get] input[type=radio]")) event.target.form.requestSubmit(); });

  // Filter a list while typing; a list fetched anew stays filtered.
  const filter = () => all("[data-filter]").forEach((box) => {
    const wanted = box.value.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
    all(`${box.dataset.filter} > li`).forEach((item) => { item.hidden = !item.dataset.text.includes(wanted); });
  });
  document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(); });

  // Files and folders dropped anywhere on a page stand in its field; a page that only looks at them goes on at once.
  const inside = async (entry) => {
    if (entry.isFile) return [await new Promise((done, failed) => entry.file(done, failed))];
    const reader = entry.createReader(), found = [];
    for (;;) {
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!some.length) return found;
      for (const one of some) found.push(...await inside(one));
    }
  };
  const wanted = (event) => (event.dataTransfer?.types.includes("Files") ? $("form[data-drop]") : null);
  all("form[data-drop] .drop").forEach((hint) => { hint.hidden = false; });
  document.addEventListener("dragover", (event) => {
    const form = wanted(event);
    if (!form) return;
    event.preventDefault();
    form.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) wanted(event)?.classList.remove("dropping"); });
  document.addEventListener("drop", async (event) => {
    const form = wanted(event);
    if (!form) return;
    event.preventDefault();
    form.classList.remove("dropping");
    const field = $("input[type=file]", form), held = new DataTransfer();
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean);
    const found = (await Promise.all(entries.map(inside))).flat();
    (field.multiple ? found : found.slice(0, 1)).forEach((file) => held.items.add(file));
    if (!held.files.length) return;
    field.files = held.files;
    if (form.dataset.drop === "go") form.requestSubmit(); else $("button", form).focus();
  });

  // A table wider than the screen is scrolled by keyboard too.
  const reach = () => all(".scroll").forEach((box) => { if (box.scrollWidth > box.clientWidth) box.tabIndex = 0; else box.removeAttribute("tabindex"); });
  reach();
  addEventListener("resize", reach);

  // Times as the clock on the wall shows them.
  const times = () => all("time[datetime]").forEach((time) => {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) return;
    const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    time.textContent = at.toLocaleString(document.documentElement.lang, "short" in time.dataset ? clock : { day: "numeric", month: "short", ...clock });
  });
  times();
})();
