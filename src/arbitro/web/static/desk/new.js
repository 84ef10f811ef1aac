// A new tournament: the rounds follow the players expected until the organiser types a number; the server does the same.
"use strict";

(() => {
  const advised = () => document.querySelector("input[name=rounds_advised]");
  document.addEventListener("input", (event) => { if (event.target.id === "rounds") advised().value = ""; });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    const said = event.target.querySelector?.("[data-rounds]");
    const field = document.getElementById("rounds");
    if (said && field && advised().value) field.value = advised().value = said.dataset.rounds;
  });
})();
