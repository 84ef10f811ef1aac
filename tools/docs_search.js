/* The search of the manual's site: the sections that have all the words, those with them in the title first. It reads its
   index as a script and not as data, because a page opened from a folder (file://) may fetch nothing. */
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const field = document.getElementById("mkdocs-search-query");
  const list = document.getElementById("mkdocs-search-results");
  const bare = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  let asked = false;

  function show() {
    const words = bare(field.value).split(/\s+/).filter(Boolean);
    const all = (text) => words.every((word) => text.includes(word));
    const found = words.length ? window.manualIndex.filter((one) => all(one.bare)) : [];
    found.sort((one, other) => all(bare(other.title)) - all(bare(one.title)));
    list.replaceChildren(...found.slice(0, 30).map(({ location, title, text }) => {
      const link = document.createElement("a");
      link.href = base_url + "/" + location;
      link.textContent = title;
      const part = document.createElement("p");
      part.append(link, document.createElement("br"), text.slice(0, 160));
      return part;
    }));
    if (words.length && !found.length) list.textContent = list.dataset.noResultsText;
  }

  function search() {
    if (window.manualIndex) return show();
    if (asked) return;
    asked = true;
    const script = document.createElement("script");
    script.src = base_url + "/search/index.js";
    script.onload = () => {
      for (const one of window.manualIndex) one.bare = bare(one.title + " " + one.text);
      show();
    };
    document.head.append(script);
  }

  field.addEventListener("input", search);
  field.form.addEventListener("submit", (event) => event.preventDefault());
});
