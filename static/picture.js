// The front page's picture: a piece of a real match, played again and again. What happens stands in
// the page, so there are no rules here: a card goes where the step says.

import { calm, drawn, fly, mark, nameOf, seenAt, still } from "./scene.js";

const STEP = 1500; // between two moves
const REST = 3000; // the last position is looked at
const RANKS = "KQJT98765432A";
const SUITS = "SHCD";

const picture = document.querySelector(".picture");
const pause = picture.querySelector(".pause");
const first = picture.querySelector(".scene");
const steps = first.dataset.steps.split(" ");

let scene = first;
let next = 0;
let seen = false; // whether it is on the screen
let timer = 0;

const runs = () => seen && !still() && !document.hidden && pause.ariaPressed !== "true";
const fan = (seat) => scene.querySelector(`[data-seat="${seat}"] .fan`);
const place = (name) => scene.querySelector(`[data-at="${name}"]`);
const isPlace = (name) => /^[NS]?[EW]?$/.test(name);
const order = (card) => RANKS.indexOf(card[0]) * SUITS.length + SUITS.indexOf(card[1]);

function count(element) {
  element.dataset.cards = element.children.length;
}

function lay(at, cards) {
  const spot = at.querySelector(".spot");
  spot.querySelector(".hint")?.remove();
  spot.append(...cards);
  mark(at);
}

function play(seat, name, target) {
  const held = fan(seat);
  const card = Array.from(held.children).find((other) => !other.dataset.r || nameOf(other) === name);
  const from = seenAt(card);
  card.remove();
  count(held);
  const laid = drawn(name);
  lay(place(target), [laid]);
  fly(laid, from);
}

function movePile(source, target) {
  const cards = Array.from(place(source).querySelectorAll(".card"));
  const from = cards.map(seenAt);
  lay(place(target), cards);
  mark(place(source));
  for (const [n, card] of cards.entries()) fly(card, from[n]);
}

function draw(seat, name) {
  const stock = scene.querySelector(".stock");
  const left = stock.querySelector(".left");
  left.textContent -= 1;
  const held = fan(seat);
  const card = drawn(name);
  const after = name && Array.from(held.children).find((other) => order(nameOf(other)) > order(name));
  held.insertBefore(card, after || null);
  count(held);
  fly(card, seenAt(stock.querySelector(".back")));
}

function step(text) {
  const [seat, what] = text.split(":");
  for (const one of scene.querySelectorAll(".sitting")) one.classList.toggle("acts", one.dataset.seat === seat);
  if (what[0] === "+") {
    draw(seat, what.slice(1));
    return;
  }
  const [source, target] = what.split(">");
  if (isPlace(source)) movePile(source, target);
  else play(seat, source, target);
}

const opening = first.cloneNode(true);

function begin() {
  next = 0;
  const fresh = opening.cloneNode(true);
  scene.replaceWith(fresh);
  scene = fresh;
  scene.animate({ opacity: [0, 1] }, 600);
}

function go() {
  if (next < steps.length) {
    step(steps[next]);
    next += 1;
  } else {
    begin();
  }
  wait();
}

function wait() {
  clearTimeout(timer);
  pause.hidden = still();
  if (runs()) timer = setTimeout(go, next === steps.length ? REST : STEP);
}

pause.addEventListener("click", () => {
  pause.ariaPressed = String(pause.ariaPressed !== "true");
  wait();
});
new IntersectionObserver(([entry]) => {
  seen = entry.isIntersecting;
  wait();
}).observe(picture);
for (const event of ["visibilitychange", "wish"]) document.addEventListener(event, wait);
calm.addEventListener("change", wait);
