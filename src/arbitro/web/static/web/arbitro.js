// Arbitro's own script: theme, live updates, undo bar, keyboard. Small on purpose; pages work without it.
"use strict";

(() => {
  const root = document.documentElement;

  // Light, dark, or as the system says.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    const dark = root.dataset.theme === "dark" || (root.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
    root.dataset.theme = dark ? "light" : "dark";
    document.cookie = `theme=${root.dataset.theme};path=/;max-age=31536000;samesite=lax`;
  });

  // Live: a page that names a stream and its journal number asks htmx to fetch its live parts when the number grows.
  const live = document.querySelector("[data-stream]");
  if (live) {
    let number = Number(live.dataset.number || 0);
    const listen = () => {
      const source = new EventSource(live.dataset.stream);
      source.addEventListener("number", (message) => {
        const now = Number(message.data);
        if (now > number) {
          number = now;
          document.body.dispatchEvent(new CustomEvent("journal", { bubbles: true }));
        }
        root.dataset.live = "on";
      });
      source.onerror = () => { root.dataset.live = "off"; };  // the browser reconnects by itself
    };
    listen();
  }

  // The undo bar goes after ten seconds; the journal keeps the undo for ever.
  const fade = () => document.querySelectorAll(".undo[data-seconds]").forEach((bar) => {
    if (bar.dataset.armed) return;
    bar.dataset.armed = "1";
    setTimeout(() => bar.remove(), 1000 * Number(bar.dataset.seconds));
  });
  fade();
  document.body.addEventListener("htmx:afterSwap", fade);
})();
