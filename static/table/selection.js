// What is selected or fanned out, and how the table shows it. None of it needs the server.

import { isThere, legal, owner, source, spot, targets } from "./parts.js";

export let selected = null; // "7H" or "N": what the next tap on a place moves
let wasMine = legal().length > 0; // whether the turn was the viewer's
export let fanned = null; // the place whose pile is spread out to be read

export function select(what) {
  selected = what;
  mark();
}

// What was chosen in one turn means nothing in the next.
export function afterTurn() {
  if (selected && wasMine && !legal().length) selected = null;
  wasMine = legal().length > 0;
}

export function fan(place) {
  fanned = place;
  mark();
}

export function mark() {
  if (selected && !isThere(selected)) selected = null;
  if (fanned && !spot(fanned).parentNode.querySelector("button.count")) fanned = null; // no pile any more
  for (const button of owner.querySelectorAll("[aria-pressed=true]")) {
    button.setAttribute("aria-pressed", "false");
  }
  source(selected)?.setAttribute("aria-pressed", "true");
  const open = targets(selected);
  const movable = new Set(legal().map((move) => move.split(">")[0]));
  for (const button of owner.querySelectorAll("[data-place]")) {
    const { place } = button.dataset;
    const { classList } = button.parentNode;
    classList.toggle("target", open.includes(place));
    classList.toggle("movable", !selected && movable.has(place));
  }
  for (const button of owner.querySelectorAll("[data-card]")) {
    button.classList.toggle("playable", movable.has(button.dataset.card));
  }
  for (const count of owner.querySelectorAll(".count[aria-expanded]")) {
    count.setAttribute("aria-expanded", String(count.previousElementSibling.dataset.place === fanned));
  }
  leaveGhost();
}

// A pile that is spread out stays to be seen where it lies.
function leaveGhost() {
  owner.querySelector(".ghost")?.remove();
  if (!fanned) return;
  const cards = spot(fanned).querySelectorAll(".card");
  const ghost = document.createElement("span");
  ghost.className = "ghost";
  ghost.ariaHidden = "true";
  ghost.append(...[cards[0], cards[cards.length - 1]].map((card) => card.cloneNode()));
  for (const card of ghost.children) card.removeAttribute("id");
  spot(fanned).parentNode.append(ghost);
}
