// The focus: one tab stop for the hand, one for the layout; and it is never lost when cards go.

import { byId, held, isOver, owner, spot } from "./parts.js";
import { selected } from "./selection.js";

let card = ""; // the tab stop in the hand
let index = 0; // and where it lies: when it goes, the next card is there
let place = "N"; // the tab stop in the layout
let left = null; // where the focus was before a swap
let chosen = ""; // and which card of the hand was selected

const cards = () => [...byId("hand").children];

export const cardStop = () => held(card);
export const placeStop = () => spot(place);

export function focusOn(button) {
  button?.focus({ preventScroll: true });
}

// The hand; when it is empty, what can be pressed.
export function focusHand() {
  focusOn(cardStop() ?? byId("actions").querySelector(".primary"));
}

function rove() {
  const hand = cards();
  const at = hand.findIndex((button) => button.dataset.card === card);
  index = at < 0 ? Math.max(0, Math.min(index, hand.length - 1)) : at;
  card = hand[index]?.dataset.card ?? "";
  for (const button of hand) button.tabIndex = button.dataset.card === card ? 0 : -1;
  for (const button of owner.querySelectorAll("[data-place]")) {
    button.tabIndex = button.dataset.place === place ? 0 : -1;
  }
  for (const count of owner.querySelectorAll("button.count")) count.tabIndex = -1;
}

owner.addEventListener("focusin", ({ target }) => {
  if (target.matches(".held")) card = target.dataset.card;
  else if (target.matches(".spot")) place = target.dataset.place;
  else return;
  rove();
});

export function beforeFocusing() {
  left = document.activeElement.closest("#hand, .layout, #actions");
  chosen = held(selected) ? selected : "";
}

export function afterFocusing() {
  const inLayout = left?.matches(".layout");
  const played = inLayout && chosen && !held(chosen);
  if (played) card = chosen;
  rove();
  if (!left || isOver()) return;
  const lost = document.activeElement === document.body;
  if (lost && inLayout) focusOn(placeStop());
  else if (lost || played) focusHand();
}

rove();
