// Arbitro's own script: theme, live updates, menus, toasts. Small on purpose; pages work without it.
"use strict";

(() => {
  const root = document.documentElement;
  root.dataset.script = "on";

  // Light, dark, or as the system says.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    const dark = root.dataset.theme === "dark" || (root.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset.theme = dark ? "light" : "dark";
    document.cookie = `theme=${root.dataset.theme};path=/;max-age=31536000;samesite=lax`;
  });

  // Live: a page that names a stream and its journal number asks htmx to fetch its live parts when the number changes.
  // All tabs of a browser share one stream (stream.js); where there are no shared workers, each tab in sight has its own.
  const live = document.querySelector("[data-stream]");
  if (live) {
    const SILENT = 40000;
    let number = Number(live.dataset.number || 0);
    let heard = root.dataset.kept ? Date.parse(root.dataset.kept) : Date.now(); // the desk's worker dates what it kept
    let patience = heard + SILENT; // until when silence is nothing
    const lost = () => {
      root.dataset.live = "off";
      const today = new Date(heard).toDateString() === new Date().toDateString();
      const time = new Date(heard).toLocaleString(root.lang, { ...(today ? {} : { day: "numeric", month: "short" }), hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
      const lamp = document.querySelector(".lamp .off");
      if (lamp) {
        lamp.dataset.words ??= lamp.textContent;
        lamp.textContent = lamp.dataset.words ? `${lamp.dataset.words} · ${time}` : live.dataset.asOf.replace("{time}", time);
        return;
      }
      let note = document.querySelector(".lost");
      if (!note) {
        note = document.createElement("p");
        note.className = "lost";
        note.setAttribute("role", "status");
        document.body.append(note);
      }
      note.dataset.words ??= note.textContent;
      note.textContent = `${note.dataset.words} ${live.dataset.asOf.replace("{time}", time)}`;
    };
    const hear = (message) => {
      if (message.lost) { lost(); return; }
      heard = Date.now();
      patience = heard + SILENT;
      root.dataset.live = "on";
      if (message.number === undefined || message.number === number) return;
      number = message.number;
      document.body.dispatchEvent(new CustomEvent("journal", { bubbles: true }));
    };
    addEventListener("lost", lost);
    if (root.dataset.kept) lost();
    let listen;
    if (window.SharedWorker && live.dataset.worker) {
      const { port } = new SharedWorker(live.dataset.worker);
      port.onmessage = ({ data }) => hear(data);
      listen = (visible) => port.postMessage({ listen: live.dataset.stream, visible });
    } else {
      let source = null;
      listen = (visible) => {
        if (source) source.close();
        source = visible ? new EventSource(live.dataset.stream) : null;
        if (!source) return;
        const mine = source;
        mine.addEventListener("number", (event) => hear({ number: Number(event.data) }));
        mine.addEventListener("beat", () => hear({}));
        mine.onerror = () => {
          hear({ lost: true });
          if (mine.readyState === EventSource.CLOSED) setTimeout(() => { if (source === mine) listen(!document.hidden); }, 3000);
        };
      };
    }
    listen(!document.hidden);
    document.addEventListener("visibilitychange", () => listen(!document.hidden));
    window.addEventListener("pagehide", () => listen(false));
    window.addEventListener("pageshow", (event) => { if (event.persisted) listen(true); });
    // A line can be dead without anybody knowing (a phone that slept): silence is told, and the line opened anew.
    setInterval(() => {
      if (document.hidden || Date.now() < patience) return;
      lost();
      listen(false);
      listen(true);
      patience = Date.now() + 10000; // the next try; the time that is told stays that of the last word
    }, 5000);
    // The answer must be at least as new as what the stream has told.
    document.body.addEventListener("htmx:configRequest", (event) => { event.detail.headers["X-Journal"] = String(number); });
    // A failed fetch is tried again; nothing on the page is lost meanwhile.
    for (const name of ["htmx:sendError", "htmx:responseError"]) {
      document.body.addEventListener(name, (event) => {
        if (event.detail.elt.id === "live") setTimeout(() => document.body.dispatchEvent(new CustomEvent("journal", { bubbles: true })), 3000);
      });
    }
  }

  // A swap keeps what the reader had: sideways scroll, and the focus by id.
  let kept = null;
  let lines = new Map();
  let tabs = 0;
  document.addEventListener("scroll", (event) => { if (event.target.matches && event.target.matches(".tabs")) tabs = event.target.scrollLeft; }, { capture: true, passive: true });
  document.body.addEventListener("htmx:oobAfterSwap", () => { const row = document.querySelector(".tabs"); if (row) row.scrollLeft = tabs; });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "live") return;
    kept = {
      focus: document.activeElement ? document.activeElement.id : "",
      scroll: [...document.querySelectorAll("#live .scroll")].map((box) => box.scrollLeft),
    };
    lines = new Map([...document.querySelectorAll("#live tr[id]")].map((line) => [line.id, line.innerHTML]));
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (!kept || event.detail.target.id !== "live") return;
    document.querySelectorAll("#live .scroll").forEach((box, i) => { box.scrollLeft = kept.scroll[i] || 0; });
    const focus = kept.focus && document.getElementById(kept.focus);
    if (focus && document.activeElement !== focus) focus.focus({ preventScroll: true });
    kept = null;
  });

  // A line that has just changed glows; once it is settled, for htmx gives it its fetched class back.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id !== "live") return;
    document.querySelectorAll("#live tr[id]").forEach((line) => line.classList.toggle("glow", lines.has(line.id) && lines.get(line.id) !== line.innerHTML));
  });

  // The tab of this page, or the round in play, is in sight: also in a long row of rounds on a phone.
  document.querySelectorAll(".tabs").forEach((row) => {
    const here = row.querySelector("[aria-current]") || row.querySelector(".open");
    if (here) row.scrollLeft = Math.max(0, here.offsetLeft - row.clientWidth / 2 + here.clientWidth / 2);
  });

  // A refusal stands beside the form that was refused, with what had been typed.
  const kept_form = "arbitro-form";
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || !form.closest("main")) return;
    const fields = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && name !== "csrfmiddlewaretoken" && name !== "expected");
    try { sessionStorage.setItem(kept_form, JSON.stringify([new URL(form.action).pathname, fields])); } catch { /* nothing is kept then */ }
  });
  document.querySelectorAll(".note.error[data-of]").forEach((note) => {
    const [path, fields] = JSON.parse(sessionStorage.getItem(kept_form) || "[]");
    if (!path || path !== note.dataset.of) return;
    const hidden = (form) => JSON.stringify([...form.querySelectorAll("input[type=hidden]:not([name=csrfmiddlewaretoken], [name=expected])")].map((f) => [f.name, f.value]));
    const forms = [...document.querySelectorAll("main form")].filter((form) => new URL(form.action).pathname === path && fields.every(([name]) => form.elements[name]));
    const form = forms.find((one) => JSON.parse(hidden(one)).every(([n, v]) => fields.some(([m, w]) => m === n && w === v))) || forms[0];
    if (!form) return;
    for (const [name, value] of fields) {
      const field = form.elements[name];
      if (field.type === "checkbox") field.checked = true; else if (field.type !== "hidden") field.value = value;
    }
    form.closest("details")?.setAttribute("open", "");
    form.prepend(note);
    note.scrollIntoView({ block: "nearest" });
  });

  // A menu closes when something else is pressed, or by Escape.
  const fold = (but) => document.querySelectorAll("details.menu[open]").forEach((menu) => { if (menu !== but) menu.open = false; });
  document.addEventListener("click", (event) => fold(event.target.closest("details.menu")));
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") fold(null); });

  // A toast goes after its ten seconds; the journal keeps the undo for ever.
  const fade = () => document.querySelectorAll(".toast[data-seconds]").forEach((bar) => {
    if (bar.dataset.armed) return;
    bar.dataset.armed = "1";
    const go = () => { if (bar.matches(":hover, :focus-within")) setTimeout(go, 1000); else bar.remove(); };
    setTimeout(go, 1000 * Number(bar.dataset.seconds));
  });
  fade();
  document.body.addEventListener("htmx:afterSwap", fade);
})();
