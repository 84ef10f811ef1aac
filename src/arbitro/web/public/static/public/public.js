// Standings sort by any column; the server's order is the default.
"use strict";

document.addEventListener("click", (event) => {
  const head = event.target.closest("table[data-sortable] thead th");
  if (!head) return;
  const table = head.closest("table");
  const column = [...head.parentElement.children].indexOf(head);
  const up = head.classList.contains("sorted") && !head.classList.contains("up");
  table.querySelectorAll("th").forEach((th) => th.classList.remove("sorted", "up"));
  head.classList.add("sorted");
  head.classList.toggle("up", up);
  const value = (row) => {
    const cell = row.children[column];
    const text = (cell.dataset.value || cell.textContent).trim().replace("½", ".5").replace(",", ".");
    const number = Number(text);
    return text !== "" && !Number.isNaN(number) ? number : text.toLowerCase();
  };
  const body = table.tBodies[0];
  [...body.rows].sort((a, b) => {
    const x = value(a), y = value(b);
    const order = typeof x === "number" && typeof y === "number" ? y - x : String(x).localeCompare(String(y));
    return up ? -order : order;
  }).forEach((row) => body.append(row));
});
