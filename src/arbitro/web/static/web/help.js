// F1 opens the manual at the chapter of this page.
document.addEventListener("keydown", (event) => {
  if (event.key === "F1" && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    document.getElementById("help")?.click();
  }
});
