// The order of a team's boards: by the arrows beside each name, by the keys Alt+Up and Alt+Down, or dragged.
"use strict";

(() => {
  const move = (item, up) => {
    const other = up ? item.previousElementSibling : item.nextElementSibling;
    if (!other) return;
    if (up) other.before(item); else other.after(item);
    item.querySelector(`[data-move=${up ? "up" : "down"}]`)?.focus();
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move], [data-drop]");
    if (!button) return;
    const item = button.closest("li");
    if ("drop" in button.dataset) item.remove(); else move(item, button.dataset.move === "up");
  });
  document.addEventListener("keydown", (event) => {
    const item = event.altKey && event.target.closest("[data-order] li");
    if (!item || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    move(item, event.key === "ArrowUp");
  });
  let dragged = null;
  document.addEventListener("dragstart", (event) => { dragged = event.target.closest?.("[data-order] li"); });
  document.addEventListener("dragover", (event) => {
    const over = event.target.closest?.("[data-order] li");
    if (!dragged || !over || over === dragged || over.parentElement !== dragged.parentElement) return;
    event.preventDefault();
    const box = over.getBoundingClientRect();
    if (event.clientY < box.top + box.height / 2) over.before(dragged); else over.after(dragged);
  });
  document.addEventListener("dragend", () => { dragged = null; });
})();
