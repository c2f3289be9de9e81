// Tap a card, then a pile; or a pile, then a pile. A double tap plays at once where there is no choice.
// Knows no rules: what the server refuses, it explains.

import { hush, mean, shake, tell } from "./notice.js";
import { byId, form, isPile, legal, owner, source, spot, targets } from "./parts.js";
import { fan, fanned, mark, select, selected } from "./selection.js";
import { send } from "./sending.js";

const DOUBLE = 350; // ms between the taps of a double tap

let last = { what: "", at: 0, chose: false };

function toggle(what) {
  select(selected === what ? null : what);
  if (selected && legal().length && !targets(selected).length) tell(owner.dataset.nowhere);
}

// One that can go nowhere is spread out, too: perhaps it was tapped to be read.
function tapPile(place) {
  toggle(place);
  if (selected && !targets(place).length) fan(place);
}

function tapPlace(button) {
  const { place } = button.dataset;
  mean(button);
  // Whatever can go nowhere gives way to a pile that can, and a pile that is only read to any other.
  const bothPiles = isPile(spot(selected)) && isPile(button);
  const gives = selected && !targets(selected).length && (targets(place).length || bothPiles);
  if (selected && selected !== place && !gives) send(`${selected}>${place}`);
  else if (isPile(button)) tapPile(place);
  else if (!legal().length) shake(button);
  else tell(button.querySelector(".kings") ? owner.dataset.takesKing : owner.dataset.takesAny);
}

// A card or a pile is tapped: for the first time, for the second in a moment, or for a third that means nothing.
function tapThing(event, what, tap) {
  const again = event.detail > 0 && last.what === what && event.timeStamp - last.at < DOUBLE;
  if (again && last.chose) playAtOnce(what);
  else if (event.detail < 2 || selected !== null) {
    tap();
    last = { what, at: event.timeStamp, chose: selected === what };
  }
}

function playAtOnce(what) {
  select(what);
  const places = targets(what);
  // One empty corner is like the other.
  const isAnyCorner = (place) => spot(place).parentNode.matches(".corner.bare");
  const choices = new Set(places.map((place) => isAnyCorner(place) || place));
  if (!places.length) shake(source(what));
  if (choices.size !== 1) return;
  mean(spot(places[0]));
  send(`${what}>${places[0]}`);
}

// The stock draws as the button does, but only where nothing else could have been meant.
function tapStock() {
  const { draws } = byId("actions").dataset;
  mean(byId("stock"));
  if (legal().length && !draws) tell(owner.dataset.nothingToDraw);
  if (!legal().includes(draws)) return;
  if (legal().length === 1) send(draws);
  else {
    tell(owner.dataset.useButton);
    shake(form.ownerDocument.querySelector(`#actions [value="${draws}"]`));
  }
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
    const { card } = button.dataset;
    mean(button);
    tapThing(event, card, () => toggle(card));
  } else if (button?.dataset.place) {
    tapThing(event, button.dataset.place, () => tapPlace(button));
  } else if (button?.form === form) {
    mean(button);
    if (event.detail > 1 && button.value !== "undo") event.preventDefault();
  } else if (event.target.closest("#stock")) {
    tapStock();
  } else if (!button && !event.target.closest(".side-panel, .ending, a")) {
    select(null);
  }
});

document.addEventListener("keydown", () => {
  last.what = "";
});

mark();
