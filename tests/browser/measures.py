"""What can be measured of a page's look: nothing wider than the screen, no label cut, targets for fingers, one green
button."""

from __future__ import annotations

from playwright.sync_api import Page

MEASURE = """() => {
  const found = [], phone = innerWidth < 600;
  const name = e => (e.id ? "#" + e.id : e.tagName.toLowerCase() + (e.className && e.className.baseVal === undefined
    ? "." + String(e.className).trim().replaceAll(" ", ".") : "")) + " “" + (e.innerText || e.value || "").trim().slice(0, 40) + "”";
  const seen = e => {
    const r = e.getBoundingClientRect();
    return r.width > 1 && r.height > 1 && e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      && !e.closest(".vh, .visually-hidden, .skip");
  };
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = [...document.querySelectorAll("body *")].filter(e => seen(e)
      && e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll, .tabs, .places, .files")).slice(0, 2);
    found.push("wider than the screen: " + wide.map(name).join("; "));
  }
  for (const e of document.querySelectorAll("button, .button, label, th, h1, h2, summary, .mark, .chip, .seg > *, .rail a, .thumbs a, select, td, .brand span")) {
    if (!seen(e)) continue;
    const style = getComputedStyle(e);
    if (e.tagName === "SELECT") {
      const probe = document.createElement("span");
      probe.style.cssText = `font:${style.font};position:absolute;white-space:nowrap`;
      probe.textContent = e.selectedOptions[0]?.text ?? "";
      document.body.append(probe);
      if (probe.offsetWidth > e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) + 2)
        found.push("cut: " + name(e).slice(0, 30) + " " + probe.textContent.slice(0, 40));
      probe.remove();
    } else if (e.scrollWidth > e.clientWidth + 1 && style.display !== "inline" && (e.tagName !== "TD" || style.overflowX === "hidden") && !e.querySelector(".scroll, .vh, .menu > div"))
      found.push("cut: " + name(e));
  }
  if (phone) {
    for (const e of document.querySelectorAll("button, .button, summary, select, input:not([type=hidden]), .seg > *, .thumbs a, .files a")) {
      if (!seen(e) || e.disabled) continue;
      const box = e.matches("input[type=checkbox], input[type=radio]") && e.closest("label") ? e.closest("label") : e;
      const r = box.getBoundingClientRect();
      if (r.height < 43.5 || r.width < 35.5) found.push(`small ${Math.round(r.width)}x${Math.round(r.height)}: ` + name(box));
    }
  }
  const green = [...document.querySelectorAll("main .primary")].filter(e => seen(e) && e.getBoundingClientRect().top < innerHeight);
  if (green.length > 1) found.push("green buttons: " + green.map(name).join("; "));
  return [...new Set(found)];
}"""


def faults(page: Page) -> list[str]:
    found: list[str] = page.evaluate(MEASURE)
    return found
