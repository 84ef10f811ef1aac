// Arbitro's own script: theme, live updates, undo bar, keyboard. Small on purpose; pages work without it.
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
  const live = document.querySelector("[data-stream]");
  if (live) {
    let number = Number(live.dataset.number || 0);
    let source = null;
    const listen = () => {
      source = new EventSource(live.dataset.stream);
      source.addEventListener("number", (message) => {
        const now = Number(message.data);
        if (now !== number) {
          number = now;
          document.body.dispatchEvent(new CustomEvent("journal", { bubbles: true }));
        }
        root.dataset.live = "on";
      });
      source.onerror = () => {
        root.dataset.live = "off";
        // The browser reconnects by itself, except after an answer that was no stream (a server starting again).
        if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
      };
    };
    listen();
    // The answer must be at least as new as what the stream has told.
    document.body.addEventListener("htmx:configRequest", (event) => { event.detail.headers["X-Journal"] = String(number); });
    // A phone that slept: its stream may be dead without knowing.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || root.dataset.live !== "off") return;
      source.close();
      listen();
    });
    // A failed fetch is tried again; nothing on the page is lost meanwhile.
    for (const name of ["htmx:sendError", "htmx:responseError"]) {
      document.body.addEventListener(name, (event) => {
        if (event.detail.elt.id === "live") setTimeout(() => document.body.dispatchEvent(new CustomEvent("journal", { bubbles: true })), 3000);
      });
    }
  }

  // A swap keeps what the reader had: sideways scroll, and the focus by id.
  let kept = null;
  let tabs = 0;
  document.addEventListener("scroll", (event) => { if (event.target.matches && event.target.matches(".tabs")) tabs = event.target.scrollLeft; }, { capture: true, passive: true });
  document.body.addEventListener("htmx:oobAfterSwap", () => { const row = document.querySelector(".tabs"); if (row) row.scrollLeft = tabs; });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "live") return;
    kept = {
      focus: document.activeElement ? document.activeElement.id : "",
      scroll: [...document.querySelectorAll("#live .scroll")].map((box) => box.scrollLeft),
    };
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (!kept || event.detail.target.id !== "live") return;
    document.querySelectorAll("#live .scroll").forEach((box, i) => { box.scrollLeft = kept.scroll[i] || 0; });
    const focus = kept.focus && document.getElementById(kept.focus);
    if (focus && document.activeElement !== focus) focus.focus({ preventScroll: true });
    kept = null;
  });

  // The tab of this page, or the round in play, is in sight: also in a long row of rounds on a phone.
  document.querySelectorAll(".tabs").forEach((row) => {
    const here = row.querySelector("[aria-current]") || row.querySelector(".open");
    if (here) row.scrollLeft = Math.max(0, here.offsetLeft - row.clientWidth / 2 + here.clientWidth / 2);
  });

  // The undo bar goes after ten seconds; the journal keeps the undo for ever.
  const fade = () => document.querySelectorAll(".undo[data-seconds]").forEach((bar) => {
    if (bar.dataset.armed) return;
    bar.dataset.armed = "1";
    const go = () => { if (bar.matches(":hover, :focus-within")) setTimeout(go, 1000); else bar.remove(); };
    setTimeout(go, 1000 * Number(bar.dataset.seconds));
  });
  fade();
  document.body.addEventListener("htmx:afterSwap", fade);
})();
