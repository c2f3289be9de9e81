// What a frame has changed: the page as it was, compared with the page as it is. Reads no sizes.

import { byId, isOver, owner } from "./parts.js";

const FACES = ".held > .card, .spot > .card";
const HAND = "hand";

// The faces by their id, in the order of the page, and whatever else tells what has happened.
export function look() {
  const faces = new Map();
  for (const face of owner.querySelectorAll(FACES)) {
    faces.set(face.id, { face, place: face.parentNode.dataset.place ?? HAND });
  }
  const seats = Array.from(owner.querySelectorAll(".strip > .seat"), (seat) => ({
    seat,
    number: seat.dataset.seat,
    cards: Number(seat.querySelector(".cards").textContent),
    inTurn: seat.classList.contains("turn"),
  }));
  return {
    faces,
    seats,
    you: byId("you").dataset.you,
    seq: Number(byId("seq").value),
    over: isOver(),
    yours: byId("prompt").classList.contains("yours"),
    justDealt: Boolean(byId("log").lastElementChild?.classList.contains("deal")),
  };
}

// "moved" are the cards that lie elsewhere now. Places are "N", "SW" …, "hand", or null for out of sight.
export function compare(before, after) {
  const moved = [];
  for (const [id, { place }] of after.faces) {
    const from = before.faces.get(id)?.place ?? null;
    if (from !== place) moved.push({ id, from, to: place });
  }
  for (const [id, { place }] of before.faces) {
    if (!after.faces.has(id)) moved.push({ id, from: place, to: null });
  }
  return {
    moved,
    events: after.seq - before.seq,
    dealt: after.justDealt && after.seq !== before.seq,
    anew: before.over && !after.over,
    player: whoPlayed(before, after),
    drew: moved.some(({ from, to }) => !to && from !== HAND) ? [] : whoDrew(before, after), // or took back
    begins: after.yours && !before.yours, // one's own turn
    ended: after.over && !before.over,
  };
}

// The other seat that holds fewer cards now; or who was in turn, for who plays may draw at once.
function whoPlayed(before, after) {
  const fewer = before.seats.find((seat, n) => seat.number !== before.you && after.seats[n]?.cards < seat.cards);
  return (fewer ?? before.seats.find((seat) => seat.inTurn))?.number ?? null;
}

function whoDrew(before, after) {
  return after.seats
    .map((seat, n) => ({ number: seat.number, cards: seat.cards - before.seats[n].cards }))
    .filter(({ number, cards }) => cards > 0 && number !== after.you);
}
