// Keeps the last known public pages for when there is no network, and shows the letters of web push. Served at the root;
// the desk has a worker of its own below it.
"use strict";

const CACHE = "arbitro-public";
const MOST = 40;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const isFile = (url) => new URL(url).pathname.startsWith("/static/");

async function keep(request, answer) {
  if (answer.status !== 200 || answer.redirected) return;
  const cache = await caches.open(CACHE);
  await cache.put(request.url, answer);
  const keys = (await cache.keys()).filter(({ url }) => isFile(url) === isFile(request.url));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((old) => cache.delete(old)));
}

// A kept page says since when it may be out of date: its lamp must not say “live”.
async function dated(old) {
  const at = new Date(old.headers.get("Date") || 0).toISOString();
  const text = (await old.text()).replace("<html ", `<html data-kept="${at}" `);
  return new Response(text, { headers: { "Content-Type": old.headers.get("Content-Type") } });
}

async function fresh(event) {
  try {
    const answer = await fetch(event.request);
    event.waitUntil(keep(event.request, answer.clone()));
    return answer;
  } catch (error) {
    const old = await caches.match(event.request.url, { cacheName: CACHE, ignoreVary: true });
    if (old) return dated(old);
    throw error;
  }
}

async function lasting(event) { // the address of a static file changes with the file
  const old = await caches.match(event.request.url, { cacheName: CACHE, ignoreVary: true });
  if (old) return old;
  const answer = await fetch(event.request);
  event.waitUntil(keep(event.request, answer.clone()));
  return answer;
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== self.location.origin || event.request.method !== "GET") return;
  if (event.request.mode === "navigate" && /^\/(e|me)\//.test(url.pathname)) event.respondWith(fresh(event));
  else if (isFile(url) && url.search) event.respondWith(lasting(event));
});

self.addEventListener("push", (event) => {
  const letter = event.data ? event.data.json() : {};
  event.waitUntil(self.registration.showNotification(letter.title || "Arbitro", { body: letter.body, data: letter.url, tag: letter.url, renotify: true, icon: "/static/web/mark-180.png" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  if (event.notification.data) event.waitUntil(self.clients.openWindow(event.notification.data));
});
