// The order of the hand: sorted as the person wishes, and changed by hand. Kept in this tab.

import { wish } from "../wishes.js";
import { byId, isOver } from "./parts.js";

const KEY = `order ${location.pathname}`;

let served = shown(); // the hand as the server sorts it
let byHand = read(); // the cards as laid by hand, also those played since: an undo puts them back
let laidIn = round();

function read() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY));
    return kept?.round === round() ? kept.cards : [];
  } catch {
    return []; // storage may be forbidden
  }
}

function round() {
  return byId("round").textContent;
}

export function shown() {
  return Array.from(byId("hand").children, (button) => button.dataset.card);
}

export const laidByHand = () => byHand;

// Lays the hand as it was laid at some time before.
export function layAs(cards) {
  byHand = cards;
  arrange(byId("hand"), sorted());
}

export function lay(card, index) {
  laidIn = round();
  const others = shown().filter((other) => other !== card);
  layAs([...others.slice(0, index), card, ...others.slice(index)]);
}

export function keep() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ round: round(), cards: byHand }));
  } catch {
    // It holds until the page is left.
  }
}

function forget() {
  if (!byHand.length) return;
  layAs([]);
  keep();
}

function sorted() {
  const cards = wish("sort") === "colour" ? byColour(served) : served;
  const places = new Map(byHand.map((card, place) => [card, place]));
  const hand = cards.filter((card) => places.has(card)).sort((a, b) => places.get(a) - places.get(b));
  if (!hand.length) return cards;
  // A new card lies beside the one that it would follow in a sorted hand.
  for (const [n, card] of cards.entries()) {
    if (!places.has(card)) hand.splice(hand.indexOf(cards[n - 1]) + 1, 0, card);
  }
  return hand;
}

// All black ones together, for they are what a red one takes, and all red ones; in each the suits.
const byColour = (cards) => ["S", "C", "H", "D"].flatMap((suit) => cards.filter((card) => card[1] === suit));

// Whatever is dragged or has the focus stays in the document: the others move around it.
function arrange(hand, cards) {
  const still = hand.querySelector(".lifted, :focus");
  let next = hand.firstElementChild;
  for (const card of cards) {
    const button = hand.querySelector(`[data-card="${card}"]`);
    while (button === still && next !== still) {
      const moved = next;
      next = next.nextElementSibling;
      hand.append(moved);
    }
    if (button === next) next = next.nextElementSibling;
    else hand.insertBefore(button, next);
  }
}

// Put in order before it is swapped in, so that no button moves and none is made anew.
export function beforeOrdering(tasks) {
  const hand = tasks.find((task) => task.target === byId("hand"))?.fragment.firstElementChild;
  if (!hand?.matches("#hand")) return;
  served = Array.from(hand.children, (button) => button.dataset.card);
  arrange(hand, sorted());
}

export function afterOrdering() {
  if (isOver() || laidIn !== round()) forget();
}

document.addEventListener("wish", (event) => {
  if (event.detail.name !== "sort") return;
  layAs([]);
  keep();
});

arrange(byId("hand"), sorted());
