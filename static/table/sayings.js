// What players say: a bubble at the seat for a moment, unless one does not want to hear the player.

import { byId, owner } from "./parts.js";

const SHOWN = 5000;
const GAP = 6;

const sayings = byId("sayings");
const talk = byId("talk");
const room = `muted ${location.pathname.split("/")[2]}`;
const muted = new Set(read());

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(room)) ?? [];
  } catch {
    return [];
  }
}

export function afterTalking() {
  for (const saying of sayings.querySelectorAll(".saying:not(.shown)")) {
    if (muted.has(saying.dataset.seat)) {
      saying.remove();
      continue;
    }
    // The latest thing that somebody said takes the place of what was said before.
    for (const earlier of sayings.querySelectorAll(`.shown[data-seat="${saying.dataset.seat}"]`)) earlier.remove();
    saying.classList.add("shown");
    place(saying);
    setTimeout(() => saying.remove(), SHOWN);
  }
}

function place(saying) {
  const seat = owner.querySelector(`.strip > [data-seat="${saying.dataset.seat}"]`).getBoundingClientRect();
  const words = owner.querySelector(".words").getBoundingClientRect();
  saying.style.removeProperty("left"); // at the right edge it would be narrower
  const { width, height } = saying.getBoundingClientRect();
  const left = Math.min(Math.max(seat.left + seat.width / 2 - width / 2, GAP), innerWidth - width - GAP);
  saying.style.setProperty("left", `${left}px`);
  const crosses = (top, other) =>
    left < other.right && left + width > other.left && top < other.bottom && top + height > other.top;
  const others = Array.from(sayings.querySelectorAll(".saying.shown")).filter((other) => other !== saying);
  const said = others.map((other) => other.getBoundingClientRect()).sort((a, b) => a.top - b.top);
  // Above the seats it covers no cards. What others have just said stays to be read: then it is below them.
  const above = Math.max(GAP, seat.top - GAP - height);
  let top = above;
  if (said.some((other) => crosses(top, other))) top = seat.bottom + GAP;
  for (const other of said) if (crosses(top, other)) top = other.bottom + GAP;
  // But where it would cover whose turn it is, it takes the place of what it would lie on.
  if (crosses(top, words)) {
    top = above;
    for (const other of others) if (crosses(top, other.getBoundingClientRect())) other.remove();
  }
  saying.style.setProperty("top", `${top}px`);
}

addEventListener("resize", () => {
  for (const saying of sayings.querySelectorAll(".saying.shown")) place(saying);
});

talk?.addEventListener("submit", () => talk.hidePopover());

for (const box of talk?.querySelectorAll("[data-mute]") ?? []) {
  box.checked = muted.has(box.dataset.mute);
  box.addEventListener("change", () => {
    if (box.checked) muted.add(box.dataset.mute);
    else muted.delete(box.dataset.mute);
    try {
      sessionStorage.setItem(room, JSON.stringify([...muted]));
    } catch {
      // It holds as long as the page.
    }
  });
}
