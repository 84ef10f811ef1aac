// Hall screens turn their pages and count down by themselves.
"use strict";

(() => {
  const TURN = 8000;
  setInterval(() => {
    const pages = [...document.querySelectorAll(".turn")];
    if (pages.length < 2) return;
    const now = pages.findIndex((page) => !page.hidden);
    pages[now].hidden = true;
    pages[(now + 1) % pages.length].hidden = false;
  }, TURN);

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
  tick();
  setInterval(tick, 1000);
})();
