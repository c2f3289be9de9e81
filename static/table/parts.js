// The parts of the table on the page, and what they tell. Which moves are legal stands there, too.

export const owner = document.getElementById("table");
export const form = document.getElementById("moves");
export const byId = (id) => document.getElementById(id);

export const legal = () => (byId("actions").dataset.legal || "").split(" ").filter(Boolean);
export const spot = (place) => owner.querySelector(`[data-place="${place}"]`);
export const held = (card) => byId("hand").querySelector(`[data-card="${card}"]`);
export const source = (what) => (what ? held(what) || spot(what) : null); // of "7H" or "N"
export const isPile = (button) => Boolean(button?.dataset.place && button.querySelector(".card"));
// Whether it can be moved still: a card of the hand, or a pile.
export const isThere = (what) => Boolean(held(what)) || isPile(spot(what));
export const isOver = () => !byId("result").hidden;

// Where a card or a pile may go.
export const targets = (what) =>
  legal()
    .filter((move) => move.startsWith(`${what}>`))
    .map((move) => move.split(">")[1]);

export function middleOf({ left, top, width, height }) {
  return new DOMPoint(left + width / 2, top + height / 2);
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
