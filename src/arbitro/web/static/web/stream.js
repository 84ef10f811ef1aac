// One stream per tournament for all tabs of a browser: plain HTTP allows six lines to a host, and a desk needs some.
// Runs as a shared worker. A stream is closed while no tab that wants it is in sight, and opened anew when it is silent.
"use strict";

const SILENT = 40000; // the site sends a sign of life every fifteen seconds
const streams = new Map(); // address -> { source, heard, ports }

const tell = (stream, message) => stream.ports.forEach((port) => port.postMessage(message));

function open(address, stream) {
  stream.heard = Date.now();
  stream.source = new EventSource(address);
  stream.source.addEventListener("number", (event) => {
    stream.heard = Date.now();
    stream.number = Number(event.data);
    tell(stream, { number: stream.number });
  });
  stream.source.addEventListener("beat", () => { stream.heard = Date.now(); tell(stream, { beat: true }); });
  stream.source.onerror = () => {
    tell(stream, { lost: true });
    // The browser reconnects by itself, except after an answer that was no stream (a server starting again).
    if (stream.source && stream.source.readyState === EventSource.CLOSED) setTimeout(() => again(address, stream), 3000);
  };
}

function close(stream) {
  if (stream.source) stream.source.close();
  stream.source = null;
}

function again(address, stream) {
  close(stream);
  if (stream.ports.size) open(address, stream);
}

setInterval(() => streams.forEach((stream, address) => {
  if (!stream.source || Date.now() - stream.heard < SILENT) return;
  tell(stream, { lost: true });
  again(address, stream);
}), 5000);

self.onconnect = (event) => {
  const port = event.ports[0];
  let mine = null;
  let address = "";
  port.onmessage = ({ data }) => {
    if (data.listen) {
      address = new URL(data.listen, self.location.href).href;
      if (!streams.has(address)) streams.set(address, { source: null, heard: 0, ports: new Set() });
      mine = streams.get(address);
    }
    if (!mine) return;
    if (data.visible) {
      mine.ports.add(port);
      if (!mine.source) open(address, mine);
      else if (mine.source.readyState !== EventSource.OPEN) port.postMessage({ lost: true });
      else if (mine.number !== undefined) port.postMessage({ number: mine.number });
    } else {
      mine.ports.delete(port);
      if (!mine.ports.size) close(mine);
    }
  };
  port.start();
};
