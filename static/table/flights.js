// Cards in flight: pictures in a layer above everything, so that nothing cuts them off or hides them.
// The card itself lies where it belongs from the start, unseen until its picture lands, and takes clicks.

import { EASING, paced, run } from "./animations.js";
import { byId } from "./parts.js";

const SHORTEST = 180;
const LONGEST = 260;
const FARTHEST = 500; // pixels: flights over more take no longer
const LIFT = 0.07; // how much larger a card is half way

// How a card is seen at either end of its flight, and how much of the flight that takes.
const LYING = { opacity: 1, tilt: 0, share: 0.02 };
const THROWN = { opacity: 0, tilt: -8, share: 0.2 };
const GONE = { opacity: 0, tilt: 0, share: 0.25 };

const layer = document.createElement("div");
layer.className = "flights";
layer.ariaHidden = "true";
document.body.append(layer);

const flying = new Map(); // by the card's id

export function newBack() {
  const back = document.createElement("i");
  back.className = "card back";
  return back;
}

// The layer knows nothing of how a hand draws its cards (hand.css). "scale" is how much larger the picture is.
const DRAWN = {
  "--card-suit-x": true,
  "--court-y": true,
  "--card-down": true,
  "--card-index": true,
  "--large-from": false,
};

function pictureOf(face, scale = 1) {
  const picture = face.cloneNode(true);
  picture.removeAttribute("id");
  const style = getComputedStyle(face);
  for (const [name, isLength] of Object.entries(DRAWN)) {
    const value = style.getPropertyValue(name);
    if (value) picture.style.setProperty(name, isLength ? `calc((${value}) * ${scale})` : value);
  }
  return picture;
}

// Where it is seen now, by the id of a card in flight.
export const seen = (id) => flying.get(id)?.picture.getBoundingClientRect();

// Whether the card flies to this place already, where it still lies.
export function isOnItsWay(id, place, to) {
  const flight = flying.get(id);
  return (
    flight?.place === place &&
    flight.face === byId(id) &&
    Math.abs(flight.to.left - to.left) < 1 &&
    Math.abs(flight.to.top - to.top) < 1
  );
}

export function call(id) {
  const flight = flying.get(id);
  if (!flight) return;
  flying.delete(id);
  flight.picture.remove();
  for (const hiding of flight.hidden) hiding.cancel();
}

export function callAll() {
  for (const id of flying.keys()) call(id);
  layer.replaceChildren();
}

// A card that lies at "to" flies there from "from"; with "flip" it shows its back at first. "counted" is a pile that had
// a number before.
export function fly({ face, place }, from, to, { delay = 0, flip = false, thrown = false, counted = true }) {
  const { id } = face;
  call(id);
  const front = pictureOf(face, Math.max(1, from.width / to.width));
  const pictures = flip ? [front, newBack()] : [front];
  const { picture, duration } = launch(pictures, from, to, { delay, first: thrown ? THROWN : LYING }, () => {
    if (flying.get(id)?.picture === picture) flying.delete(id);
  });
  if (flip) turnOver(picture, { delay, duration });
  const hide = (element, more) => run(element, { opacity: [0, 0] }, { duration: delay + duration, ...more });
  const hidden = [hide(face)];
  // The bar that says it may move belongs to the card in the hand, and to the only one of a pile.
  const bearer = face.closest(".held, .place");
  const cards = bearer.querySelectorAll(".card").length;
  if (cards === 1) hidden.push(hide(bearer, { pseudoElement: "::before" }));
  // So does a pile's first number to the card that makes it needed.
  const number = bearer.querySelector(".count");
  if (!counted && number && face.matches(":last-child")) hidden.push(hide(number));
  flying.set(id, { face, place, to, picture, hidden });
}

// A picture of no card on the page flies to a seat, and is gone there.
export function flyAway(picture, from, to, delay = 0) {
  launch([picture], from, to, { delay, last: GONE });
}

export const flyBack = (face, from, to) => flyAway(pictureOf(face), from, to);

function launch(pictures, from, to, { delay, first = LYING, last = LYING }, landed) {
  const picture = document.createElement("span");
  picture.className = "flight";
  picture.append(...pictures);
  // Drawn at the larger of its sizes: it stays sharp.
  const width = Math.max(from.width, to.width);
  picture.style.setProperty("--w", `${width}px`);
  layer.append(picture);

  const x = [from, to].map((rect) => rect.left + (rect.width - width) / 2);
  const y = [from.top, to.top];
  const scale = [from.width / width, to.width / width];
  const middle = ([a, b]) => (a + b) / 2;
  const step = (left, top, size, tilt) =>
    `translate(${left}px, ${top}px) scale(${size}) rotate(${tilt}deg)`;
  const lifted = middle(scale) * (1 + LIFT);
  const up = width * middle(scale) * LIFT * 0.7; // it grows around its middle
  const keyframes = [
    // Whatever waits to be dealt is not seen.
    { transform: step(x[0], y[0], scale[0], first.tilt), opacity: delay ? 0 : first.opacity },
    { opacity: 1, offset: first.share },
    { transform: step(middle(x), middle(y) - up, lifted, middle([first.tilt, last.tilt])), offset: 0.5 },
    { opacity: 1, offset: 1 - last.share },
    { transform: step(x[1], y[1], scale[1], last.tilt), opacity: last.opacity },
  ];
  const far = Math.min(1, Math.hypot(x[1] - x[0], y[1] - y[0]) / FARTHEST);
  const duration = paced(SHORTEST + (LONGEST - SHORTEST) * far);
  run(picture, keyframes, { delay, duration, easing: EASING, fill: "both" }, () => {
    picture.remove();
    landed?.();
  });
  // A card that turns over has no shadow of its full width.
  if (pictures.length === 1) run(picture, { opacity: [0, 1, 0] }, { delay, duration, pseudoElement: "::before" });
  return { picture, duration };
}

function turnOver(picture, { delay, duration }) {
  const [face, back] = picture.children;
  const timing = { delay, duration, fill: "both" };
  run(face, [{ scale: "0 1" }, { scale: "0 1", offset: 0.45 }, { scale: "1 1", offset: 0.9 }, { scale: "1 1" }], timing);
  run(back, [{ scale: "1 1" }, { scale: "0 1", offset: 0.45 }, { scale: "0 1" }], timing);
}
