// Walks through a game: buttons, arrow keys, a tap on a move; says each move; follows a game that still grows.
"use strict";

(() => {
  const viewer = document.getElementById("viewer");
  if (!viewer) return;
  document.documentElement.dataset.script = "on"; // in a page that stands alone nobody else says so
  const board = viewer.querySelector("chess-board");
  const said = document.getElementById("said");
  const { squares, words } = window.chessBoard;
  const go = Object.fromEntries([...viewer.querySelectorAll("[data-go]")].map((button) => [button.dataset.go, button]));
  const TEMPO = 1200;
  let game;
  let ply;
  let playing = 0;

  const read = () => { game = JSON.parse(document.getElementById("game-data").textContent); };
  const fenAt = (n) => (n ? game.moves[n - 1].fen : game.start);
  // What is shown, as an address: the half-move, and the side from which it is seen.
  const address = () => {
    const url = new URL(location.href);
    url.searchParams.set("ply", ply);
    url.searchParams.delete("flip");
    return url.href + (board.hasAttribute("flip") ? "&flip" : "");
  };
  const clock = (s) => `${Math.floor(s / 3600)}:${String(Math.floor(s / 60) % 60).padStart(2, "0")}:${String(s % 60).padStart(2, "0")}`;

  // A move in words: 12, white knight g1 f3, takes black pawn, check.
  const spoken = (n) => {
    if (!n) return words.start;
    const { san, uci, number, dots } = game.moves[n - 1];
    const before = squares(fenAt(n - 1));
    const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
    const mover = before[from];
    const parts = [`${number}${dots}`];
    if (/^O-O/.test(san)) parts.push(`${words.pieces[mover]} ${san.startsWith("O-O-O") ? words.long : words.short}`);
    else parts.push(`${words.pieces[mover]} ${from} ${to}`);
    if (san.includes("x")) parts.push(`${words.takes} ${words.pieces[before[to]] || words.pieces[mover === "P" ? "p" : "P"]}`);
    if (san.includes("=")) parts.push(words.pieces[squares(fenAt(n))[to]]);
    if (san.endsWith("#")) parts.push(words.mate); else if (san.endsWith("+")) parts.push(words.check);
    return parts.join(", ");
  };

  const sides = () => {
    const left = { white: null, black: null };
    game.moves.slice(0, ply).forEach((move) => { if (move.clock !== null) left[move.dots === "…" ? "black" : "white"] = move.clock; });
    const turn = fenAt(ply).split(" ")[1] === "w" ? "white" : "black";
    for (const [side, seconds] of Object.entries(left)) {
      const face = viewer.querySelector(`.side.${side} .clk`);
      face.hidden = seconds === null;
      face.classList.toggle("on", side === turn && game.live && ply === game.moves.length);
      if (seconds !== null) face.textContent = clock(seconds);
    }
  };

  const mark = () => {
    viewer.querySelectorAll(".moves [aria-current]").forEach((link) => link.removeAttribute("aria-current"));
    const link = viewer.querySelector(`.moves [data-ply="${ply}"]`);
    const box = viewer.querySelector(".moves");
    link?.setAttribute("aria-current", "true");
    const top = link ? link.closest("tr").offsetTop : 0;
    if (top < box.scrollTop + 40 || top > box.scrollTop + box.clientHeight - 60) box.scrollTop = top - box.clientHeight / 2;
    const share = viewer.querySelector("[data-share]");
    if (share) share.dataset.share = address();
    for (const [name, end] of [["first", 0], ["back", 0], ["on", game.moves.length], ["last", game.moves.length]]) go[name].setAttribute("aria-disabled", String(ply === end));
  };

  const show = (n, quiet) => {
    ply = Math.max(0, Math.min(n, game.moves.length));
    board.setAttribute("last", ply ? game.moves[ply - 1].uci : "");
    board.setAttribute("fen", fenAt(ply));
    board.setAttribute("label", ply ? game.moves[ply - 1].label : words.start);
    sides();
    mark();
    if (quiet) return;
    said.textContent = spoken(ply);
    history.replaceState(null, "", address());
  };

  const stop = () => {
    clearInterval(playing);
    playing = 0;
    face();
  };
  const face = () => {
    const { play, pause } = document.getElementById("live").dataset;
    const icon = go.play.querySelector("use");
    icon.setAttribute("href", icon.getAttribute("href").replace(/#.*/, playing ? "#i-pause" : "#i-play"));
    for (const name of ["aria-label", "title"]) go.play.setAttribute(name, playing ? pause : play);
  };
  const play = () => {
    if (playing) { stop(); return; }
    if (ply === game.moves.length && !game.live) show(0);
    playing = setInterval(() => { if (ply < game.moves.length) show(ply + 1); else if (!game.live) stop(); }, TEMPO);
    face();
  };
  const turn = () => {
    board.toggleAttribute("flip");
    viewer.querySelector(".front").classList.toggle("turned", board.hasAttribute("flip"));
    mark();
    history.replaceState(null, "", address());
  };
  const acts = { first: () => show(0), back: () => show(ply - 1), play, on: () => show(ply + 1), last: () => show(game.moves.length), flip: turn };
  const act = (name) => { if (name !== "play" && name !== "flip" && playing) stop(); acts[name](); };

  viewer.addEventListener("click", (event) => {
    const button = event.target.closest("[data-go], [data-ply]");
    if (!button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (button.dataset.go) act(button.dataset.go);
    else { if (playing) stop(); show(Number(button.dataset.ply)); }
  });
  viewer.addEventListener("keydown", (event) => { // a link that is a button is pressed by Space too
    if (event.key === " " && event.target.dataset.go) { event.preventDefault(); act(event.target.dataset.go); }
  });
  board.addEventListener("mousedown", (event) => event.preventDefault()); // a click leaves the arrows to the game
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.target.closest("input, textarea, select")) return;
    const name = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", f: "flip", F: "flip" }[event.key];
    if (!name) return;
    event.preventDefault();
    act(name);
  });

  // A game in play comes move by move; the list is written again from the moves.
  const rest = (from) => {
    const [, turn, , , , first] = game.start.split(" ");
    game.moves.slice(from).forEach((move, i) => {
      const half = from + i + (turn === "b" ? 1 : 0);
      move.number = Number(first || 1) + Math.floor(half / 2);
      move.dots = half % 2 ? "…" : ".";
      move.san = move.san.replace(/[KQRBN]/g, (letter) => words.letters[letter]);
      move.label = words.after.replace("{move}", `${move.number}${move.dots} ${move.san}`);
    });
  };
  const write = () => {
    const body = viewer.querySelector(".moves tbody");
    body.replaceChildren();
    game.moves.forEach((move, i) => {
      const line = move.dots === "." || !i ? body.insertRow() : body.lastElementChild;
      if (!line.cells.length) {
        line.append(Object.assign(document.createElement("th"), { scope: "row", className: "num n", textContent: move.number }));
        if (move.dots !== ".") line.insertCell();
      }
      const cell = line.insertCell();
      const link = Object.assign(document.createElement("a"), { href: `?ply=${i + 1}`, textContent: move.san });
      link.dataset.ply = i + 1;
      cell.append(link);
      if (move.clock !== null) cell.append(" ", Object.assign(document.createElement("small"), { textContent: clock(move.clock) }));
    });
  };
  const grow = (told) => {
    if (told.from === game.moves.length && !told.moves.length) return;
    const known = game.moves.slice(told.from);
    if (known.length === told.moves.length && known.every((move, i) => move.uci === told.moves[i].uci && move.clock === told.moves[i].clock)) return;
    const following = ply === game.moves.length;
    game.moves.splice(told.from, Infinity, ...told.moves);
    rest(told.from);
    write();
    show(following ? game.moves.length : ply, !following);
  };

  // The journal told something: whoever looks at its last move sees the new one, whoever looks back is left there.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id !== "live") return;
    const following = ply === game.moves.length;
    const before = game;
    read();
    if (game.live && before.moves.length > game.moves.length) { game.moves = before.moves; write(); } // the line was faster
    show(following ? game.moves.length : ply, !following || game.moves.length === before.moves.length);
  });

  read();
  const asked = new URL(location.href).searchParams.get("ply");
  show(asked === null ? game.moves.length : Number(asked), true);
  document.documentElement.dataset.viewer = "ready";
  if (game.live && viewer.dataset.follow) window.chessBoard.follow(viewer.dataset.follow, grow);
})();
