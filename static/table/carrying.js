// Cards change their place in the hand without being dragged: by keys, and by the two arrows that
// stand above it while a card of the hand is chosen.

import { makeRoom } from "./lifting.js";
import { keep, lay, shown } from "./order.js";
import { held, owner } from "./parts.js";
import { selected } from "./selection.js";

export function carry(card, step) {
  const index = shown().indexOf(card) + step;
  if (index < 0 || index >= shown().length) return;
  makeRoom(() => lay(card, index));
  keep();
}

owner.querySelector(".words").addEventListener("click", ({ target }) => {
  const arrow = target.closest("[data-step]");
  if (arrow && held(selected)) carry(selected, Number(arrow.dataset.step));
});
