// The result covers the table: the card that ended the round is to be seen before.

import { byId, calm, isOver, owner } from "./parts.js";
import { unfold } from "./unfolding.js";

const LAST_LOOK = 1400; // how long it is seen

const ending = owner.querySelector(".ending");
const peek = owner.querySelector(".peek");
let lingering = 0; // the timer until the result is shown
let wasOver = isOver();
let shown = isOver(); // whether the result covers the table already
let leaving = false; // whether the focus was in the result: it goes to the hand of the next round

export function showEnding() {
  const over = isOver();
  if (over && !wasOver && !calm()) lingering ||= setTimeout(stopLingering, LAST_LOOK);
  if (!over) stopLingering();
  wasOver = over;
  cover();
  if (leaving && !over) {
    leaving = false;
    byId("hand").querySelector("button")?.focus({ preventScroll: true });
  }
}

function stopLingering() {
  clearTimeout(lingering);
  lingering = 0;
  cover();
}

function cover() {
  if (!isOver()) peek.setAttribute("aria-expanded", "true");
  owner.classList.toggle("lingering", lingering > 0);
  const covered = isOver() && !lingering && peek.ariaExpanded === "true";
  const parts = [owner.querySelector(".board"), byId("hand"), byId("actions")];
  // The focus goes to the result, but not yet onto a button: who is still playing might press it.
  if (covered && parts.some((part) => part.contains(document.activeElement))) ending.focus();
  for (const part of parts) part.inert = covered;
  const shows = isOver() && !lingering;
  if (shows && !shown) unfold();
  shown = shows;
}

peek.addEventListener("click", () => {
  peek.setAttribute("aria-expanded", String(peek.ariaExpanded !== "true"));
  cover();
});

owner.addEventListener("htmx:before:swap", () => {
  const focused = document.activeElement;
  leaving = focused === document.body ? leaving : ending.contains(focused);
});

cover();
