// The keyboard: arrows go from card to card and between hand and layout; a few letters do the rest.

import { carry } from "./carrying.js";
import { cardStop, focusHand, focusOn, placeStop } from "./focus.js";
import { hush } from "./notice.js";
import { byId, held, middleOf, owner, spot, targets } from "./parts.js";
import { fan, fanned, select, selected } from "./selection.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 3; // so many times farther is what does not lie straight in the arrow's direction

const LETTERS = {
  d: () => byId("actions").querySelector(".primary[name=move]")?.click(),
  u: () => byId("actions").querySelector("[value=undo]:not([aria-disabled])")?.click(),
  f: spread,
  "?": () => byId("help").showPopover(),
};

// Letters do nothing elsewhere: whoever dictates, or presses keys by mistake, must not play by them.
const isPlaying = () => document.activeElement.closest("#hand, .layout, #actions");
const openPanel = () => document.querySelector(":popover-open");

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  if (openPanel()) return;
  if (event.key === "Escape") escape();
  else if (ARROWS[event.key]) go(event);
  else if (!event.repeat && isPlaying()) LETTERS[event.key.toLowerCase()]?.();
});

function escape() {
  hush();
  focusOn(document.activeElement.matches(".count") ? spot(fanned) : null);
  fan(null);
  select(null);
}

// To the number of the pile: its name tells all the cards.
function spread() {
  const pile = document.activeElement.closest(".place");
  const count = pile?.querySelector("button.count");
  if (!count) return;
  const { place } = pile.querySelector(".spot").dataset;
  const isOpen = fanned === place;
  fan(isOpen ? null : place);
  focusOn(isOpen ? spot(place) : count);
}

function go(event) {
  const focused = document.activeElement;
  if (!focused.matches("body, #table *") || focused.closest(".ending, .side-panel")) return;
  const [x, y] = ARROWS[event.key];
  const card = focused.dataset.card ?? (held(selected) && selected);
  const carries = card && x && event.shiftKey;
  if (carries) carry(card, x);
  else if (focused.matches(".held")) goInHand(focused, x, y);
  else if (focused.closest(".place")) goInLayout(focused.closest(".place").querySelector(".spot"), x, y);
  else focusHand();
  // Where it leads nowhere, the page may scroll.
  if (carries || document.activeElement !== focused) event.preventDefault();
}

function goInHand(focused, x, y) {
  if (x) focusOn(x < 0 ? focused.previousElementSibling : focused.nextElementSibling);
  else if (y < 0) focusOn(firstTarget() ?? next(focused, x, y) ?? placeStop());
}

const firstTarget = () => (held(selected) ? spot(targets(selected)[0]) : null);

function goInLayout(focused, x, y) {
  fan(null);
  const there = next(focused, x, y);
  if (there) focusOn(there);
  else if (y > 0) focusOn(cardStop());
}

// The nearest place in a direction; what lies straight ahead is nearer. A pile stands a little to the
// right of the single cards above and below it: that does not make them lie to its left.
function next(from, x, y) {
  const here = middleOf(from.getBoundingClientRect());
  const ways = Array.from(owner.querySelectorAll("[data-place]"), (button) => {
    const there = middleOf(button.getBoundingClientRect());
    const [dx, dy] = [there.x - here.x, there.y - here.y];
    return { button, ahead: dx * x + dy * y, aside: Math.abs(dx * y) + Math.abs(dy * x) };
  });
  const far = ({ ahead, aside }) => ahead + ASIDE * aside;
  return ways.filter(({ ahead }) => ahead > from.offsetWidth / 2).sort((a, b) => far(a) - far(b))[0]?.button;
}
