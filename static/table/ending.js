// The result covers the table: the card that ended the round is to be seen before.

import { paced, still } from "./animations.js";
import { focusHand } from "./focus.js";
import { byId, isOver, owner } from "./parts.js";
import { unfold } from "./unfolding.js";

const MORE = 40; // pixels: what is less of a rest, one does not miss
const LAST_LOOK = 1400; // how long it is seen, unless a tap or a key ends that

const ending = owner.querySelector(".ending");
const peek = owner.querySelector(".peek");
const isOpen = () => peek.getAttribute("aria-expanded") === "true";
let lingering = 0; // the timer until the result is shown
let wasOver = isOver();
let shown = isOver(); // whether the result covers the table already
let leaving = false; // whether the focus was in the result: it goes to the hand of the next round

export function beforeEnding() {
  const focused = document.activeElement;
  leaving = focused === document.body ? leaving : ending.contains(focused);
}

export function showEnding() {
  const over = isOver();
  if (over && !wasOver && !still()) lingering ||= setTimeout(stopLingering, paced(LAST_LOOK));
  if (!over) stopLingering();
  wasOver = over;
  cover();
  if (leaving && !over) {
    leaving = false;
    focusHand();
  }
}

function stopLingering() {
  clearTimeout(lingering);
  lingering = 0;
  cover();
}

function cover() {
  if (!isOver() || !peek.checkVisibility()) peek.setAttribute("aria-expanded", "true");
  owner.classList.toggle("lingering", lingering > 0);
  const covered = isOver() && !lingering && isOpen();
  const parts = [byId("hand"), byId("actions")];
  const board = owner.querySelector(".board");
  board.inert = false;
  if (peek.checkVisibility()) parts.push(board); // else the result stands beside it
  // The focus goes to the result, but not yet onto a button: who is still playing might press it.
  if (covered && parts.some((part) => part.contains(document.activeElement))) ending.focus();
  for (const part of parts) part.inert = covered;
  const shows = isOver() && !lingering;
  if (shows && !shown) unfold();
  shown = shows;
}

// What unfolds at the end of the sheet is to be seen.
ending.addEventListener(
  "toggle",
  ({ target }) => {
    if (target.open) target.scrollIntoView({ block: "nearest" });
  },
  true,
);

addEventListener("resize", cover);

// While there is more below, a sign says so.
const result = byId("result");
const more = owner.querySelector(".more-below");
const look = () => {
  more.hidden = result.scrollHeight - result.clientHeight - result.scrollTop < MORE;
};
new ResizeObserver(look).observe(result);
new MutationObserver(look).observe(result, { childList: true, subtree: true, attributes: true });
result.addEventListener("scroll", look, { passive: true });
more.addEventListener("click", () => {
  result.scrollBy({ top: result.clientHeight * 0.8, behavior: still() ? "instant" : "smooth" });
});

peek.addEventListener("click", () => {
  peek.setAttribute("aria-expanded", String(!isOpen()));
  cover();
});

// By the click and not by the press, whose click would then be on the result. Before anything else:
// whoever meant to end the turn is not told that there is none.
for (const skip of ["click", "keydown"]) {
  addEventListener(
    skip,
    (event) => {
      if (!lingering) return;
      if (byId("actions").contains(event.target)) event.preventDefault();
      stopLingering();
    },
    { capture: true },
  );
}

cover();
