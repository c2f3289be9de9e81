// A new round: every card comes from the stock.

import { paced, run, still } from "./animations.js";
import { fly, flyAway, newBack } from "./flights.js";
import { atSeat, measure } from "./measuring.js";
import { look } from "./news.js";
import { owner } from "./parts.js";

const DEALING = 460; // from the first card's start to that of the last one in the hands
const SIDES = 45; // between the cards that are laid out
const LAST = 260; // until the last of them lies

// One card to each, beginning with whoever is in turn; then the sides are laid out.
export function deal(page, wait = 0) {
  const { spots, stock, seats } = measure(page);
  const cards = Array.from(page.faces.values());
  const hand = cards.filter(({ place }) => place === "hand");
  const others = page.seats.filter(({ number }) => number !== page.you);
  const rounds = Math.max(hand.length, ...others.map((seat) => seat.cards));
  const first = Math.max(0, page.seats.findIndex((seat) => seat.inTurn));
  const around = [...page.seats.slice(first), ...page.seats.slice(0, first)];
  const step = DEALING / (rounds * around.length);
  announce(wait);
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const { number, cards: held } of around) {
      const delay = wait + paced(step * count);
      count += 1;
      if (number !== page.you) {
        if (round < held) flyAway(newBack(), stock, atSeat(seats.get(number), stock.width), delay);
      } else if (round < hand.length) {
        turnUp(hand[round], delay);
      }
    }
  }
  for (const [n, side] of cards.filter(({ place }) => place !== "hand").entries()) {
    turnUp(side, wait + paced(DEALING + SIDES * n));
  }

  function turnUp(card, delay) {
    fly(card, stock, spots.get(card.face.id).rect, { delay, flip: true });
  }
}

// What one may do, and how many cards each has, is told when they lie there. (The button can be pressed at any time.)
function announce(wait) {
  const timing = { duration: wait + paced(DEALING + LAST) };
  const shown = (selector, opacity) => {
    for (const told of owner.querySelectorAll(selector)) run(told, { opacity: [opacity, opacity] }, timing);
  };
  shown(".dealing", 1);
  shown(".prompt, .facts, .left", 0);
  shown(".actions .primary", 0.5);
  // What is marked and hinted at comes and goes meanwhile.
  owner.classList.add("unmarked");
  run(owner, {}, timing, () => owner.classList.remove("unmarked"));
}

// A round that has just begun is dealt when the page comes, and not again when it is loaded again.
export function dealAtFirst() {
  owner.classList.add("awake");
  const page = look();
  if (!page.justDealt || document.hidden) return;
  const round = `${location.pathname} ${page.seq}`;
  try {
    if (sessionStorage.dealt === round) return;
    sessionStorage.dealt = round;
  } catch {
    return; // storage may be forbidden
  }
  if (!still()) deal(page);
}
