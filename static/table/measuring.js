// Where everything is seen on the page. Measured while nothing changes: all reads, no writes.

import { seen } from "./flights.js";
import { byId } from "./parts.js";

const lying = (face) => face.getBoundingClientRect();
const seenOrLying = (face) => seen(face.id) ?? lying(face);

// Where the cards lie, unless told otherwise; and how far those of a pile are beside the middle of its place.
export function spotsOf(page, rectOf = lying) {
  const spots = new Map();
  for (const [id, { face, place }] of page.faces) {
    spots.set(id, { rect: rectOf(face), shift: place === "hand" ? 0 : shiftOf(face) });
  }
  return spots;
}

// A pile of two or more stands aside (layout.css).
const shiftOf = (face) => face.offsetLeft + (parseFloat(getComputedStyle(face.closest(".place")).translate) || 0);

// Where the cards are seen, which may be in flight.
export function measure(page) {
  const stock = byId("stock");
  return {
    spots: spotsOf(page, seenOrLying),
    stock: (stock.querySelector(".back") ?? stock).getBoundingClientRect(),
    seats: new Map(page.seats.map(({ seat, number }) => [number, seat.querySelector(".face").getBoundingClientRect()])),
  };
}

// The rectangle of a card as small as it is at a seat, over the face there.
export function atSeat(rect, width) {
  const small = width * 0.5;
  return { left: rect.left + (rect.width - small) / 2, top: rect.top + rect.height / 2 - small * 0.7, width: small };
}
