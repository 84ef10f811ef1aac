// Follow a player: kept on this phone, told by web push where the browser can, and always by a notice and a sound in
// the open page: when the pairing is out, the result is in, and ten minutes before the round.
"use strict";

(() => {
  const FOLLOWED = "arbitro-follow";
  const SOON = 10 * 60 * 1000;
  const button = () => document.querySelector("button[data-follow]");
  const read = () => { try { return JSON.parse(localStorage.getItem(FOLLOWED)) || {}; } catch { return {}; } };
  const write = (all) => { try { localStorage.setItem(FOLLOWED, JSON.stringify(all)); } catch { /* this time only */ } };
  const canPush = () => window.isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
  if (window.isSecureContext && "serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js", { scope: "/" }).catch(() => {});

  const isFollowed = () => { const one = button(); return one && (one.dataset.always !== undefined || one.dataset.follow in read()); };
  function show() {
    const one = button();
    if (!one) return;
    one.hidden = false;
    one.setAttribute("aria-pressed", String(one.dataset.follow in read()));
    one.querySelector("span").textContent = one.dataset.follow in read() ? one.dataset.on : one.dataset.off;
  }

  async function subscribe(one, follow) {
    if (!canPush() || (follow && (await Notification.requestPermission()) !== "granted")) return;
    const worker = await navigator.serviceWorker.ready;
    const old = await worker.pushManager.getSubscription();
    if (!follow && !old) return;
    const subscription = old || (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: one.dataset.key }));
    await fetch(one.dataset.follow, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ follow, subscription }) });
  }

  document.addEventListener("click", async (event) => {
    const one = event.target.closest("button[data-follow]");
    if (!one) return;
    const all = read();
    const follow = !(one.dataset.follow in all);
    if (follow) all[one.dataset.follow] = { name: one.dataset.name, page: location.pathname };
    else delete all[one.dataset.follow];
    write(all);
    show();
    try { await subscribe(one, follow); } catch { /* no internet, no push service: the page tells */ }
  });

  let sound = null;
  document.addEventListener("pointerdown", () => beep(0), { once: true }); // a page may sound only after a touch
  function beep(volume) {
    try {
      sound = sound || new AudioContext();
      const tone = sound.createOscillator();
      const gain = sound.createGain();
      gain.gain.value = volume;
      tone.frequency.value = 880;
      tone.connect(gain).connect(sound.destination);
      tone.start();
      tone.stop(sound.currentTime + 0.25);
    } catch { /* no sound here */ }
  }

  function tell(text) {
    const box = document.getElementById("toasts");
    const note = document.createElement("p");
    note.className = "toast notice";
    note.setAttribute("role", "alert");
    note.textContent = text;
    box.append(note);
    setTimeout(() => note.remove(), 60000);
    beep(0.2);
    if (navigator.vibrate) navigator.vibrate(200);
  }

  const seat = () => { const at = document.querySelector("#live .next"); return at ? { text: at.dataset.news, start: at.dataset.start } : null; };
  const last = () => { const row = document.querySelector("[data-results]"); return row ? row.dataset.results : ""; };
  let before = { seat: seat(), last: last() };
  let timer = 0;
  function soon() {
    clearTimeout(timer);
    const now = seat();
    const left = now && now.start ? Date.parse(now.start) - Date.now() : 0;
    const one = button();
    if (one && left > SOON && left < 2 ** 31) timer = setTimeout(() => { if (isFollowed()) tell(one.dataset.soon); }, left - SOON);
  }
  soon();
  // What the player has opened to write in is not taken away.
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    if (event.detail.target.id === "acts" && event.detail.target.querySelector("details[open]")) event.detail.shouldSwap = false;
  });
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id !== "live") return;
    const now = { seat: seat(), last: last() };
    if (isFollowed()) {
      if (now.seat && (!before.seat || now.seat.text !== before.seat.text)) tell(now.seat.text);
      else if (now.last !== before.last && !now.seat) tell(button().dataset.result);
    }
    before = now;
    show();
    soon();
  });
  show();
})();
