// One stream for all tabs of a browser, whichever tournaments they show: plain HTTP allows six lines to a host, and a desk
// needs some. Runs as a shared worker. The stream is closed while no tab is in sight, and opened anew when it is silent.
"use strict";

const SILENT = 40000; // the site sends a sign of life every fifteen seconds
const wanted = new Map(); // "event/tournament" -> { number, ports of the tabs in sight }
let source = null;
let named = new Set(); // what the open stream tells of
let heard = 0;
let broken = false;
let base = "";
let soon = 0;

const tell = (message) => wanted.forEach(({ ports }) => ports.forEach((port) => port.postMessage(message)));
const alive = () => { heard = Date.now(); broken = false; };
const lost = () => { broken = true; tell({ lost: true }); };

function close() {
  if (source) source.close();
  source = null;
}

function open() {
  close();
  named = new Set([...wanted].filter(([, { ports }]) => ports.size).map(([name]) => name));
  if (!named.size) return;
  heard = Date.now();
  const mine = new EventSource(`${base}?of=${[...named].map(encodeURIComponent)}`);
  source = mine;
  mine.addEventListener("number", ({ data }) => {
    alive();
    const [name, number] = data.split(" ");
    const one = wanted.get(name);
    one.number = Number(number);
    one.ports.forEach((port) => port.postMessage({ number: one.number }));
  });
  mine.addEventListener("beat", () => { alive(); tell({ beat: true }); });
  mine.onerror = () => {
    lost();
    // The browser reconnects by itself, except after an answer that was no stream (a server starting again).
    if (mine.readyState === EventSource.CLOSED) setTimeout(() => { if (source === mine) open(); }, 3000);
  };
}

setInterval(() => {
  if (!source || Date.now() - heard < SILENT) return;
  lost();
  open();
}, 5000);

self.onconnect = (event) => {
  const port = event.ports[0];
  let mine = null;
  let name = "";
  port.onmessage = ({ data }) => {
    if (data.listen) {
      [base, name] = [data.listen.replace(/e\/[^/]+\/[^/]+\/stream$/, "stream"), decodeURI(data.listen).split("/").slice(-3, -1).join("/")];
      if (!wanted.has(name)) wanted.set(name, { ports: new Set() });
      mine = wanted.get(name);
    }
    if (!mine) return;
    if (data.visible) {
      mine.ports.add(port);
      if (!source || !named.has(name)) { clearTimeout(soon); soon = setTimeout(open, 30); } // tabs that come together share one
      else if (broken) port.postMessage({ lost: true });
      else if (mine.number !== undefined) port.postMessage({ number: mine.number });
    } else {
      mine.ports.delete(port);
      if (![...wanted.values()].some(({ ports }) => ports.size)) close();
    }
  };
  port.start();
};
