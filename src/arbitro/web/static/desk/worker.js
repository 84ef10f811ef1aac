// Keeps the round pages of the desk, and what they load, for when there is no network. Served below /desk/.
"use strict";

const CACHE = "arbitro-desk";
const MOST = 120; // files kept; the oldest go first
const PATIENCE = 8000; // milliseconds for a page that is kept

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function keep(request, answer) {
  if (answer.status !== 200 || answer.redirected) return;
  const cache = await caches.open(CACHE);
  await cache.put(request.url, answer);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((old) => cache.delete(old)));
}

async function kept(request) {
  return caches.match(request.url, { cacheName: CACHE, ignoreVary: true });
}

async function fresh(event) {
  const old = await kept(event.request);
  try {
    const answer = await fetch(event.request, old ? { signal: AbortSignal.timeout(PATIENCE) } : {});
    event.waitUntil(keep(event.request, answer.clone()));
    return answer;
  } catch (error) {
    if (old) return old;
    throw error;
  }
}

async function lasting(event) { // the address of a static file changes with the file
  const old = await kept(event.request);
  if (old) return old;
  const answer = await fetch(event.request);
  event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (/\/(round\/\d+|hall\/\d+(\/\d+|\/table)?)$/.test(url.pathname)) event.respondWith(fresh(event));
  else if (url.pathname.startsWith("/static/") && url.search) event.respondWith(lasting(event));
});
