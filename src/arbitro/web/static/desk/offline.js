// Results typed or tapped on this device are kept here until the site has answered for each of them: without network
// they wait, survive a reload and a closed tab, and are sent in their order, each with the journal number it follows.
"use strict";

(() => {
  const box = document.getElementById("queue");
  if (!box) return;
  const KEY = "arbitro.results";
  const CACHE = "arbitro-desk"; // worker.js keeps round pages under this name
  const me = box.dataset.who;
  const banner = box.querySelector("p");
  const results = document.getElementById("results");
  let unstored = null; // the queue itself, where a browser stores nothing
  let notice = "";
  let undecided = "";

  const load = () => {
    if (unstored) return unstored;
    try { return JSON.parse(localStorage.getItem(KEY)) || []; } catch { return []; }
  };
  const save = (queue) => {
    undecided = "";
    try { localStorage.setItem(KEY, JSON.stringify(queue)); unstored = null; } catch { unstored = queue; }
    show();
  };
  const here = (entry) => results && new URL(results.action).pathname === entry.url;
  const late = () => load().filter((entry) => entry.state === "waiting" && (entry.tries || entry.who !== me || !navigator.onLine));

  // What is kept for a board is shown on its row, over what the site last said; the row itself stays as it was below.
  const chip = (row, kind, text) => {
    const made = document.createElement("span");
    made.className = `chip ${kind}`;
    made.textContent = text;
    row.querySelector(".m")?.prepend(made, " ");
  };
  const press = (row, entry) => row.querySelectorAll(".res button").forEach((button) => {
    if (button.value === `${entry.board} ${entry.result}`) button.setAttribute("aria-pressed", "true");
    else if (entry.state === "waiting") button.setAttribute("aria-pressed", "false");
  });
  const decide = (row, entry) => {
    const fix = document.getElementById("clash-row").content.firstElementChild.cloneNode(true);
    fix.dataset.of = entry.id;
    fix.querySelector("p").textContent = entry.note;
    const insist = fix.querySelector(".insist");
    if (entry.insist) insist.textContent = insist.dataset.text.replace("{result}", entry.result || "–");
    else insist.remove();
    row.after(fix);
  };
  const paint = (row, entry) => {
    row.below = row.below || { html: row.innerHTML, classes: row.className };
    press(row, entry);
    const squares = row.querySelector(".res");
    squares?.classList.add("set");
    const pressed = row.querySelector(".res [aria-pressed=true]") && entry.state === "waiting";
    if (entry.state === "waiting") {
      row.classList.add("waiting");
      row.classList.toggle("done", Boolean(entry.result));
      squares?.classList.add("wait");
      chip(row, "", pressed ? box.dataset.waiting : `${entry.result || "–"} · ${box.dataset.waiting}`);
      if (entry.tries || !navigator.onLine) {
        const back = document.createElement("button");
        Object.assign(back, { type: "button", className: "btn sm quiet take-back", textContent: box.dataset.back });
        back.dataset.of = entry.id;
        row.querySelector(".m")?.append(back);
      }
    } else {
      row.classList.add(entry.state === "conflict" ? "clash" : "refused");
      if (entry.state === "conflict") squares?.classList.add("two");
      chip(row, entry.state === "conflict" ? "warn" : "bad", box.dataset[entry.state]);
      decide(row, entry);
    }
  };
  const show = () => {
    const focus = document.activeElement?.closest?.("#boards tr") && document.activeElement.value;
    document.querySelectorAll("#boards tr.fix").forEach((row) => row.remove());
    document.querySelectorAll("#boards tr[data-board]").forEach((row) => {
      if (!row.below) return;
      row.innerHTML = row.below.html;
      row.className = row.below.classes;
      row.below = null;
    });
    load().filter(here).forEach((entry) => {
      const row = document.getElementById(`board-${entry.board}`);
      if (row) paint(row, entry);
    });
    const count = late().length;
    banner.hidden = !count && !notice && !undecided;
    banner.textContent = [count && (count === 1 ? box.dataset.one : box.dataset.many.replace("{n}", count)), notice, undecided].filter(Boolean).join(" ");
    if (focus) document.querySelector(`#boards button[value="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent("boards"));
  };

  // A result joins the queue; one for the same board that has not been answered yet makes way. Typed again after the
  // site told of another result, it is meant.
  const add = (board, result) => {
    const row = document.getElementById(`board-${board}`);
    if (!row) return;
    const url = new URL(results.action).pathname;
    const same = (entry) => entry.url === url && entry.board === board;
    const queue = load();
    const told = queue.find((entry) => same(entry) && entry.state === "conflict" && entry.insist);
    save([...queue.filter((entry) => !same(entry)), {
      id: `${Date.now()}.${Math.random()}`, who: me, url, board, result, state: "waiting", tries: 0,
      seen: told ? told.seen : row.dataset.seen || row.closest("[data-seen]").dataset.seen,
      confirm: told && told.result === result ? told.insist : 0,
    }]);
    send();
  };
  document.addEventListener("result", (event) => add(event.detail.board, event.detail.result));
  results?.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter?.name !== "result") return;
    const [board, ...result] = event.submitter.value.split(" ");
    add(board, result.join(" "));
  });
  document.addEventListener("click", (event) => {
    const fix = event.target.closest?.("button.take-back") || event.target.closest?.("button.insist, button.leave")?.closest("tr.fix");
    const entry = fix && load().find(({ id }) => id === fix.dataset.of);
    if (!entry) return;
    if (event.target.closest(".insist")) add(entry.board, entry.result);
    else save(load().filter(({ id }) => id !== entry.id));
  });

  // Nothing is paired, published or closed over what was typed here and is not decided yet.
  document.addEventListener("submit", (event) => {
    const action = new URL(event.target.getAttribute("action") || "", location).pathname;
    const tournament = action.match(/^(.*\/)do\/(pair|publish|close-round|close-event)$/)?.[1];
    const left = tournament ? load().filter(({ url }) => url.startsWith(tournament)) : [];
    if (!left.length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    undecided = box.dataset.undecided.replace("{boards}", left.map(({ board }) => board).join(", "));
    show();
    banner.scrollIntoView({ block: "nearest" });
  }, true);

  const cookie = (name) => document.cookie.split("; ").find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
  const swap = (entry, said) => {
    if (!here(entry)) return;
    const row = document.getElementById(`board-${entry.board}`);
    if (row && said.row) row.outerHTML = said.row;
    for (const [id, html] of [["progress", said.progress], ["undo-bar", said.undo]]) {
      const part = document.getElementById(id);
      if (part && html) part.innerHTML = html;
    }
    document.body.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail: { target: results, elt: results } }));
  };
  // One result to the site: true when it has answered, whatever it said.
  const post = async (entry) => {
    let answer;
    try {
      answer = await fetch(entry.url, {
        method: "POST", redirect: "manual", signal: AbortSignal.timeout?.(15000),
        headers: { Accept: "application/json", "X-CSRFToken": cookie("csrftoken") || "" },
        body: new URLSearchParams({ result: `${entry.board} ${entry.result}`, expected: entry.seen, confirm: entry.confirm }),
      });
    } catch { answer = null; }
    if (answer) document.documentElement.dataset.live = "on"; else dispatchEvent(new Event("lost"));
    const asked = answer?.type === "opaqueredirect"; // to the page that asks who one is
    notice = asked ? box.dataset.login : "";
    if (!answer || asked || answer.status >= 500 || answer.status === 429) {
      save(load().map((other) => (other.id === entry.id ? { ...other, tries: other.tries + 1 } : other)));
      return false;
    }
    let said;
    try { said = await answer.json(); } catch { said = { state: "refused", note: box.dataset.no }; }
    const queue = load().map((other) => (other.url === entry.url && other.board === entry.board && said.number ? { ...other, seen: said.number } : other));
    const left = queue.filter(({ id }) => id !== entry.id);
    const open = queue.some(({ id }) => id === entry.id); // not replaced by another result, nor taken back, meanwhile
    swap(entry, said);
    save(said.state === "saved" || !open ? left : queue.map((other) => (other.id === entry.id ? { ...other, ...said, row: "", progress: "", undo: "" } : other)));
    return true;
  };
  let busy = false;
  const drain = async () => {
    if (busy) return;
    busy = true;
    try {
      for (let entry; (entry = load().find(({ state, who }) => state === "waiting" && who === me));) if (!(await post(entry))) break;
    } finally { busy = false; }
  };
  // One tab sends at a time; where browsers have no locks, a result sent twice is the same result.
  const send = () => (navigator.locks ? navigator.locks.request(KEY, { ifAvailable: true }, (lock) => lock && drain()) : drain());

  addEventListener("online", send);
  addEventListener("offline", () => { dispatchEvent(new Event("lost")); show(); });
  addEventListener("storage", (event) => { if (event.key === KEY) show(); });
  // htmx gives rows their fetched classes back when it settles: marks are painted then, too.
  for (const name of ["htmx:afterSwap", "htmx:afterSettle"]) document.body.addEventListener(name, (event) => { if (event.detail.target.id === "boards") show(); });
  setInterval(() => { if (load().some(({ state }) => state === "waiting")) send(); }, 3000);
  addEventListener("beforeunload", (event) => { if (late().length) event.preventDefault(); });
  show();
  send();

  // The pages opened here open without network too: the worker keeps them, with what they load, and a page that says
  // what waits for all others. Nobody else's eyes: thrown away when somebody logs out, or somebody else logs in.
  if ("serviceWorker" in navigator) {
    const forget = () => caches.delete(CACHE);
    const whose = `${me} ${document.documentElement.lang}`;
    document.addEventListener("submit", (event) => { if (event.target.matches("form[action$='/logout']")) forget(); });
    navigator.serviceWorker.register(box.dataset.worker).then(async () => {
      if (!navigator.onLine || document.documentElement.dataset.kept) return;
      const first = localStorage.getItem("arbitro.who") !== whose;
      if (first) await forget();
      localStorage.setItem("arbitro.who", whose);
      const cache = await caches.open(CACHE);
      const add = (address) => cache.add(address).catch(() => {});
      if (first || !navigator.serviceWorker.controller) await add(location.href.split("#")[0]); // else the worker has kept this page
      const loaded = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => /^\/static\/|\/table$/.test(new URL(name).pathname));
      if (!(await cache.match(box.dataset.offline))) {
        await add(box.dataset.offline);
        const text = await (await cache.match(box.dataset.offline))?.text();
        loaded.push(...(text || "").match(/\/static\/[^"\s]+\.(js|css)\?[^"\s]*/g) || []);
      }
      for (const address of new Set(loaded)) if (!(await cache.match(address))) await add(address);
    }).catch(() => {});
  }
})();
