// How a frame is shown: each card travels from where it was seen to where it lies.

import { fade, finishAll, paced, slide, still, stopSlides } from "./animations.js";
import { deal } from "./dealing.js";
import { call, callAll, fly, flyAway, flyBack, isOnItsWay, newBack, seen } from "./flights.js";
import { atSeat, measure, spotsOf } from "./measuring.js";

const MOST = 4; // events that can be followed at once: after more, the table has been away
const AT_A_TIME = 3; // backs to one seat
const GATHERING = 180; // until the first card of a new round leaves: the last ones of the old round are on their way

const HELD_UP = ".lifted, .returning"; // follows a finger, or moves by itself already

let were = null; // where everything was seen before the swap

export function beforeMoving(page) {
  were = document.hidden || still() ? null : measure(page);
}

export function afterMoving(before, after, news) {
  stopSlides();
  if (document.hidden) return;
  if (!were || news.events > MOST || (news.anew && !news.dealt)) {
    callAll();
    appear(after, news);
    return;
  }
  if (news.dealt) {
    callAll();
    deal(after, gather(before));
    return;
  }
  stopTransitions(after, news.moved);
  const places = spotsOf(after);
  travel(before, after, news, places);
  slideTogether(before, after, places);
}

// The cards of the round before go back to the stock: those of each pile that are seen. Returns how long that takes.
function gather({ faces }) {
  const lying = [...faces.values()].filter(({ place }) => place !== "hand");
  for (const pile of Map.groupBy(lying, ({ place }) => place).values()) {
    for (const { face } of new Set([pile[0], pile.at(-1)])) flyBack(face, were.spots.get(face.id).rect, were.stock);
  }
  return lying.length > 0 ? paced(GATHERING) : 0;
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

function travel(before, after, { moved, player, drew }, places) {
  const origin = were.seats.get(player);
  const going = new Map(moved.map((card) => [card.id, card]));
  const lay = Map.groupBy(before.faces.values(), ({ place }) => place);
  for (const [id, there] of after.faces) {
    const { rect } = places.get(id);
    const from = were.spots.get(id)?.rect;
    const move = going.get(id);
    if (!move && (!seen(id) || isOnItsWay(id, there.place, rect))) continue;
    const counted = lay.get(there.place)?.length > 1;
    if (from) fly(there, from, rect, { counted });
    else if (there.place === "hand") fly(there, were.stock, rect, { flip: true });
    else if (origin) fly(there, atSeat(origin, rect.width), rect, { thrown: true, counted });
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
function slideTogether(before, after, places) {
  for (const [id, { face, place }] of after.faces) {
    const was = were.spots.get(id);
    if (!was || before.faces.get(id).place !== place || seen(id)) continue;
    const { rect, shift } = places.get(id);
    if (place !== "hand") {
      if (shift !== was.shift) slide(face, was.shift - shift, 0);
      continue;
    }
    if (face.closest(HELD_UP)) continue;
    const [x, y] = [was.rect.left - rect.left, was.rect.top - rect.top];
    if (Math.abs(x) + Math.abs(y) > 0.5) slide(face.parentNode, x, y, was.rect.width / rect.width);
  }
}

document.addEventListener("wish", finishAll);
