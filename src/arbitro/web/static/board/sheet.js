// Reads a scoresheet while it is typed: the site reads, this shows. The only legal reading of half a word is written by
// the space after it; two taps on the board write a move too.
"use strict";

(() => {
  const form = document.getElementById("sheet");
  if (!form) return;
  const { moves, second } = form.elements;
  const board = form.querySelector("chess-board");
  const told = document.getElementById("told");
  const readings = document.getElementById("readings");
  const table = document.getElementById("table");
  const keep = document.getElementById("keep");
  const PAUSE = 90; // milliseconds after the last key
  let answer = { steps: [], legal: [] };
  let asked = null;
  let waiting = 0;
  let from = "";

  const el = (name, attributes, ...inside) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== false) node.setAttribute(key, value);
    node.append(...inside);
    return node;
  };

  const show = (ply) => {
    const step = answer.steps[ply - 1];
    board.setAttribute("last", step ? step.uci : "");
    board.setAttribute("fen", step ? step.fen : answer.start);
    board.setAttribute("label", step ? step.label : window.chessBoard.words.start);
    choose("");
  };
  const choose = (square) => {
    from = square;
    board.chosen = square;
    board.targets = square ? answer.legal.filter(([uci]) => uci.startsWith(square)).map(([uci]) => uci.slice(2, 4)) : [];
  };

  // Where the word at which the reading stopped stands in the text, if it still does.
  const place = ({ at, word }) => (at >= 0 && moves.value.startsWith(word, at) ? [at, at + word.length] : null);
  const whole = (stopped) => { const at = place(stopped); return at && /^\s/.test(moves.value.slice(at[1])); };
  const replace = (stopped, text) => {
    const at = place(stopped);
    if (!at) return;
    const rest = moves.value.slice(at[1]);
    moves.setRangeText(/^\s/.test(rest) ? text : `${text} `, at[0], at[1], rest.trim() ? "preserve" : "end");
    if (!rest.trim()) moves.selectionStart = moves.selectionEnd = moves.value.length;
    read();
  };

  const draw = () => {
    const { stopped } = answer;
    const typing = stopped && stopped.last && !/\s$/.test(moves.value);
    const quiet = typing && answer.readings.length;
    // whoever types on while the site reads finds the half move behind written out just the same
    if (stopped && !typing && answer.readings.length === 1 && !/^[?….]+$/.test(stopped.word) && whole(stopped)) { replace(stopped, answer.readings[0]); return; }
    told.classList.toggle("stopped", Boolean(stopped) && !quiet);
    if (keep) keep.hidden = !stopped || Boolean(typing);
    told.replaceChildren(answer.said, ...(stopped && !quiet ? [" ", el("b", {}, `${stopped.number} ${stopped.word}`), `: ${stopped.reason}.`] : []));
    moves.setAttribute("aria-invalid", String(Boolean(stopped) && !quiet));
    // guesses are shown, never written by themselves
    readings.replaceChildren(...[...answer.readings, ...answer.guesses].map((text) => {
      const button = el("button", { type: "button", class: answer.readings.length === 1 ? "only" : "" }, text);
      button.addEventListener("click", () => { replace(stopped, text); moves.focus(); });
      return button;
    }));
    table.innerHTML = answer.table;
    if (stopped && !quiet) table.querySelector("tbody").append(el("tr", { class: "stop" }, el("th", { class: "num n" }, stopped.number), el("td", { colspan: 2 }, stopped.word)));
    table.scrollTop = table.scrollHeight;
    show(answer.steps.length);
    compare(answer.differences);
  };

  const compare = (found) => {
    const box = document.getElementById("differences");
    if (!found) { box.replaceChildren(); return; }
    const heads = box.dataset.heads.split("|").map((text) => el("th", { scope: "col" }, text));
    const rows = found.rows.map((row) => {
      const link = el("a", { href: "#", "data-ply": row.ply }, row.number);
      return el("tr", {}, el("th", { scope: "row" }, link), el("td", {}, row.one || "–"), el("td", {}, row.other || "–"));
    });
    box.replaceChildren(el("p", {}, `${found.said} ${found.stopped}`), ...(rows.length ? [el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows))] : []));
  };

  const read = async () => {
    clearTimeout(waiting);
    asked?.abort();
    asked = new AbortController();
    const text = [moves.value, second.value].join("\n");
    try {
      const reply = await fetch(form.dataset.read + location.search, { method: "POST", body: new FormData(form), signal: asked.signal });
      if (!reply.ok) return;
      answer = await reply.json();
      draw();
      form.dataset.read_of = text;
    } catch (error) { if (error.name !== "AbortError") told.textContent = error.message; }
  };
  form.addEventListener("input", () => {
    document.getElementById("refused")?.remove(); // it spoke of the text before
    clearTimeout(waiting);
    waiting = setTimeout(read, PAUSE);
  });

  // Two taps write a move, in place of the word at which the reading stops; a promotion leaves the choice of the piece.
  board.addEventListener("mousedown", (event) => event.preventDefault());
  board.addEventListener("square", ({ detail: square }) => {
    const meant = answer.legal.filter(([uci]) => uci.startsWith(from + square) && uci.length > 3);
    if (!from || !meant.length) { choose(answer.legal.some(([uci]) => uci.startsWith(square)) && square !== from ? square : ""); return; }
    const { stopped } = answer;
    const write = (text) => {
      if (stopped) { replace(stopped, text); return; }
      moves.value = `${moves.value.trimEnd()} ${text} `.trimStart();
      read();
    };
    choose("");
    if (meant.length === 1) write(meant[0][1]);
    else readings.replaceChildren(...meant.map(([, text]) => { const button = el("button", { type: "button" }, text); button.addEventListener("click", () => write(text)); return button; }));
  });

  form.addEventListener("click", (event) => {
    const link = event.target.closest("[data-ply]");
    if (!link) return;
    event.preventDefault();
    show(Number(link.dataset.ply));
  });
  if (document.activeElement === moves) {
    moves.setSelectionRange(moves.value.length, moves.value.length); // typing goes on where the sheet ends
    moves.scrollTop = moves.scrollHeight;
  }
  read();
})();
