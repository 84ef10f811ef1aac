// Hall screens turn their pages and count down by themselves; a refresh stays on the page that is shown.
"use strict";

(() => {
  let shown = 0;
  let timer = 0;
  const show = () => {
    const pages = [...document.querySelectorAll(".turn")];
    if (pages.length) shown %= pages.length;
    pages.forEach((page, i) => { page.hidden = i !== shown; });
    const mark = document.querySelector(".turning");
    if (mark) mark.textContent = pages.length > 1 ? `${shown + 1}/${pages.length}` : "";
  };
  // A page stays eight seconds, a full one twelve: long enough to read, short enough to come round.
  const turn = () => {
    const page = document.querySelectorAll(".turn")[shown];
    const seconds = !page || page.children.length <= 8 ? 8 : page.children.length <= 14 ? 10 : 12;
    const line = document.querySelector(".turn-line");
    line.className = "turn-line";
    void line.offsetWidth;
    if (document.querySelectorAll(".turn").length > 1) line.classList.add("run", `t${seconds}`);
    clearTimeout(timer);
    timer = setTimeout(() => { shown += 1; show(); turn(); }, 1000 * seconds);
  };
  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const count = document.querySelectorAll(".turn").length || 1;
    shown = (shown + step + count) % count;
    show();
    turn();
  });

  const two = (n) => String(Math.floor(n)).padStart(2, "0");
  const tick = () => {
    const clock = document.querySelector(".big-clock");
    if (!clock) return;
    const start = clock.dataset.start ? new Date(clock.dataset.start.replace(" ", "T")) : null;
    const left = start ? (start - new Date()) / 1000 : -1;
    if (left > 0 && left < 86400) {
      clock.textContent = left >= 3600 ? `${Math.floor(left / 3600)}:${two((left % 3600) / 60)}:${two(left % 60)}` : `${two(left / 60)}:${two(left % 60)}`;
    } else {
      const now = new Date();
      clock.textContent = `${two(now.getHours())}:${two(now.getMinutes())}`;
    }
  };
  show();
  turn();
  tick();
  setInterval(tick, 1000);
  document.body.addEventListener("htmx:afterSettle", () => { show(); tick(); });
  if (navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
})();
