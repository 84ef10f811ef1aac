// The arbiter's keyboard: board number, then 1 0 = + -. And the type-ahead list, and filters.
"use strict";

(() => {
  const SIGNS = { "1": "1-0", "0": "0-1", "=": "½-½", "5": "½-½", "+": "+/-", "-": "-/+" };

  // Results by keyboard: digits choose the board, a blank ends them, then one key is the result. When the board is chosen
  // by Enter or by a blank, 1 and 0 are results; "12 1" and "12=" both work.
  const keys = document.querySelector("[data-keys]");
  const rows = () => [...document.querySelectorAll("#boards tr[data-board]")];
  const rowOf = (n) => document.getElementById(`board-${n}`);
  const show = (n) => {
    rows().forEach((row) => row.classList.toggle("here", row.dataset.board === String(n)));
    rowOf(n)?.scrollIntoView({ block: "nearest" });
  };
  const next = (after) => {
    const open = rows().filter((row) => !row.classList.contains("done") && row.querySelector(".choose"));
    return (open.find((row) => Number(row.dataset.board) > after) || open[0])?.dataset.board;
  };
  const record = (n, sign) => {
    const form = rowOf(n)?.querySelector("form.choose");
    if (!form) return false;
    htmx.ajax("POST", form.getAttribute("hx-post"), {
      target: `#board-${n}`, swap: "outerHTML",
      values: { result: sign, expected: form.elements.expected.value, csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value },
    });
    return true;
  };
  if (keys) {
    let board = next(0);
    if (board) show(board);
    keys.addEventListener("keydown", (event) => {
      const text = keys.value.trim();
      if (event.key === "Enter") {
        event.preventDefault();
        if (/^\d+$/.test(text) && rowOf(text)) { board = text; show(board); keys.value = `${board} `; }
        else { board = next(Number(board) || 0); if (board) { show(board); keys.value = `${board} `; } }
      }
    });
    keys.addEventListener("input", () => {
      const match = keys.value.match(/^\s*(\d+)(?:\s+([10=5+\-])|([=+\-]))$/);
      const typed = keys.value.match(/^\s*(\d+)/);
      if (typed) show(typed[1]);
      if (!match) return;
      const n = match[1];
      if (record(n, SIGNS[match[2] || match[3]])) {
        const after = next(Number(n));
        board = after === n ? null : after;
        keys.value = "";
        if (board) show(board);
      }
    });
  }

  // A refused or conflicting result still swaps its row, so that the arbiter sees what the other desk did.
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if ([409, 422].includes(event.detail.xhr.status) && event.detail.target.id.startsWith("board-")) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });

  // Type-ahead: arrows move through the found players, Enter takes one.
  const who = document.getElementById("who");
  const found = document.getElementById("found");
  if (who && found) {
    const options = () => [...found.querySelectorAll(".option")];
    let chosen = -1;
    const mark = (i) => {
      chosen = i;
      options().forEach((option, k) => option.setAttribute("aria-selected", String(k === i)));
      options()[i]?.scrollIntoView({ block: "nearest" });
    };
    const take = (option) => {
      const form = who.form;
      const field = document.createElement("input");
      field.type = "hidden"; field.name = "args"; field.value = option.dataset.fill;
      form.append(field);
      form.requestSubmit();
    };
    document.body.addEventListener("htmx:afterSwap", (event) => {
      if (event.detail.target === found) { chosen = -1; who.setAttribute("aria-expanded", String(options().length > 0)); }
    });
    who.addEventListener("keydown", (event) => {
      const all = options();
      if (event.key === "ArrowDown" && all.length) { event.preventDefault(); mark(Math.min(chosen + 1, all.length - 1)); }
      if (event.key === "ArrowUp" && all.length) { event.preventDefault(); mark(Math.max(chosen - 1, 0)); }
      if (event.key === "Enter" && chosen >= 0 && all[chosen]) { event.preventDefault(); take(all[chosen]); }
    });
    found.addEventListener("click", (event) => { const option = event.target.closest(".option"); if (option) take(option); });
  }

  // Filter a list while typing.
  document.querySelectorAll("[data-filter]").forEach((box) => box.addEventListener("input", () => {
    const wanted = box.value.toLowerCase();
    document.querySelectorAll(`${box.dataset.filter} > li`).forEach((item) => { item.hidden = !item.dataset.text.includes(wanted); });
  }));
})();
