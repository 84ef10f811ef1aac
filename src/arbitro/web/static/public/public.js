// Public pages: share a link; choose without pressing a button.
"use strict";

(() => {
  const show = () => document.querySelectorAll("button[data-share]").forEach((button) => { button.hidden = !(navigator.share || navigator.clipboard); });
  show();
  document.body.addEventListener("htmx:afterSettle", show);

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-share]");
    if (!button) return;
    const link = button.dataset.share;
    try {
      if (navigator.share) await navigator.share({ title: button.dataset.title, url: link });
      else {
        await navigator.clipboard.writeText(link);
        button.textContent = button.dataset.done;
      }
    } catch { /* the reader closed the dialogue */ }
  });

  document.addEventListener("change", (event) => {
    const form = event.target.closest("form.choose");
    if (form) form.requestSubmit();
  });
})();
