"""What can be measured of a page's look: nothing wider than the screen, no label cut, targets for fingers on a phone,
one green button a view."""

from __future__ import annotations

from playwright.sync_api import Page

LABELS = "button, .button, label, th, td, h1, h2, summary, .mark, .chip, .seg > *, .rail a, .thumbs a, .brand span"
TARGETS = "button, .button, summary, select, input:not([type=hidden]), .seg > *, .thumbs a, .files a"
MEASURE = """([labels, targets]) => {
  const found = [];
  const name = e => `${e.tagName.toLowerCase()} ${e.id} “${(e.innerText || e.value || "").trim().slice(0, 40)}”`;
  const all = where => [...document.querySelectorAll(where)].filter(e => {
    const r = e.getBoundingClientRect();
    return r.width > 1 && r.height > 1 && e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      && !e.closest(".vh, .visually-hidden, .skip");
  });
  if (document.documentElement.scrollWidth > innerWidth) {
    const wide = all("body *").filter(e => e.getBoundingClientRect().right > innerWidth + 1
      && !e.closest(".scroll, .tabs, .places, .files"));
    found.push(`wider than the screen: ${wide.slice(0, 2).map(name).join("; ")}`);
  }
  for (const e of all(labels)) {
    const style = getComputedStyle(e);
    if (e.scrollWidth > e.clientWidth + 1 && style.display !== "inline"
      && (e.tagName !== "TD" || style.overflowX === "hidden") && !e.querySelector(".scroll, .vh, .menu > div"))
      found.push(`cut: ${name(e)}`);
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const e of all("select").filter(e => e.selectedOptions.length)) {
    const style = getComputedStyle(e);
    pen.font = style.font;
    const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16; // the arrow's
    if (pen.measureText(e.selectedOptions[0].text).width > room) found.push(`cut: ${name(e)}`);
  }
  for (const e of innerWidth < 600 ? all(targets) : []) {
    const box = e.matches("[type=checkbox], [type=radio]") && e.closest("label") || e;
    const r = box.getBoundingClientRect();
    if (!e.disabled && (r.height < 43.5 || r.width < 31.5))
      found.push(`small, ${Math.round(r.width)} x ${Math.round(r.height)} px: ${name(box)}`);
  }
  const green = all("main .primary").filter(e => e.getBoundingClientRect().top < innerHeight);
  if (green.length > 1) found.push(`green buttons: ${green.map(name).join("; ")}`);
  return [...new Set(found)];
}"""


def faults(page: Page) -> list[str]:
    """What is wrong with the page as it stands now, in words."""
    found: list[str] = page.evaluate(MEASURE, [LABELS, TARGETS])
    return found
