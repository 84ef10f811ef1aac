// Results by keyboard, one grammar: a result key and Enter, or a sign alone, is the result of the marked board; a number
// before it names another board ("12=", "12 1"); a number and Enter, or the arrows, move the mark; Escape forgets.
// By the habits of other programs (data-once) a digit alone is a result, and numbers begin with a sign: "#12", ".12=".
"use strict";

(() => {
  const table = document.getElementById("boards");
  const keys = document.getElementById("key");
  const signs = keys ? JSON.parse(keys.dataset.keys) : {};
  const once = keys && "once" in keys.dataset;
  const isKey = (text) => Object.hasOwn(signs, text);
  const begun = /^\s*[#.,/*]\s*/; // the sign before a number
  const plain = () => keys.value.replace(begun, "");
  let board = null;
  let wasOpen = false; // when it was marked
  const rows = () => [...table.querySelectorAll("tr[data-board]")];
  const rowOf = (n) => document.getElementById(`board-${Number(n)}`);
  const can = (row) => row && row.querySelector(".res");
  const names = (n) => [".pw", ".pb"].map((side) => {
    const cell = rowOf(n)?.querySelector(side)?.cloneNode(true);
    cell?.querySelectorAll(".ttl, .chip").forEach((part) => part.remove());
    return cell ? cell.textContent.trim() : "";
  }).join(" – ");
  const preview = () => {
    const number = plain().match(/^\s*(\d+)/)?.[1];
    const meant = number && !isKey(keys.value.trim()) ? number : board;
    document.getElementById("key-names").textContent = meant && rowOf(meant) ? `${rowOf(meant).dataset.label || Number(meant)}  ${names(meant)}` : "";
  };
  const show = (n, scroll = true, anew = true) => {
    board = n ? String(Number(n)) : null;
    if (anew) wasOpen = Boolean(board) && !rowOf(board)?.classList.contains("done");
    rows().forEach((row) => row.classList.toggle("here", row.dataset.board === board));
    if (board && scroll) rowOf(board)?.scrollIntoView({ block: "nearest" });
    preview();
  };
  const next = (after) => {
    const open = rows().filter((row) => !row.classList.contains("done") && can(row));
    return (open.find((row) => Number(row.dataset.board) > after) || open[0])?.dataset.board || null;
  };
  const complain = (text) => {
    keys.setAttribute("aria-invalid", String(Boolean(text)));
    document.getElementById("key-error").textContent = text;
    if (text) keys.select();
  };
  const record = (n, key) => {
    if (!isKey(key)) complain(keys.dataset.noResult.replace("{key}", key));
    else if (!can(rowOf(n))) complain(keys.dataset.noBoard.replace("{n}", n));
    else {
      keys.value = "";
      const result = signs[key]; // nothing: what was there is taken back
      if (result || rowOf(n).classList.contains("done")) document.dispatchEvent(new CustomEvent("result", { detail: { board: String(Number(n)), result } }));
      show(next(Number(n)));
    }
  };
  if (keys) {
    if (matchMedia("(pointer: fine)").matches) keys.focus({ preventScroll: true });
    show(next(0), false);
    keys.addEventListener("keydown", (event) => {
      const text = plain().trim();
      if (once && event.repeat && event.key.length === 1) event.preventDefault(); // a key held down is one result
      else if (event.key === "Enter") {
        event.preventDefault();
        complain("");
        if (!text) return;
        if (isKey(keys.value.trim()) && board) record(board, text);
        else if (/^\d+$/.test(text) && can(rowOf(text))) { keys.value = ""; show(text); }
        else complain((/^\d+$/.test(text) ? keys.dataset.noBoard : keys.dataset.noResult).replace("{n}", text).replace("{key}", text));
      } else if (event.key === "Escape") {
        keys.value = "";
        complain("");
        preview();
      } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        const numbers = rows().map((row) => row.dataset.board);
        const at = numbers.indexOf(board) + (event.key === "ArrowDown" ? 1 : -1);
        keys.value = "";
        show(numbers[Math.max(0, Math.min(at, numbers.length - 1))]);
      }
    });
    keys.addEventListener("input", () => {
      complain("");
      preview();
      if (begun.test(keys.value) ? !plain() : once && keys.value.trim().length > 1) return;
      if (/^\s*\d+\.\d*$/.test(plain())) return;
      const seat = plain().match(/^\s*(\d+\.\d+)(?=[^\d.])/)?.[1]; // 2.3: the third board of the second match
      const there = seat && table.querySelector(`tr[data-label="${seat}"]`);
      if (there) keys.value = keys.value.replace(seat, there.dataset.board);
      const named = plain().match(/^\s*(\d+)(?:\s+(\S)|([^\s\d]))$/);
      const sign = keys.value.match(once ? /^\s*(\S)$/ : /^\s*([^\s\d])$/);
      if (named) record(named[1], named[2] || named[3]);
      else if (sign) { if (board) record(board, sign[1]); else complain(keys.dataset.noResult.replace("{key}", sign[1])); }
    });
    document.addEventListener("boards", () => { // filled at another desk: the mark goes on, but not under a key that is typed
      const filled = wasOpen && !keys.value && rowOf(board)?.classList.contains("done");
      show(filled ? next(Number(board)) : board, false, filled);
    });
  }
  document.addEventListener("change", (event) => { if (event.target.name === "show") table.dataset.show = event.target.value; });
})();
