// How a frame is shown: each card travels from where it was seen to where it lies.

import { fade, finishAll, paced, run, still } from "./animations.js";
import { call, callAll, fly, flyAway, flyBack, isOnItsWay, newBack, seen } from "./flights.js";
import { look } from "./news.js";
import { byId, owner } from "./parts.js";

const SLIDE = 200; // cards in the hand that make room
const MOST = 4; // events that can be followed at once: after more, the table has been away
const AT_A_TIME = 3; // backs to one seat
const DEALING = 520; // from the first card's start to that of the last one in the hands
const SIDES = 45; // between the cards that are laid out

const HELD_UP = ".lifted, .returning"; // follows a finger, or moves by itself already

const slides = new Set();
let were = null; // where everything was seen before the swap

// What was measured while nothing changes: all reads, no writes.
function measure(page) {
  const spots = new Map();
  for (const [id, { face, place }] of page.faces) {
    const rect = seen(id) ?? face.getBoundingClientRect();
    spots.set(id, { rect, shift: place === "hand" ? 0 : face.offsetLeft });
  }
  const stock = byId("stock");
  return {
    spots,
    stock: (stock.querySelector(".back") ?? stock).getBoundingClientRect(),
    seats: new Map(page.seats.map(({ seat, number }) => [number, seat.querySelector(".face").getBoundingClientRect()])),
  };
}

// The rectangle of a card as small as it is at a seat, over the face there.
function atSeat(rect, width) {
  const small = width * 0.5;
  return { left: rect.left + (rect.width - small) / 2, top: rect.top + rect.height / 2 - small * 0.7, width: small };
}

export function beforeMoving(page) {
  were = document.hidden || still() ? null : measure(page);
}

export function afterMoving(before, after, news) {
  for (const slide of slides) slide.cancel();
  slides.clear();
  if (document.hidden) return;
  if (!were || news.events > MOST || (news.anew && !news.dealt)) {
    callAll();
    appear(after, news);
    return;
  }
  if (news.dealt) {
    callAll();
    deal(after, measure(after));
    return;
  }
  stopTransitions(after, news.moved);
  const places = measureLying(after);
  travel(before, after, news, places);
  makeRoom(before, after, places);
}

function appear(after, { moved }) {
  for (const { id, to } of moved) if (to) fade(after.faces.get(id).face);
}

// A card that was dragged or selected would glide to where it lies by itself, too.
function stopTransitions(after, moved) {
  for (const { id, to } of moved) {
    if (!to) continue;
    for (const animation of after.faces.get(id).face.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  }
}

// Where the cards lie, not where their pictures fly.
function measureLying(page) {
  const places = new Map();
  for (const [id, { face, place }] of page.faces) {
    places.set(id, { rect: face.getBoundingClientRect(), shift: place === "hand" ? 0 : face.offsetLeft });
  }
  return places;
}

function travel(before, after, { moved, player, drew }, places) {
  const origin = were.seats.get(player);
  const going = new Map(moved.map((card) => [card.id, card]));
  for (const [id, there] of after.faces) {
    const { rect } = places.get(id);
    const from = were.spots.get(id)?.rect;
    const move = going.get(id);
    if (!move && (!seen(id) || isOnItsWay(id, there.place, rect))) continue;
    if (from) fly(there, from, rect, {});
    else if (there.place === "hand") fly(there, were.stock, rect, { flip: true });
    else if (origin) fly(there, atSeat(origin, rect.width), rect, { thrown: true });
  }
  for (const { id, from, to } of moved) {
    if (to) continue;
    call(id);
    const rect = were.spots.get(id).rect;
    if (origin && from !== "hand") flyBack(before.faces.get(id).face, rect, atSeat(origin, rect.width));
  }
  for (const { number, cards } of drew) {
    for (let n = 0; n < Math.min(cards, AT_A_TIME); n += 1) {
      flyAway(newBack(), were.stock, atSeat(were.seats.get(number), were.stock.width), paced(70) * n);
    }
  }
}

// Cards that stay in the hand slide together or apart; the bottom of a pile slides out under a second card.
function makeRoom(before, after, places) {
  for (const [id, { face, place }] of after.faces) {
    const was = were.spots.get(id);
    if (!was || before.faces.get(id).place !== place || seen(id)) continue;
    const { rect, shift } = places.get(id);
    if (place !== "hand") {
      if (shift !== was.shift) slide(face, was.shift - shift, 0, 1);
      continue;
    }
    if (face.closest(HELD_UP)) continue;
    const [x, y] = [was.rect.left - rect.left, was.rect.top - rect.top];
    if (Math.abs(x) + Math.abs(y) > 0.5) slide(face.parentNode, x, y, was.rect.width / rect.width);
  }
}

function slide(element, x, y, scale) {
  const transformOrigin = "0 0";
  const keyframes = [
    { translate: `${x}px ${y}px`, scale: String(scale), transformOrigin },
    { translate: "0px 0px", scale: "1", transformOrigin },
  ];
  const animation = run(
    element,
    keyframes,
    { duration: paced(SLIDE), easing: "cubic-bezier(0.3, 0.65, 0.25, 1)" },
    () => slides.delete(animation),
  );
  slides.add(animation);
}

// One card to each, beginning with whoever is in turn; then the sides are laid out.
function deal(page, { spots, stock, seats }) {
  const cards = Array.from(page.faces.values());
  const hand = cards.filter(({ place }) => place === "hand");
  const others = page.seats.filter(({ number }) => number !== page.you);
  const rounds = Math.max(hand.length, ...others.map((seat) => seat.cards));
  const first = Math.max(0, page.seats.findIndex((seat) => seat.inTurn));
  const around = [...page.seats.slice(first), ...page.seats.slice(0, first)];
  const step = DEALING / (rounds * around.length);
  let count = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const { number, cards: held } of around) {
      const delay = paced(step * count);
      count += 1;
      if (number !== page.you) {
        if (round < held) flyAway(newBack(), stock, atSeat(seats.get(number), stock.width), delay);
      } else if (round < hand.length) {
        turnUp(hand[round], delay);
      }
    }
  }
  for (const [n, side] of cards.filter(({ place }) => place !== "hand").entries()) {
    turnUp(side, paced(DEALING + SIDES * n));
  }

  function turnUp(card, delay) {
    fly(card, stock, spots.get(card.face.id).rect, { delay, flip: true });
  }
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
  if (still()) return;
  deal(page, measure(page));
}

document.addEventListener("wish", finishAll);
