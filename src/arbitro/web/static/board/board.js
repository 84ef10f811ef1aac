// The one board of the house: <chess-board>, an SVG grid that eyes, fingers, keys and screen readers can use.
//
// Attributes: fen, last (e2e4), flip, label. Properties: `marks`, `targets` (lists of squares), `chosen` (a square).
// A tap, Enter or Space on a square tells `square` (detail: its name); arrows, Home and End move among the squares.
// Without scripts its content stays: the picture that the server drew. Names of pieces come from #board-words.
"use strict";

(() => {
  const NS = "http://www.w3.org/2000/svg";
  const FILES = "abcdefgh";
  const said = document.getElementById("board-words");
  const words = said ? JSON.parse(said.textContent) : {};
  const calm = matchMedia("(prefers-reduced-motion: reduce)");

  // { e1: "K", … } of a position, and back: the first field of a FEN.
  const squares = (fen) => {
    const found = {};
    fen.split(" ")[0].split("/").forEach((rank, row) => {
      let file = 0;
      for (const letter of rank) {
        if (/\d/.test(letter)) file += Number(letter);
        else { found[`${FILES[file]}${8 - row}`] = letter; file += 1; }
      }
    });
    return found;
  };
  const field = (pieces) => [8, 7, 6, 5, 4, 3, 2, 1].map((rank) => [...FILES].map((file) => pieces[file + rank] || "1").join("").replace(/1+/g, (empty) => empty.length)).join("/");

  const draw = (name, attributes, text) => {
    const node = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text) node.textContent = text;
    return node;
  };
  const piece = (letter) => ({ href: `#p-${letter.toLowerCase()}`, class: letter < "a" ? "w" : "b" });
  const nameOf = (square, letter) => (letter ? `${square} ${words.pieces?.[letter] || letter}` : square);

  class Board extends HTMLElement {
    static observedAttributes = ["fen", "last", "flip", "label"];

    #cells = new Map();
    #pieces = {};
    #here = "";
    #lists = { marks: [], targets: [], chosen: "" };

    connectedCallback() {
      if (!this.#cells.size) {
        this.addEventListener("click", (event) => this.#tell(event.target));
        this.addEventListener("keydown", (event) => this.#key(event));
        this.addEventListener("focusin", (event) => this.#stand(event.target.closest("[data-square]")?.dataset.square));
      }
      this.#build();
    }

    attributeChangedCallback(name, before, now) {
      if (!this.#cells.size || before === now) return;
      if (name === "flip") this.#build();
      else if (name === "label") this.firstElementChild.setAttribute("aria-label", now);
      else this.#place();
    }

    get marks() { return this.#lists.marks; }
    set marks(list) { this.#lists.marks = list; this.#paint(); }
    get targets() { return this.#lists.targets; }
    set targets(list) { this.#lists.targets = list; this.#paint(); }
    get chosen() { return this.#lists.chosen; }
    set chosen(square) { this.#lists.chosen = square; this.#paint(); }

    // The keys go to a square.
    seek(square) { this.#stand(square); this.#cells.get(square)?.focus({ preventScroll: true }); }

    #flipped() { return this.hasAttribute("flip"); }
    #at(square) {
      const [file, rank] = [FILES.indexOf(square[0]), Number(square[1]) - 1];
      return this.#flipped() ? { x: 45 * (7 - file), y: 45 * rank } : { x: 45 * file, y: 45 * (7 - rank) };
    }

    #build() {
      const svg = draw("svg", { viewBox: "0 0 360 360", class: "chess", role: "grid", "aria-label": this.getAttribute("label") || "" });
      const order = [...Array(8).keys()];
      this.#cells.clear();
      for (const row of order) {
        const line = draw("g", { role: "row" });
        for (const column of order) {
          const [file, rank] = this.#flipped() ? [7 - column, row + 1] : [column, 8 - row];
          const square = `${FILES[file]}${rank}`;
          const [x, y] = [45 * column, 45 * row];
          const cell = draw("g", { role: "gridcell", tabindex: "-1", "data-square": square });
          cell.append(draw("rect", { x, y, width: 45, height: 45, class: (file + rank) % 2 ? "sq-d" : "sq-l" }));
          if (!column) cell.append(draw("text", { x: x + 3, y: y + 11, class: "sq-n" }, String(rank)));
          if (row === 7) cell.append(draw("text", { x: x + 42, y: y + 42, class: "sq-n end" }, FILES[file]));
          this.#cells.set(square, cell);
          line.append(cell);
        }
        svg.append(line);
      }
      svg.append(draw("rect", { class: "cursor", x: 1.5, y: 1.5, width: 42, height: 42 }));
      this.replaceChildren(svg);
      this.#pieces = {};
      this.#place();
      this.#stand(this.#here || (this.#flipped() ? "e8" : "e1"));
    }

    #place() {
      const now = squares(this.getAttribute("fen") || "8/8/8/8/8/8/8/8");
      const moved = this.getAttribute("last") || "";
      for (const [square, cell] of this.#cells) {
        cell.setAttribute("aria-label", nameOf(square, now[square]));
        if (this.#pieces[square] === now[square]) continue;
        cell.querySelector("use")?.remove();
        if (now[square]) cell.append(draw("use", { ...piece(now[square]), ...this.#at(square) }));
      }
      if (moved && now[moved.slice(2, 4)] && this.#pieces[moved.slice(0, 2)] === now[moved.slice(2, 4)] && !calm.matches) this.#slide(moved);
      this.#pieces = now;
      this.#paint();
    }

    #slide(moved) {
      const [from, to] = [this.#at(moved.slice(0, 2)), this.#at(moved.slice(2, 4))];
      const node = this.#cells.get(moved.slice(2, 4)).querySelector("use");
      node?.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], 120);
    }

    #paint() {
      const last = this.getAttribute("last") || "";
      const trail = [last.slice(0, 2), last.slice(2, 4)];
      const { marks, targets, chosen } = this.#lists;
      for (const [square, cell] of this.#cells) {
        cell.classList.toggle("last", trail.includes(square) || marks.includes(square));
        cell.classList.toggle("chosen", square === chosen);
        if (chosen) cell.setAttribute("aria-selected", String(square === chosen)); else cell.removeAttribute("aria-selected");
        cell.querySelector("circle")?.remove();
        if (targets.includes(square)) {
          const { x, y } = this.#at(square);
          cell.append(draw("circle", { class: "target", cx: x + 22.5, cy: y + 22.5, r: this.#pieces[square] ? 20 : 6 }));
        }
      }
    }

    #stand(square) {
      if (!this.#cells.has(square)) return;
      this.#cells.get(this.#here)?.setAttribute("tabindex", "-1");
      this.#here = square;
      this.#cells.get(square).setAttribute("tabindex", "0");
      const { x, y } = this.#at(square);
      const cursor = this.querySelector(".cursor");
      cursor.setAttribute("x", x + 1.5);
      cursor.setAttribute("y", y + 1.5);
    }

    #tell(node) {
      const square = node.closest("[data-square]")?.dataset.square;
      if (square) this.dispatchEvent(new CustomEvent("square", { bubbles: true, detail: square }));
    }

    #key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === "Enter" || event.key === " ") this.#tell(event.target);
      else {
        const [file, rank] = [FILES.indexOf(this.#here[0]), Number(this.#here[1])];
        const way = this.#flipped() ? -1 : 1;
        const to = {
          ArrowLeft: [file - way, rank], ArrowRight: [file + way, rank], ArrowUp: [file, rank + way], ArrowDown: [file, rank - way],
          Home: [way > 0 ? 0 : 7, rank], End: [way > 0 ? 7 : 0, rank],
        }[event.key];
        if (!to) return;
        const square = `${FILES[to[0]] || "-"}${to[1]}`;
        if (this.#cells.has(square)) this.seek(square);
      }
      event.preventDefault();
      event.stopPropagation(); // on the board the arrows are the board's
    }
  }

  // A picture that is no board to walk on: the pieces of a position and the squares of its last move are put in place.
  const redraw = (svg, fen, last) => {
    svg.querySelectorAll(".sq-m, .w, .b").forEach((node) => node.remove());
    const at = (square) => [45 * FILES.indexOf(square[0]), 45 * (8 - square[1])];
    for (const square of last ? [last.slice(0, 2), last.slice(2, 4)] : []) svg.append(draw("path", { class: "sq-m", d: `M${at(square)}h45v45h-45z` }));
    for (const [square, letter] of Object.entries(squares(fen))) svg.append(draw("use", { ...piece(letter), x: at(square)[0], y: at(square)[1] }));
  };
  // The lines of a round in play, as they come. One that breaks, or is silent too long (a phone that slept), is opened anew;
  // a page that is out of sight has none.
  const SILENT = 40000;
  const shown = () => new Promise((on) => {
    const look = () => { if (!document.hidden) { document.removeEventListener("visibilitychange", look); on(); } };
    document.addEventListener("visibilitychange", look);
    look();
  });
  const follow = async (address, told) => {
    for (let wait = 1000; ; wait = Math.min(2 * wait, 30000)) {
      await shown();
      const line = new AbortController();
      const hide = () => { if (document.hidden) line.abort(); };
      let silence = setTimeout(() => line.abort(), SILENT);
      document.addEventListener("visibilitychange", hide);
      try {
        const reader = (await fetch(address, { signal: line.signal })).body.pipeThrough(new TextDecoderStream()).getReader();
        for (let rest = ""; ;) {
          const { value, done } = await reader.read();
          if (done) return;
          clearTimeout(silence);
          silence = setTimeout(() => line.abort(), SILENT);
          wait = 1000;
          const lines = (rest + value).split("\n");
          rest = lines.pop();
          for (const one of lines) if (one) told(JSON.parse(one));
        }
      } catch { await new Promise((again) => { setTimeout(again, document.hidden ? 0 : wait); }); } finally {
        clearTimeout(silence);
        document.removeEventListener("visibilitychange", hide);
      }
    }
  };

  customElements.define("chess-board", Board);
  window.chessBoard = { squares, field, words, redraw, follow };
})();
