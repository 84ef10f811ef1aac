// Hall screens turn their pages and count down by themselves; a refresh stays on the page that is shown. A paired screen
// asks every few seconds whether the desk tells it something else.
"use strict";

(() => {
  let shown = 0;
  let timer = 0;
  const pages = () => [...document.querySelectorAll(".turn")];
  const show = () => {
    const all = pages();
    if (!all.length) return;
    shown %= all.length;
    all.forEach((page, i) => { page.hidden = i !== shown; });
    document.querySelector(".screen h1").textContent = all[shown].dataset.heading;
    document.querySelector(".turning").textContent = all.length > 1 ? `${shown + 1}/${all.length}` : "";
  };
  // A page stays as long as its lines take to be read.
  const turn = () => {
    const all = pages();
    clearTimeout(timer);
    if (!all.length) return;
    const { seconds } = all[shown].dataset;
    const line = document.querySelector(".turn-line");
    line.className = "turn-line";
    void line.offsetWidth;
    line.style.animationDuration = `${seconds}s`;
    if (all.length > 1) line.classList.add("run");
    timer = setTimeout(() => { shown += 1; show(); turn(); }, 1000 * seconds);
  };
  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const count = pages().length || 1;
    shown = (shown + step + count) % count;
    show();
    turn();
  });

  const two = (n) => String(Math.floor(n)).padStart(2, "0");
  const left = (s) => (s >= 3600 ? `${Math.floor(s / 3600)}:${two((s % 3600) / 60)}:${two(s % 60)}` : `${two(s / 60)}:${two(s % 60)}`);
  // Before the start the time until it; then until the default time is over; then the time of day.
  const tick = () => document.querySelectorAll(".big-clock[role=timer]").forEach((clock) => {
    const now = new Date();
    const start = clock.dataset.start ? new Date(clock.dataset.start.replace(" ", "T")) : null;
    const over = start ? new Date(start.getTime() + 60000 * clock.dataset.default) : null;
    const when = start && start > now && start - now < 86400000 ? "before" : start && start <= now && now < over ? "default" : "later";
    clock.textContent = when === "before" ? left((start - now) / 1000) : when === "default" ? left((over - now) / 1000) : `${two(now.getHours())}:${two(now.getMinutes())}`;
    clock.parentElement.querySelectorAll("[data-when]").forEach((line) => { line.hidden = line.dataset.when !== when; });
  });

  const { wall, orders } = document.body.dataset;
  const ask = async () => {
    try {
      const told = await (await fetch(wall, { cache: "no-store" })).json();
      if (String(told.orders) !== orders) { location.reload(); return; }
      if (document.body.dataset.number && told.number > Number(document.body.dataset.number)) {
        document.body.dataset.number = told.number;
        document.body.dispatchEvent(new Event("journal"));
      }
    } catch { /* the network is gone: the page stays as it was */ }
  };
  if (wall) { setInterval(ask, 4000); ask(); }

  show();
  turn();
  tick();
  setInterval(tick, 1000);
  document.body.addEventListener("htmx:afterSettle", () => { show(); tick(); });
  if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
})();
