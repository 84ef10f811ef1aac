// The arbiter's pages: results by keyboard, the type-ahead list, filters, times. Everything works without it, slower.
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

  // Results by keyboard: a board number, then one key. "12=" and "12+" need no blank; before a digit there is one,
  // because it could belong to the board. Enter goes to the next open board; there "=", "+" and "-" alone are enough.
  const keys = $("[data-keys]");
  const signs = keys ? JSON.parse(keys.dataset.keys) : {};
  let board = null;
  const rows = () => all("#boards tr[data-board]");
  const rowOf = (n) => document.getElementById(`board-${Number(n)}`);
  const show = (n, scroll = true) => {
    board = n ? String(Number(n)) : null;
    rows().forEach((row) => row.classList.toggle("here", row.dataset.board === board));
    if (board && scroll) rowOf(board)?.scrollIntoView({ block: "nearest" });
  };
  const next = (after) => {
    const open = rows().filter((row) => !row.classList.contains("done") && $(".choose", row));
    return (open.find((row) => Number(row.dataset.board) > after) || open[0])?.dataset.board || null;
  };
  const complain = (text) => {
    keys.setAttribute("aria-invalid", String(Boolean(text)));
    $("#key-error").textContent = text;
  };
  const record = (n, sign) => {
    const row = rowOf(n);
    const form = row && $("form.choose", row);
    if (!form) return false;
    const again = $(".clash input[name=result]", row)?.value === sign; // told of another result, and typed once more
    row.classList.add("done");
    htmx.ajax("POST", form.getAttribute("hx-post"), {
      source: form, target: `#${row.id}`, swap: "outerHTML", values: again ? { result: sign, confirm: 2 } : { result: sign },
    });
    return true;
  };
  if (keys) {
    if (matchMedia("(pointer: fine)").matches) keys.focus({ preventScroll: true });
    show(next(0), false);
    keys.addEventListener("keydown", (event) => {
      const text = keys.value.trim();
      if (event.key === "Enter") {
        event.preventDefault();
        const chosen = /^\d+$/.test(text) && rowOf(text) ? text : next(Number(board) - (keys.value ? 0 : 1));
        show(chosen);
        keys.value = board ? `${board} ` : "";
      } else if (event.key === "Escape") {
        keys.value = "";
        complain("");
      } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        const numbers = rows().map((row) => row.dataset.board);
        const at = numbers.indexOf(board) + (event.key === "ArrowDown" ? 1 : -1);
        show(numbers[Math.max(0, Math.min(at, numbers.length - 1))]);
        keys.value = `${board} `;
      }
    });
    keys.addEventListener("input", () => {
      complain("");
      const typed = keys.value.match(/^\s*(\d+)/);
      if (typed && rowOf(typed[1])) show(typed[1]);
      const match = keys.value.match(/^\s*(\d+)(?:\s+(\S)|([^\s\d]))$/) || (board && keys.value.match(/^()()([=+-])$/));
      if (!match) return;
      const n = match[1] || board;
      const key = match[2] || match[3];
      if (!signs[key]) complain(keys.dataset.noResult.replace("{key}", key));
      else if (!record(n, signs[key])) complain(keys.dataset.noBoard.replace("{n}", n));
      else {
        keys.value = "";
        show(next(Number(n)));
        return;
      }
      keys.select();
    });
  }

  // A refused or conflicting result still swaps its row, so that the arbiter sees what the other desk did. Any other
  // refusal of a part of a page shows its whole page.
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    const detail = event.detail;
    if (![400, 403, 409, 422].includes(detail.xhr.status)) return;
    detail.shouldSwap = true;
    detail.isError = false;
    if (!detail.target.id.startsWith("board-") || !detail.serverResponse.trimStart().startsWith("<tr")) {
      detail.target = document.getElementById("main");
      detail.selectOverride = "#main";
      detail.swapOverride = "outerHTML";
    }
  });

  // While a result is on its way, its row is not exchanged for a fetched one: the answer, with its undo or its conflict,
  // would have nowhere to go. The table is fetched again afterwards.
  let writing = 0;
  let late = false;
  const writes = (detail) => detail.requestConfig?.verb === "post" && detail.target?.id.startsWith("board-");
  document.body.addEventListener("htmx:beforeRequest", (event) => { if (writes(event.detail)) writing += 1; });
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!writes(event.detail)) return;
    writing = Math.max(0, writing - 1);
    if (writing || !late) return;
    late = false;
    document.body.dispatchEvent(new CustomEvent("journal", { bubbles: true }));
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "boards" || !writing) return;
    event.detail.shouldSwap = false;
    late = true;
  });

  // When the table is fetched anew, a conflict that has not been answered stays where it is.
  let clashes = [];
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id === "boards" && event.detail.shouldSwap) clashes = all("#boards .clash").map((note) => [note.closest("tr").id, note]);
  });
  document.body.addEventListener("htmx:afterSwap", () => {
    clashes.forEach(([id, note]) => { const cell = $(`#${id} .by`); if (cell && !$(".clash", cell)) cell.append(note); });
    clashes = [];
    if (keys) show(board, false);
    times();
    filter();
    reach();
  });
  document.addEventListener("click", (event) => event.target.closest("[data-dismiss]")?.closest(".clash")?.remove());

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

  // Filter a list while typing; a list fetched anew stays filtered.
  const filter = () => all("[data-filter]").forEach((box) => {
    const wanted = box.value.toLowerCase();
    all(`${box.dataset.filter} > li`).forEach((item) => { item.hidden = !item.dataset.text.includes(wanted); });
  });
  document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(); });

  // A table wider than the screen is scrolled by keyboard too.
  const reach = () => all(".scroll").forEach((box) => { if (box.scrollWidth > box.clientWidth) box.tabIndex = 0; else box.removeAttribute("tabindex"); });
  reach();
  addEventListener("resize", reach);

  // Times as the clock on the wall shows them.
  const times = () => all("time[datetime]").forEach((time) => {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) return;
    const clock = { hour: "2-digit", minute: "2-digit" };
    time.textContent = at.toLocaleString(document.documentElement.lang, "short" in time.dataset ? clock : { day: "numeric", month: "short", ...clock });
  });
  times();
})();
