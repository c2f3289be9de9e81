// Cards and piles follow the finger, the pen or the mouse. Where they may go, the server has said.

import { indexUnder, placeUnder } from "./aiming.js";
import { lift, makeRoom } from "./lifting.js";
import { hush, mean } from "./notice.js";
import { keep, laidByHand, lay, layAs, shown } from "./order.js";
import { byId, isOver, isPile, isThere, legal, owner, spot, targets } from "./parts.js";
import { fan, select } from "./selection.js";
import { PATIENCE, send } from "./sending.js";

const FAR = 6; // px: less is a tap
const HOLD = 500; // ms: a press on a pile for so long spreads it out
const RISE = 64; // px: on the way up, a card comes out from under the finger
const LARGER = 1.08; // so much larger is what is lifted
const ON_PILES = 1.04; // than a card of the layout: it must not hide where it goes

let press = null; // what is pressed, until it is known for a tap, a drag or a long press
let drag = null;
let dropped = null; // lies where it was let go, until the server has answered
let wasMore = false; // whether the press was no tap, so that its click must not count as one
let touching = false;

owner.addEventListener("pointerdown", (event) => {
  if (drag || !event.isPrimary) return;
  letGo();
  wasMore = false;
  touching = event.pointerType !== "mouse";
  const button = event.target.closest(".held, .spot");
  if (event.button !== 0 || !button || !(button.dataset.card || isPile(button))) return;
  const what = button.dataset.card ?? button.dataset.place;
  press = { id: event.pointerId, what, x: event.clientX, y: event.clientY, timer: 0 };
  if (button.parentNode.querySelector(":scope > button.count")) press.timer = setTimeout(spread, HOLD);
});

function letGo() {
  clearTimeout(press?.timer);
  press = null;
}

function spread() {
  const { what } = press;
  letGo();
  wasMore = true;
  hush();
  fan(what);
}

document.addEventListener("pointermove", (event) => {
  if (press?.id === event.pointerId) begin(event);
  if (drag?.id === event.pointerId) follow(event);
});

// Cards of the hand may always be moved within it; piles only where there is a move to make.
function begin(event) {
  const { id, what, x, y } = press;
  if (Math.hypot(event.clientX - x, event.clientY - y) < FAR) return;
  letGo();
  const isCard = !spot(what);
  if (!isCard && !(spot(what).closest(".side") && legal().length)) return;
  dropped?.end();
  hush();
  fan(null);
  select(what);
  const lifted = lift(what);
  drag = { id, what, x, y, isCard, lifted, from: lifted.home(), before: laidByHand(), moved: false, aim: null };
  owner.classList.add("dragging");
  owner.setPointerCapture(id); // a swap may take away what was pressed
}

function follow(event) {
  const { x, y, what, isCard, lifted, from } = drag;
  const finger = new DOMPoint(event.clientX, event.clientY);
  const way = isCard ? y - finger.y : Math.hypot(finger.x - x, finger.y - y);
  const risen = Math.min(Math.max(way / RISE, 0), 1);
  const above = touching ? risen * from.height * 0.6 : 0;
  const card = new DOMRect(from.x + finger.x - x, from.y + finger.y - y - above, from.width, from.height);
  drag.finger = finger;
  drag.aim = reorder(card) ? null : placeUnder(what, card, finger);
  const small = Math.min(LARGER, (ON_PILES * owner.querySelector(".place").offsetWidth) / from.width);
  lifted.moveTo(card.left, card.top, LARGER + risen * (small - LARGER));
  showAim(targets(what).includes(drag.aim) ? drag.aim : null);
}

// In the hand it takes the place that it is over; when it leaves, its own place waits for it.
function reorder(card) {
  if (!drag.isCard) return false;
  const index = indexUnder(card);
  const { what, before } = drag;
  if (index < 0) {
    if (drag.moved) makeRoom(() => layAs(before));
    drag.moved = false;
  } else if (shown()[index] !== what) {
    makeRoom(() => lay(what, index));
    drag.moved = true;
  }
  return index >= 0;
}

function showAim(place) {
  for (const other of owner.querySelectorAll(".aimed")) other.classList.remove("aimed");
  if (place) spot(place).parentNode.classList.add("aimed");
}

function end() {
  const ended = drag;
  drag = null;
  wasMore = true;
  showAim(null);
  owner.classList.remove("dragging");
  if (owner.hasPointerCapture(ended.id)) owner.releasePointerCapture(ended.id);
  return ended;
}

function cancel() {
  letGo();
  if (!drag) return;
  const { moved, before, lifted } = end();
  if (moved) makeRoom(() => layAs(before));
  lifted.goHome();
  select(null);
}

document.addEventListener("pointerup", (event) => {
  if (press?.id === event.pointerId) letGo();
  if (drag?.id !== event.pointerId) return;
  follow(event);
  const { what, aim, moved, lifted } = end();
  if (moved) keep();
  if (aim) drop(what, aim, lifted);
  else {
    lifted.goHome();
    select(null);
  }
});

// Also onto a place that it may not go to: the server says why.
function drop(what, place, lifted) {
  mean(spot(place));
  const seq = byId("seq").value;
  const timer = setTimeout(() => dropped?.end(), PATIENCE);
  dropped = {
    seq,
    lifted,
    end(refused = true) {
      clearTimeout(timer);
      dropped = null;
      if (!refused) return lifted.release();
      lifted.goHome();
      select(null);
    },
  };
  send(`${what}>${place}`);
}

export function afterDragging() {
  if (press && !isThere(press.what)) letGo();
  if (dropped) {
    const answered = byId("seq").value !== dropped.seq || byId("notice").textContent;
    if (!dropped.lifted.renew()) dropped.end(false);
    else if (answered) dropped.end();
  }
  if (!drag) return;
  const stays = drag.lifted.renew() && !isOver() && (drag.isCard || legal().length);
  if (stays) follow({ clientX: drag.finger.x, clientY: drag.finger.y });
  else cancel();
}

document.addEventListener("pointercancel", cancel);
owner.addEventListener("lostpointercapture", (event) => {
  if (event.target === owner) cancel();
});
addEventListener("blur", cancel);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") cancel();
});

document.addEventListener(
  "click",
  (event) => {
    if (!wasMore || !event.detail) return;
    wasMore = false;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

// The browser's own ideas of a long press and of a drag.
owner.addEventListener("contextmenu", (event) => {
  if (touching && event.target.closest(".held, .spot")) event.preventDefault();
});
owner.addEventListener("dragstart", (event) => event.preventDefault());
