// Tap a card, then a pile; or a pile, then a pile. Knows no rules: what the server refuses, it explains.

import { hush, mean, shake, tell } from "./notice.js";
import { byId, form, isPile, legal, owner } from "./parts.js";
import { fan, fanned, mark, select, selected } from "./selection.js";
import { send } from "./sending.js";

function toggle(what) {
  select(selected === what ? null : what);
}

function tapPlace(button) {
  const { place } = button.dataset;
  mean(button);
  if (selected && selected !== place) send(`${selected}>${place}`);
  else if (isPile(button)) toggle(place);
  else if (!legal().length) shake(button);
  else tell(button.querySelector(".kings") ? owner.dataset.takesKing : owner.dataset.takesAny);
}

// The stock draws as the button does, but only where nothing else could have been meant.
function tapStock() {
  const { draws } = byId("actions").dataset;
  if (!legal().includes(draws)) return;
  mean(byId("stock"));
  if (legal().length === 1) send(draws);
  else tell(owner.dataset.useButton);
}

owner.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const wasFanned = fanned;
  fan(null);
  if (button) hush();
  if (button?.matches(".count")) {
    const { place } = button.previousElementSibling.dataset;
    fan(wasFanned === place ? null : place);
  } else if (button?.dataset.card) {
    mean(button);
    // The second click of a double click must not undo what the first one did.
    if (event.detail < 2 || selected !== button.dataset.card) toggle(button.dataset.card);
  } else if (button?.dataset.place) {
    if (event.detail < 2 || selected !== null) tapPlace(button);
  } else if (button?.form === form) {
    mean(button);
    if (event.detail > 1 && button.value !== "undo") event.preventDefault();
  } else if (event.target.closest("#stock")) {
    tapStock();
  } else if (!button && !event.target.closest(".side-panel, .ending, a")) {
    select(null);
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  hush();
  fan(null);
  select(null);
});

mark();
