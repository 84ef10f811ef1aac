// The page shown without network for one that is not kept: what waits on this device, and the pages that do open.
"use strict";

(async () => {
  const waits = document.getElementById("waits");
  const kept = document.getElementById("kept");
  const list = (box, lines) => { box.hidden = !lines.length; box.querySelector("ul").replaceChildren(...lines); };
  const link = (href, text) => {
    const line = document.createElement("li");
    const to = document.createElement("a");
    Object.assign(to, { href, textContent: text });
    line.append(to);
    return line;
  };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_all, key) => values[key]);
  document.getElementById("again").addEventListener("click", () => location.reload());
  document.getElementById("back").addEventListener("click", () => history.back());
  addEventListener("online", () => location.reload());

  const read = (key) => { try { return JSON.parse(localStorage.getItem(key)) || []; } catch { return []; } };
  const results = read("arbitro.results").map(({ url, board, result }) => link(url.replace(/\/board$/, ""),
    fill(waits.dataset.result, { r: url.match(/round\/(\d+)/)?.[1], b: board, result: result || "–" })));
  const rulings = Object.keys(localStorage).filter((key) => key.startsWith("hall ")).flatMap((key) => read(key).map(({ board }) =>
    link(`${key.slice(5).replace(/\/apply$/, "")}/${board}`, fill(waits.dataset.ruling, { r: key.match(/hall\/(\d+)/)?.[1], b: board }))));
  list(waits, [...results, ...rulings]);

  const cache = await caches.open("arbitro-desk");
  const pages = (await cache.keys()).map(({ url }) => url).filter((url) => !/\/static\/|\/table$|\/desk\/offline$/.test(url));
  const lines = await Promise.all(pages.reverse().map(async (url) => {
    const page = new DOMParser().parseFromString(await (await cache.match(url)).text(), "text/html");
    const words = (selector) => page.querySelector(selector)?.textContent.trim().replace(/\s+/g, " ");
    return link(url, [words("h1"), words("title")?.replace(/ · Arbitro$/, "")].filter(Boolean).join(" · "));
  }));
  list(kept, lines);
})();
