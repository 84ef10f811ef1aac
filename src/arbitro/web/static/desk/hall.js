// The hall's decision desk: board, tile, case, the questions that change the answer, the answer, apply. It works from a
// table of rulings fetched once; without network, rulings wait in the phone until they can be written down.
"use strict";

(() => {
  const place = document.getElementById("hall-place");
  if (!place) return;
  const data = JSON.parse(document.getElementById("hall-data").textContent);
  const { say, urls, tiles } = data;
  const token = document.querySelector("input[name=csrfmiddlewaretoken]").value;
  const shelf = `hall ${urls.apply}`;
  const cases = Object.fromEntries(tiles.flatMap((tile) => tile.cases.map((one) => [one.id, { ...one, tile: tile.id }])));
  const other = { white: "black", black: "white" };
  const { squares, field, words } = window.chessBoard;
  let table = null;
  let games = {};
  let now = {};

  // -- small tools

  const el = (name, attributes = {}, ...inside) => {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else if (value === true) node.setAttribute(key, "");
      else if (value !== false && value != null) node.setAttribute(key, value);
    }
    node.append(...inside.flat(Infinity).filter((one) => one !== null && one !== ""));
    return node;
  };
  const sign = (id, box = 24, name = "i") => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", name);
    svg.setAttribute("viewBox", `0 0 ${box} ${box}`);
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", box === 24 ? `${urls.icons}#i-${id}` : `#p-${id}`);
    svg.append(use);
    return svg;
  };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all);
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().match(/[\p{L}\p{N}½]+/gu) || [];
  const seconds = (text) => {
    const parts = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim());
    return parts ? (parts[1] || 0) * 3600 + parts[2] * 60 + Number(parts[3]) : null;
  };
  const clock = (s) => [Math.floor(s / 3600), String(Math.floor(s / 60) % 60).padStart(2, "0"), String(s % 60).padStart(2, "0")].join(":");
  const span = (s) => `${Math.floor(Math.abs(s) / 60)}:${String(Math.abs(s) % 60).padStart(2, "0")}`;
  const disc = (side) => el("span", { class: side === "black" ? "disc b" : "disc", role: "img", "aria-label": say[side] });
  const article = (number) => el("a", { class: "article", href: `${urls.laws}${encodeURIComponent(number)}?edition=${data.edition}`, target: "_blank" }, number);

  const send = async (url, body) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(body),
    });
    const said = (answer.headers.get("Content-Type") || "").includes("json") ? await answer.json() : { said: answer.statusText };
    return { status: answer.status, said };
  };

  // -- what the Laws say, from the table

  const work = () => table.cases[now.case];
  const usual = (question) => {
    if (question.name === "number") return Math.min(seat().illegal[now.side] || 0, question.answers.length - 1);
    if (question.name === "after_start" && data.deadline) {
      const time = new Date();
      return `${String(time.getHours()).padStart(2, "0")}:${String(time.getMinutes()).padStart(2, "0")}` > data.deadline ? 0 : 1;
    }
    return question.usual;
  };
  const chosen = (question) => now.answers[question.name] ?? usual(question);
  const ruling = (change = {}) => {
    let at = cases[now.case].who && now.side === "black" ? 1 : 0;
    for (const question of work().questions) {
      at = at * question.answers.length + (change[question.name] ?? chosen(question));
    }
    return work().rulings[at];
  };
  // What the position has answered is shown as the answer: the one that leads to the same ruling.
  const found = (question) => {
    if (!now.judged || question.answers[chosen(question)][0] !== "?") return chosen(question);
    return question.answers.findIndex((_answer, n) => table.rulings[ruling({ [question.name]: n })].row === now.judged.row);
  };
  const matters = (question) => question.answers.some((_answer, n) => ruling({ [question.name]: n }) !== ruling());
  const seat = () => data.boards[now.board];
  const name = (side) => seat()[side]?.name || say[side];

  // -- pages

  const takeGame = () => {
    const game = games[now.board];
    if (game) Object.assign(now, { moves: game.moves, start: game.start, pieces: squares(game.fen), turn: game.fen.split(" ")[1], stored: true });
  };
  const begin = (board) => {
    now = { board, answers: {}, clocks: now.board === board ? now.clocks || {} : {}, touched: [], fen: "", moves: "" };
    takeGame();
  };
  const open = (board, push = true) => {
    begin(board);
    if (push) history.pushState({ board }, "", board ? `${urls.page}/${board}` : urls.page);
    draw();
    scrollTo(0, 0);
  };
  addEventListener("popstate", (event) => open(event.state?.board ?? null, false));

  const draw = () => {
    const wanted = document.activeElement?.id;
    place.parentElement.classList.toggle("at-board", Boolean(now.board));
    place.replaceChildren(...(now.board ? boardPage() : roundPage()));
    if (wanted && wanted !== "hall-find") document.getElementById(wanted)?.focus({ preventScroll: true });
  };

  const drawAnswer = () => { if (now.case && table) place.querySelector(".answer")?.replaceWith(answer()); };

  const roundPage = () => [
    el("ol", { class: "hall-boards" }, Object.entries(data.boards).map(([n, one]) => el("li", {},
      el("a", {
        href: `${urls.page}/${n}`, class: one.result ? "done" : "", "data-board": n,
        onclick: (event) => { event.preventDefault(); open(Number(n)); },
      }, el("b", {}, n), el("span", {}, one.white?.name || "–", el("br"), one.black?.name || "–"),
      one.log.length ? el("span", { class: "mark warn" }, String(one.log.length)) : "")))),
  ];

  const boardPage = () => [
    el("p", { class: "hall-back" }, el("a", { href: urls.page, onclick: (event) => { event.preventDefault(); open(null); } }, `‹ ${say.back}`)),
    head(),
    el("div", { class: "hall-two" },
      el("div", {}, search(), el("div", { id: "hall-cases" }, ...choice()), ...(table ? asks() : [])),
      ...(now.case && table ? [answer()] : [])),
    record(),
    games[now.board] ? el("details", { class: "hall-game" }, el("summary", {}, say.game), el("p", {}, games[now.board].shown),
      el("chess-board", { fen: games[now.board].fen, label: say.position, class: "chessboard" })) : "",
    el("p", { class: "hall-more" }, say.procedures.map(([key, text]) => el("a", { href: `${urls.page}/${now.board}/${key}` }, text))),
  ];

  const head = () => el("header", { class: "table-head" },
    el("p", { class: "n" }, String(now.board), seat().result ? el("small", {}, seat().result) : ""),
    el("ul", {}, ["white", "black"].map((side) => el("li", {}, disc(side),
      el("span", { class: "who" }, name(side), " ", el("small", { class: "soft" }, String(seat()[side]?.rating || ""))),
      seat().illegal[side] ? el("span", { class: "mark warn", title: say.lost }, `7.5 × ${seat().illegal[side]}`) : "",
      el("input", {
        id: `clock-${side}`, class: "clk", inputmode: "numeric", autocomplete: "off", placeholder: "0:00:00",
        "aria-label": `${say.clocks}: ${name(side)}`, value: now.clocks[side] || "",
        oninput: (event) => { now.clocks[side] = event.target.value; drawAnswer(); },
      })))));

  const search = () => el("p", { class: "hall-find" }, el("input", {
    id: "hall-find", type: "search", placeholder: say.search, "aria-label": say.search, value: now.find || "",
    oninput: (event) => {
      now.find = event.target.value;
      now.case = now.tile = null;
      document.getElementById("hall-cases").replaceChildren(...choice());
    },
  }));

  const choose = (id) => {
    begin(now.board);
    now.case = id;
    now.tile = cases[id].tile;
    draw();
    document.querySelector(".hall-asks, .answer")?.scrollIntoView({ block: "nearest" });
  };
  const caseButton = (one) => el("button", { type: "button", "data-case": one.id, onclick: () => choose(one.id) }, one.say);
  const choice = () => {
    const words = fold(now.find || "");
    if (words.length) {
      const found = Object.values(cases).filter((one) => words.every((word) => ` ${one.find}`.includes(` ${word}`)));
      return [el("div", { class: "hall-list", role: "group" }, found.slice(0, 12).map(caseButton),
        found.length ? "" : el("p", { class: "soft" }, el("a", { href: say.notes }, say.nothing)))];
    }
    if (now.case) {
      return [el("p", { class: "hall-chosen" }, el("strong", {}, cases[now.case].say),
        el("button", { type: "button", class: "link", onclick: () => { const tile = now.tile; begin(now.board); now.tile = tile; draw(); } }, say.other))];
    }
    const chosenTile = tiles.find((tile) => tile.id === now.tile);
    return [
      el("div", { class: "tiles", role: "group" }, tiles.map((tile) => el("button", {
        type: "button", "data-tile": tile.id, "aria-pressed": String(tile.id === now.tile),
        onclick: () => { now.tile = tile.id; now.more = false; draw(); document.querySelector(".hall-list")?.scrollIntoView({ block: "nearest" }); },
      }, sign(tile.icon), el("span", {}, tile.say)))),
      ...(chosenTile ? [el("div", { class: "hall-list", role: "group" },
        chosenTile.cases.filter((one) => one.usual || now.more).map(caseButton),
        chosenTile.cases.some((one) => !one.usual) && !now.more
          ? el("button", { type: "button", class: "link", onclick: () => { now.more = true; draw(); } }, say.more) : "")] : []),
    ];
  };

  const seg = (label, number, options, pressed, choosing) => el("div", { class: "ask", role: "group", "aria-label": label },
    el("span", {}, label, number ? [" ", article(number)] : ""),
    el("div", { class: `seg${options.length > 3 || options.some((one) => String(one).length > 10) ? " long" : ""}` },
      options.map((option, n) => el("button", { type: "button", "aria-pressed": String(n === pressed), onclick: () => choosing(n) }, option))));

  const numbered = (id, label, value, change, mode = "numeric") => el("p", { class: "ask" }, el("label", { for: id }, label),
    el("input", { id, inputmode: mode, autocomplete: "off", value, onchange: (event) => change(event.target.value) }));
  // Two boards as they sat: each White against the other's Black, or the two games at each other's tables.
  const asSat = () => {
    const two = cases[now.case].other && now.other !== now.board ? data.boards[now.other] : null;
    if (!two || !/^seats\.(tables|on|over)$/.test(leaf().row)) return [];
    const one = seat();
    const pairs = leaf().row === "seats.tables" ? [[two.white, two.black], [one.white, one.black]] : [[one.white, two.black], [two.white, one.black]];
    return [now.board, now.other].map((n, at) => el("li", {}, fill(say.as_sat, { n, white: pairs[at][0]?.name || "–", black: pairs[at][1]?.name || "–" })));
  };
  const clocksRead = () => Object.fromEntries(["white", "black"].filter((side) => seconds(now.clocks[side] || "") !== null).map((side) => [`${side}_clock`, now.clocks[side].trim()]));
  const reckon = async () => {
    try {
      const { status, said } = await send(urls.ask, { case: now.case, answers: answersByName(), ran: now.ran, made: now.made || 0, ...clocksRead() });
      if (status >= 500) throw new Error(status);
      now.complaint = status === 200 ? "" : said.said;
      if (status === 200) { now.judged = said; now.judgedBy = { ran: now.ran, made: now.made || 0 }; }
    } catch { now.complaint = say.offline; }
    draw();
  };

  const asks = () => {
    if (!now.case) return [];
    const rows = [];
    if (cases[now.case].who) {
      rows.push(seg(say.who, "", ["white", "black"].map((side) => el("span", {}, disc(side), " ", name(side))),
        ["white", "black"].indexOf(now.side), (n) => { now.side = ["white", "black"][n]; now.answers = {}; now.judged = null; draw(); }));
    }
    if (ready()) {
      for (const question of work().questions.filter(matters)) {
        rows.push(seg(question.ask, question.article, question.answers.map((one) => one[1]), found(question), (n) => {
          now.answers[question.name] = n;
          if (question.name !== "number") now.judged = null;
          now.board_open = question.answers[n][0] === "?" && ["opponent_can_mate", "correct"].includes(question.name);
          draw();
        }));
      }
      if (cases[now.case].other) rows.push(numbered("hall-other", say.other_board, now.other || "", (value) => { now.other = Number(value) || null; draw(); }));
      if (now.case === "clock-setting") {
        rows.push(numbered("hall-ran", say.ran, now.ran || "", (value) => { now.ran = value.trim(); now.judged = null; }, "text"));
        rows.push(numbered("hall-made", say.made, now.made || "", (value) => { now.made = Number(value) || 0; now.judged = null; }));
        rows.push(el("p", { class: "row" }, el("button", { type: "button", id: "hall-reckon", onclick: reckon }, say.reckon)),
          el("p", { class: "note error", role: "alert", hidden: !now.complaint }, now.complaint || ""));
      }
      if (work().position) rows.push(positionBox());
    }
    return [el("div", { class: "hall-asks" }, rows)];
  };
  const ready = () => now.case && (!cases[now.case].who || now.side);

  // -- the answer

  const leaf = () => now.judged || table.rulings[ruling()];
  const penaltyNow = () => {
    if (!leaf().penalty || !now.side) return "";
    return now.penalty ?? seat()[now.side]?.next ?? "warning";
  };
  const times = () => {
    const found = { ...leaf().times };
    const penalty = penaltyNow();
    if (penalty === "increase opponent time") found[other[now.side]] = (found[other[now.side]] || 0) + (now.seconds || 120);
    if (penalty === "reduce offender time") found[now.side] = (found[now.side] || 0) - (now.seconds || 120);
    return found;
  };
  const result = () => leaf().result || (penaltyNow() === "declare game lost" ? (now.side === "white" ? "0-1" : "1-0") : "");

  const answer = () => {
    if (!ready()) return el("section", { class: "answer empty", "aria-live": "polite" }, el("p", { class: "soft" }, say.who));
    const said = leaf();
    const penalty = penaltyNow();
    const given = Object.entries(times());
    const title = result() ? `${say.result}: ${result().replace("1/2-1/2", "½-½")}`
      : given.length ? given.map(([side, s]) => fill(s > 0 ? say.gets : say.loses, { name: name(side), time: span(s) })).join("; ")
        : penalty ? table.penalties.find((one) => one.name === penalty).say : cases[now.case].say;
    const lines = [el("li", {}, el("span", {}, `${said.text} `, said.articles.map((number) => [article(number), " "])))];
    for (const [side, s] of given) {
      const before = seconds(now.clocks[side] || "");
      if (before !== null) lines.push(el("li", {}, fill(say.clock, { name: name(side), old: clock(before), new: clock(Math.max(0, before + s)) })));
    }
    if (said.illegal) {
      lines.push(el("li", {}, fill(said.illegal >= data.lost ? say.lost : say.count, { n: said.illegal, name: name(now.side), lost: data.lost })));
    }
    lines.push(...asSat());
    said.outcomes.forEach((one) => lines.push(el("li", {}, el("span", {}, `${one.when} `, el("b", {}, one.ends)))));
    if (now.material && !now.judged) lines.push(el("li", {}, now.material));
    if (said.mating) lines.push(el("li", {}, el("span", {}, said.mating, said.line ? ` ${said.line}` : "")));
    const past = data.past.filter((one) => one.row === said.row && !(one.round === data.round && one.board === now.board));
    return el("section", { class: "answer", "aria-live": "polite" },
      el("h2", {}, title),
      el("ol", {}, lines),
      said.penalty && now.side ? penalties(penalty) : said.options.length
        ? el("div", {}, el("p", {}, say.left), el("ul", { class: "dots" }, said.options.map((one) => el("li", {}, one)))) : "",
      el("details", {}, el("summary", {}, say.say), el("p", { lang: document.documentElement.lang }, said.text),
        el("p", { class: "soft", lang: document.documentElement.lang === "es" ? "en" : "es" }, said.other)),
      said.articles.some((number) => table.comments[number]) ? el("details", { class: "comment" }, el("summary", {}, say.comment),
        said.articles.filter((number) => table.comments[number]).map((number) => el("p", {}, article(number), ` ${table.comments[number]}`))) : "",
      past.length ? el("details", { class: "past" }, el("summary", {}, `${say.past}: ${past.length}`),
        el("ul", {}, past.slice(-6).map((one) => el("li", {}, `${fill(say.round, { n: one.round, b: one.board ?? "–" })}: ${one.name}. ${one.ruling} ${one.result}`)))) : "",
      el("p", { class: "field" }, el("textarea", { id: "hall-words", rows: 1, maxlength: 1000, placeholder: say.words, "aria-label": say.words,
        oninput: (event) => { now.words = event.target.value; } }, now.words || "")),
      data.may ? el("div", { class: "acts" },
        el("button", { type: "button", class: "primary go", id: "hall-apply", disabled: said.code === "DEPENDS", onclick: () => write(false) }, say.apply),
        el("button", { type: "button", id: "hall-note", onclick: () => write(true) }, say.note)) : "",
      el("p", { class: "hint" }, say.proposal));
  };

  const penalties = (penalty) => {
    const had = seat()[now.side]?.had || 0;
    return el("div", { class: "hall-penalty" },
      had ? el("p", { class: "soft" }, fill(say.next, { name: name(now.side), n: had, penalty: table.penalties.find((one) => one.name === seat()[now.side].next)?.say || "" })) : "",
      el("label", { for: "hall-penalty" }, say.penalty),
      el("select", { id: "hall-penalty", onchange: (event) => { now.penalty = event.target.value; draw(); } },
        el("option", { value: "" }, say.none),
        table.penalties.filter((one) => leaf().options.includes(one.say)).map((one) => el("option", { value: one.name, selected: one.name === penalty }, one.say))),
      /time$/.test(penalty) ? el("label", {}, say.minutes, " ", el("input", { type: "number", min: 1, max: 60, value: (now.seconds || 120) / 60, id: "hall-minutes",
        onchange: (event) => { now.seconds = 60 * Number(event.target.value); draw(); } })) : "");
  };

  // -- a position

  const letters = "KQRBNPkqrbnp";
  const fenOf = (pieces, turn) => {
    const castling = [["K", "e1", "h1", "R"], ["Q", "e1", "a1", "R"], ["k", "e8", "h8", "r"], ["q", "e8", "a8", "r"]]
      .filter(([right, king, rook, letter]) => pieces[rook] === letter && pieces[king] === (right < "a" ? "K" : "k")).map((one) => one[0]).join("");
    return `${field(pieces)} ${turn} ${castling || "-"} - 0 1`;
  };
  const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
  const chessboard = (pieces, tap, marked) => {
    const board = el("chess-board", { fen: field(pieces), flip: Boolean(now.flip), label: say.position, class: tap ? "chessboard taps" : "chessboard",
      onsquare: (event) => { if (tap) { tap(event.detail); place.querySelector("chess-board").seek(event.detail); } } });
    board.marks = marked;
    return board;
  };

  // Every appearance of the positions that came as often as any, from the second on.
  const repetitions = () => {
    const most = Math.max(...now.steps.map((one) => one.count));
    const firsts = new Set(now.steps.filter((one) => most > 1 && one.count === most).map((one) => one.first));
    return now.steps.map((one, n) => [one, n]).filter(([one]) => firsts.has(one.first));
  };

  const positionBox = () => {
    const touches = cases[now.case].tile === "touch";
    now.pieces ??= {};
    now.turn ??= now.side === "black" ? "b" : "w";
    const tool = now.tool ?? (touches && Object.keys(now.pieces).length ? "touch" : "K");
    const set = (fen) => { Object.assign(now, { pieces: squares(fen), judged: null, touched: [], stored: false, moves: "", steps: null }); draw(); };
    const tap = (square) => {
      if (tool === "touch") { if (!now.touched.includes(square)) now.touched.push(square); }
      else if (tool === "" || now.pieces[square] === tool) delete now.pieces[square];
      else now.pieces[square] = tool;
      now.judged = null;
      if (tool !== "touch" && now.stored) Object.assign(now, { stored: false, moves: "" });
      draw();
    };
    const tools = [...letters].map((letter) => el("button", {
      type: "button", class: "piece", "data-piece": letter, "aria-pressed": String(tool === letter), "aria-label": words.pieces[letter],
      onclick: () => { now.tool = letter; draw(); },
    }, sign(letter.toLowerCase(), 45, `pc ${letter < "a" ? "w" : "b"}`)));
    const step = now.steps && now.steps[now.step];
    const box = el("details", { class: "hall-position", open: now.board_open, ontoggle: (event) => { now.board_open = event.target.open; } },
      el("summary", {}, games[now.board] ? say.game : say.position),
      now.stored && !now.steps ? el("p", { class: "soft" }, fill(say.from_game, { n: games[now.board].count })) : "",
      chessboard(step ? squares(step.fen) : now.pieces, step ? null : tap, now.touched),
      now.steps ? el("div", { class: "hall-steps" },
        el("button", { type: "button", "aria-label": say.before, onclick: () => { now.step = Math.max(0, now.step - 1); draw(); } }, "‹"),
        el("span", { "aria-live": "polite" }, step.san || say.start, step.count > 1 ? ` · ${fill(say.times, { n: step.count })}` : "", step.quiet ? ` · ${fill(say.quiet, { n: step.quiet })}` : ""),
        el("button", { type: "button", "aria-label": say.after, onclick: () => { now.step = Math.min(now.steps.length - 1, now.step + 1); draw(); } }, "›"),
        repetitions().map(([one, n]) => el("button", { type: "button", "data-step": n, "aria-pressed": String(n === now.step), onclick: () => { now.step = n; draw(); } }, `${one.san || say.start} (${one.count})`))) : "",
      el("div", { class: "pieces" }, tools,
        el("button", { type: "button", "aria-pressed": String(tool === ""), onclick: () => { now.tool = ""; draw(); } }, say.erase),
        touches ? el("button", { type: "button", "aria-pressed": String(tool === "touch"), onclick: () => { now.tool = "touch"; draw(); } }, say.touch) : ""),
      touches ? el("p", { class: "hint" }, say.touched, " ", now.touched.join(", ")) : "",
      el("div", { class: "row" },
        el("button", { type: "button", onclick: () => set(START) }, say.start),
        el("button", { type: "button", onclick: () => set("8/8/8/8/8/8/8/8") }, say.clear),
        el("button", { type: "button", onclick: () => { now.flip = !now.flip; draw(); } }, say.flip)),
      seg(say.toplay, "", [say.white, say.black], now.turn === "w" ? 0 : 1, (n) => { now.turn = "wb"[n]; now.judged = null; draw(); }),
      el("p", { class: "field" }, el("input", { id: "hall-fen", placeholder: "FEN", "aria-label": "FEN", autocomplete: "off", value: now.fen,
        onchange: (event) => { now.fen = event.target.value.trim(); now.turn = now.fen.split(" ")[1] || now.turn; set(now.fen); } })),
      el("p", { class: "field" }, el("textarea", { id: "hall-moves", rows: 2, placeholder: say.moves, "aria-label": say.moves,
        onchange: (event) => { now.moves = event.target.value; now.stored = false; now.pieces = {}; } }, now.moves)),
      ["repetition", "fifty", "sealed"].includes(now.case) ? numbered("hall-declared", say.declared, now.declared || "", (value) => { now.declared = value.trim(); now.judged = null; }, "text") : "",
      el("p", { class: "row" }, el("button", { type: "button", id: "hall-look", onclick: look }, say.look)),
      el("p", { class: "note error", role: "alert", hidden: !now.complaint }, now.complaint || ""));
    return box;
  };

  const answersByName = () => Object.fromEntries(work().questions.filter(matters).map((question) => [question.name, question.answers[chosen(question)][0]]));
  const look = async () => {
    const placed = Object.keys(now.pieces).length;
    const answers = Object.fromEntries(Object.entries(answersByName()).filter(([key]) => !["opponent_can_mate", "correct", "told", "possible"].includes(key)));
    try {
      const fen = now.stored ? now.start : placed ? (now.fen && fenSame() ? now.fen : fenOf(now.pieces, now.turn)) : "";
      const { status, said } = await send(urls.ask, { case: now.case, side: now.side || "", answers: { ...answers, opponent_can_mate: "?", correct: "?" }, fen, moves: now.moves, touched: now.touched, declared: now.declared || "" });
      if (status >= 500) throw new Error(status);
      now.complaint = status === 200 ? "" : said.said;
      if (status === 200) {
        now.judged = said;
        now.judgedBy = { fen, moves: now.moves, touched: now.touched, declared: now.declared || "" };
        now.steps = said.steps || null;
        now.step = now.steps ? now.steps.length - 1 : 0;
        if (!now.steps) now.pieces = squares(said.fen);
      }
    } catch { byMaterial(); }
    draw();
    if (!now.complaint) document.querySelector(".answer")?.scrollIntoView({ block: "nearest" });
  };
  // Without network only the material can speak: what no position of it can mate with (a bare king; a knight against
  // king and queens; bishops of one colour against pieces that never block the way). Everything else needs the search.
  const byMaterial = () => {
    const question = work().questions.find((one) => one.name === "opponent_can_mate");
    const theirs = Object.entries(now.pieces || {}).filter(([, letter]) => (letter < "a") === (now.side === "black"));
    const mine = Object.values(now.pieces || {}).filter((letter) => (letter < "a") !== (now.side === "black")).map((letter) => letter.toLowerCase());
    const men = theirs.map(([, letter]) => letter.toLowerCase()).filter((letter) => letter !== "k").sort().join("");
    const shade = (square) => ("abcdefgh".indexOf(square[0]) + Number(square[1])) % 2;
    const bishops = Object.entries(now.pieces || {}).filter(([, letter]) => letter.toLowerCase() === "b");
    const oneShade = new Set(bishops.map(([square]) => shade(square))).size === 1;
    const kings = Object.values(now.pieces || {}).filter((letter) => letter.toLowerCase() === "k").length === 2;
    const cannot = kings && (men === "" || (men === "n" && mine.every((letter) => "kq".includes(letter)))
      || (/^b+$/.test(men) && oneShade && !mine.some((letter) => "np".includes(letter))));
    if (question && cannot) {
      now.answers.opponent_can_mate = question.answers.findIndex((one) => one[0] === false);
      now.complaint = "";
      now.material = say.material;
    } else {
      delete now.answers.opponent_can_mate;
      now.material = "";
      now.complaint = say.offline;
    }
  };
  const fenSame = () => JSON.stringify(squares(now.fen)) === JSON.stringify(now.pieces) || Object.entries(squares(now.fen)).every(([k, v]) => now.pieces[k] === v);

  // -- writing

  const stored = () => JSON.parse(localStorage.getItem(shelf) || "[]");
  const keep = (list) => { localStorage.setItem(shelf, JSON.stringify(list)); queue(); };
  const queueBox = document.getElementById("hall-queue");
  const queue = (message) => {
    const waiting = stored();
    const open = waiting.filter((one) => !one.stuck).length;
    queueBox.replaceChildren(...[
      message || null,
      open ? el("p", { class: "note warn" }, fill(say.waiting, { n: open })) : null,
      ...waiting.filter((one) => one.stuck).map((one) => el("p", { class: "note error", role: "alert" }, `${one.board}: ${one.stuck} `,
        one.level ? el("button", { type: "button", class: "anyway", onclick: () => settle(one, one.level) }, say.anyway) : "",
        el("button", { type: "button", onclick: () => settle(one, 0) }, say.drop))),
    ].filter(Boolean));
  };

  const write = async (note) => {
    const said = leaf();
    const body = {
      key: `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`,
      board: now.board, case: now.case, side: cases[now.case].who ? now.side : "",
      answer: Object.entries(answersByName()).filter(([, value]) => value !== "?").map(([key, value]) => `${key}=${value}`),
      penalty: note ? "" : penaltyNow(), seconds: now.seconds || 120, text: now.words || "", note,
      ...(now.judged ? now.judgedBy : {}),
      ...(cases[now.case].other ? { other: now.other || null } : {}),
      ...clocksRead(),
    };
    if (now.judged) body.answer = body.answer.filter((one) => !/^(opponent_can_mate|correct|told|possible)=/.test(one));
    await give(body, { said, note, title: cases[now.case].say, times: times() });
  };

  const noteLocally = (body, { said, note, title, times: added }) => {
    const one = data.boards[body.board];
    if (!note && said.illegal && body.side) one.illegal[body.side] += 1;
    if (!note && said.result) one.result = said.result.replace("1/2-1/2", "½-½");
    for (const side of Object.keys(added || {})) {
      const before = seconds(now.clocks[side] || "");
      if (!note && before !== null) now.clocks[side] = clock(Math.max(0, before + added[side]));
    }
    one.log.push({ text: title, ruling: said.text, result: one.result, at: new Date().toTimeString().slice(0, 5), who: "…", noted: note });
  };
  const waitingToo = () => stored().forEach((one) => { if (one.told && data.boards[one.board]) noteLocally(one, { ...one.told, times: {} }); });
  const refresh = (said) => { for (const key of ["boards", "past", "number"]) if (said[key]) data[key] = said[key]; };

  const give = async (body, told) => {
    const asked = now;
    let answered = null;
    try {
      if (navigator.onLine) answered = await send(urls.apply, body);
    } catch { answered = null; }
    const board = now.board;
    if (!answered || answered.status >= 500) {
      noteLocally(body, told);
      keep([...stored(), { ...body, told }]);
    } else if (answered.status === 409 && answered.said.confirm) {
      queue(el("p", { class: "note warn" }, answered.said.said, " ",
        el("button", { type: "button", id: "hall-anyway", onclick: () => give({ ...body, confirm: answered.said.confirm }, told) }, say.anyway),
        el("button", { type: "button", onclick: () => queue() }, say.drop)));
      scrollTo(0, 0);
      return;
    } else if (answered.status !== 200) {
      queue(el("p", { class: "note error", role: "alert" }, answered.said.said || String(answered.status)));
      scrollTo(0, 0);
      return;
    } else {
      for (const side of Object.keys(told.times || {})) {
        const before = seconds(now.clocks[side] || "");
        if (!told.note && before !== null) now.clocks[side] = clock(Math.max(0, before + told.times[side]));
      }
      refresh(answered.said);
      queue(written(answered.said));
    }
    if (now !== asked) return; // another board or case was begun before the answer came
    begin(board);
    draw();
    scrollTo(0, 0);
  };
  const written = (said) => el("form", { class: "note ok", method: "post", action: urls.undo },
    el("span", {}, fill(say.written, { text: said.said })),
    ...(said.entry ? [el("input", { type: "hidden", name: "csrfmiddlewaretoken", value: token }), el("input", { type: "hidden", name: "target", value: said.entry }),
      el("input", { type: "hidden", name: "next", value: `${urls.page}/${now.board}` }), el("button", { class: "link" }, say.undo)] : []));

  // What the site asks back about stays in the list, with its question, until the arbiter has answered.
  let flushing = false;
  const flush = async () => {
    if (flushing || !navigator.onLine) return;
    flushing = true;
    try {
      for (let first; (first = stored().find((one) => !one.stuck));) {
        const { told, ...body } = first;
        const { status, said } = await send(urls.apply, body);
        if (status >= 500) break;
        const rest = stored().filter((one) => one.key !== first.key);
        keep(status === 200 ? rest : [...rest, { ...first, stuck: said.said || String(status), level: said.confirm || 0 }]);
        if (status === 200) { refresh(said); waitingToo(); }
      }
      if (!now.case) draw();
    } catch { /* the network is gone again: the next try sends the same list */ }
    flushing = false;
  };
  const settle = (one, confirm) => {
    const rest = stored().filter((other) => other.key !== one.key);
    const { stuck, level, ...body } = one;
    keep(confirm ? [...rest, { ...body, confirm }] : rest);
    flush();
  };
  addEventListener("online", flush);
  setInterval(flush, 15_000);

  const record = () => (seat().log.length ? el("section", { class: "log" }, el("h2", {}, say.log), el("ul", {},
    seat().log.map((one) => el("li", {}, el("span", { class: "soft" }, one.at || ""),
      el("span", {}, `${one.text}${one.name ? ` (${one.name})` : ""} `, el("small", { class: "soft" }, one.noted ? say.noted : `${one.ruling} ${one.result}`)),
      el("span", { class: "soft small" }, one.who || ""))))) : "");

  navigator.serviceWorker?.register(urls.worker).catch(() => {});
  waitingToo(); // what this device has not sent yet is shown over what the site last said
  open(data.board, false);
  queue();
  flush();
  fetch(urls.table).then((answer) => answer.json()).then((made) => {
    table = made;
    const asked = new URLSearchParams(location.search).get("case");
    if (now.board && cases[asked]) choose(asked); else draw();
    document.body.dataset.hall = "ready";
  });
  fetch(urls.games).then((answer) => answer.json()).then((made) => {
    games = made;
    if (now.board && !now.moves && !Object.keys(now.pieces || {}).length) { takeGame(); draw(); }
  }).catch(() => { /* without network there are no stored games to start from */ });
})();
