// Keeps the pages of the desk that were opened, and what they load, for when there is no network. Served below /desk/.
"use strict";

const CACHE = "arbitro-desk";
const MOST = 80; // pages kept, and files for them; the oldest go first
const PATIENCE = 8000; // milliseconds for a page that is kept
const OFFLINE = new URL("offline", self.location.href).href; // says what is kept and what waits

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const isFile = (url) => new URL(url).pathname.startsWith("/static/");

async function keep(request, answer) {
  if (answer.status !== 200 || answer.redirected) return;
  const cache = await caches.open(CACHE);
  await cache.put(request.url, answer);
  const keys = (await cache.keys()).filter(({ url }) => isFile(url) === isFile(request.url) && url !== OFFLINE);
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((old) => cache.delete(old)));
}

async function kept(url) {
  return caches.match(url, { cacheName: CACHE, ignoreVary: true });
}

// A kept page says since when it may be out of date: its lamp must not say “live”.
async function dated(old) {
  const at = new Date(old.headers.get("Date") || 0).toISOString();
  const text = (await old.text()).replace("<html ", `<html data-kept="${at}" `);
  return new Response(text, { headers: { "Content-Type": old.headers.get("Content-Type") } });
}

const isPage = (answer) => (answer.headers.get("Content-Type") || "").startsWith("text/html");

async function fresh(event) {
  const old = event.request.method === "GET" ? await kept(event.request.url) : null;
  try {
    const answer = await fetch(event.request, old ? { signal: AbortSignal.timeout(PATIENCE) } : {});
    const table = event.request.mode !== "navigate";
    if (event.request.method === "GET" && (table || isPage(answer))) event.waitUntil(keep(event.request, answer.clone()));
    return answer;
  } catch (error) {
    if (old) return event.request.mode === "navigate" ? dated(old) : old;
    const page = event.request.mode === "navigate" && (await kept(OFFLINE));
    if (page) return page;
    throw error;
  }
}

async function lasting(event) { // the address of a static file changes with the file
  const old = await kept(event.request.url);
  if (old) return old;
  const answer = await fetch(event.request);
  event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin) return;
  const read = event.request.method === "GET" && /\/(round\/\d+|hall\/\d+(\/\d+|\/table)?)$/.test(url.pathname); // by scripts
  if (event.request.mode === "navigate" || read) event.respondWith(fresh(event));
  else if (event.request.method === "GET" && isFile(url) && url.search) event.respondWith(lasting(event));
});
