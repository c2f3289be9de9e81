// What a lifted card or pile is over: a place of the layout, or a place in the hand.

import { byId, middleOf, owner, targets } from "./parts.js";

const REACH = 0.6;

const rectOf = (element) => element.getBoundingClientRect();

function distance(rect, { x, y }) {
  const dx = Math.max(rect.left - x, 0, x - rect.right);
  const dy = Math.max(rect.top - y, 0, y - rect.bottom);
  return Math.hypot(dx, dy);
}

// The place under the card's middle or under the finger, rather one that it may go to; in between
// them the nearest of these, not farther than half a card and a little. Null where it lies itself, or nowhere.
export function placeUnder(what, card, finger) {
  const at = middleOf(card);
  const buttons = [...owner.querySelectorAll("[data-place]")];
  const over = (point) => buttons.find((button) => distance(rectOf(button.parentNode), point) === 0)?.dataset.place;
  const open = targets(what);
  const under = [over(at), over(finger)];
  const allowed = under.find((place) => open.includes(place));
  if (allowed) return allowed;
  if (under[0]) return under[0] === what ? null : under[0];
  const near = buttons
    .filter((button) => open.includes(button.dataset.place))
    .map((button) => ({ button, far: distance(rectOf(button.parentNode), at) }))
    .sort((a, b) => a.far - b.far)[0];
  if (near?.far < REACH * near?.button.offsetWidth) return near.button.dataset.place;
  return under[1] && under[1] !== what ? under[1] : null;
}

// Which card's place in the hand it is over, counted from the first; -1 if it is over none.
export function indexUnder(card) {
  const hand = byId("hand");
  const corner = rectOf(hand);
  // Where they lie, even while they glide there.
  const rects = Array.from(
    hand.children,
    (button) =>
      new DOMRect(corner.left + button.offsetLeft, corner.top + button.offsetTop, button.offsetWidth, card.height),
  );
  const first = rects[0];
  const last = rects[rects.length - 1];
  const { x, y } = middleOf(card);
  const left = Math.min(...rects.map((rect) => rect.left)) - card.width;
  const right = Math.max(...rects.map((rect) => rect.right)) + card.width;
  if (x < left || x > right || y < first.top || y > last.bottom + card.height) return -1;
  const far = rects.map((rect) => Math.hypot(rect.left - card.left, rect.top - card.top));
  return far.indexOf(Math.min(...far));
}
