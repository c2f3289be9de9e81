// A match move by move. All positions of the round stand in the page, so there are no rules here: a
// position is laid out as it says, and whatever lies elsewhere than before flies there.

import { checkShuffle } from "./fairness.js";
import { drawn, fly, mark, nameOf, seenAt, still } from "./scene.js";

const FLIGHT = 320;
const REST = 2500; // the last position is looked at
const GOES_ON = "replay-goes-on";

const page = document.getElementById("replay");
const stage = page.querySelector(".stage");
const film = stage.dataset.film.split(" ").map(read);
const facts = JSON.parse(stage.dataset.facts); // what stands beside a hand
const last = film.length - 1;
const slider = page.querySelector(".slider");
const play = page.querySelector(".play");
const speeds = page.querySelector(".speed");
const saying = document.getElementById("saying");
const moves = Array.from(page.querySelectorAll("[data-step]:is(a, button)"));
const views = page.querySelectorAll("[data-view]");
const [toFirst, back, forward, toLast] = ["to-first", "back", "forward", "to-last"].map((name) =>
  page.querySelector(`.steps .${name}`),
);
const { deal, seat } = page.dataset;
const words = { play: play.ariaLabel, pause: play.dataset.pause };

let now = Number(page.dataset.step);
let timer = 0;
let plays = false;

const cardsIn = (text) => text.match(/../g) ?? [];
const spot = (step) => `deal=${deal}&step=${step}&seat=${seat}`;

function read(text) {
  const [piles, hands, stock, turn, totals, fresh] = text.split(";");
  return {
    piles: piles.split(",").map((pile) => pile.split(":")),
    hands: hands.split(","),
    stock,
    turn,
    totals: totals.split(","),
    fresh,
  };
}

const isHidden = (hand) => /^\d+$/.test(hand);
const held = (number) => stage.querySelector(`.sitter[data-seat="${number}"] .open`);

function layPile([name, cards], fresh) {
  const place = stage.querySelector(`[data-at="${name}"]`);
  const pile = place.querySelector(".spot");
  pile.replaceChildren(...cardsIn(cards).map(drawn));
  if (!cards && place.classList.contains("corner")) {
    const hint = document.createElement("span");
    hint.className = "hint kings";
    pile.append(hint);
  }
  mark(place);
  place.classList.toggle("fresh", name === fresh);
}

function layHand(hand, number) {
  const cards = isHidden(hand) ? Array.from({ length: Number(hand) }, () => drawn("")) : cardsIn(hand).map(drawn);
  held(number).replaceChildren(...cards);
}

function lay({ piles, hands, stock, turn, totals, fresh }) {
  for (const pile of piles) layPile(pile, fresh);
  for (const [number, hand] of hands.entries()) layHand(hand, number);
  const place = stage.querySelector(".stock");
  place.querySelector(".left").textContent = stock;
  place.classList.toggle("thick", stock > 1);
  place.classList.toggle("none", stock < 1);
  for (const sitter of stage.querySelectorAll(".sitter")) {
    const number = sitter.dataset.seat;
    sitter.classList.toggle("acts", number === turn);
    sitter.querySelector(".held-and-points").innerHTML = facts[`${held(number).childElementCount} ${totals[number]}`];
  }
}

// Where everything is seen: faces by their names, and of each hand the card that is taken first.
function lookRound() {
  const seen = new Map();
  for (const card of stage.querySelectorAll(".card[data-r]")) seen.set(nameOf(card), seenAt(card));
  for (const { dataset } of stage.querySelectorAll(".sitter")) {
    const top = held(dataset.seat).lastElementChild;
    if (top) seen.set(dataset.seat, seenAt(top));
  }
  seen.set("stock", seenAt(stage.querySelector(".stock .back")));
  return seen;
}

// A face that was nowhere to be seen comes out of a hidden hand, or from the stock into a hand; one that is seen no
// more, as a move is taken back, went into a hidden hand, which else takes from the stock.
function flyAll(before, from, to) {
  const gone = new Map(Array.from(before).filter(([name]) => name.length > 1 && name !== "stock"));
  for (const card of stage.querySelectorAll(".card[data-r]")) {
    gone.delete(nameOf(card));
    const inHand = card.closest(".open");
    const was = before.get(nameOf(card)) ?? before.get(inHand ? "stock" : moverOf(to));
    const is = seenAt(card);
    if (was && Math.hypot(was.x - is.x, was.y - is.y) > 2) fly(card, was, FLIGHT);
  }
  for (const [number, hand] of to.hands.entries()) {
    const grew = isHidden(hand) && isHidden(from.hands[number]) && Number(hand) > Number(from.hands[number]);
    const [was = before.get("stock")] = gone.values();
    if (grew) fly(held(number).lastElementChild, was, FLIGHT);
  }
}

const moverOf = (to) => moves[film.indexOf(to)].parentNode.className.slice(1);

function show(step) {
  const from = now;
  now = Math.min(Math.max(step, 0), last);
  const before = Math.abs(now - from) === 1 && !still() ? lookRound() : null;
  lay(film[now]);
  if (before) flyAll(before, film[from], film[now]);
  tell();
}

function tell() {
  const move = moves[now];
  if (saying.textContent !== move.textContent) saying.textContent = move.textContent;
  saying.className = `saying ${move.parentNode.className}`;
  for (const other of moves) other.ariaCurrent = other === move ? "true" : null;
  scrollTo(move);
  slider.value = now;
  slider.setAttribute("aria-valuetext", move.textContent);
  for (const view of views) lead(view, (view.href ?? view.value).replace(/step=\w+/, `step=${now}`));
  point(toFirst, 0, now > 0, "");
  point(back, now - 1, now > 0, back.dataset.edge);
  point(forward, now + 1, now < last, forward.dataset.edge);
  point(toLast, "last", now < last, "");
  if (views[0].href) history.replaceState(null, "", `?${spot(now)}`);
}

// Only the list scrolls, never the page.
function scrollTo(move) {
  const list = move.closest(".moves");
  list.scrollTop = move.offsetTop - list.clientHeight / 2;
}

function lead(to, where) {
  if (to.href) to.href = where;
  else to.value = where;
}

// At the round's edge, on to the next round, if there is one.
function point(control, step, within, edge) {
  lead(control, within ? `${control.href ? "?" : ""}${spot(step)}` : edge || (control.href ? `?${spot(now)}` : spot(now)));
  control.ariaDisabled = within || edge ? null : "true";
}

function step(event, control, to, within) {
  if (within || !control.dataset.edge) event.preventDefault();
  if (within) go(to);
}

function go(to) {
  pause();
  show(to);
}

function pause() {
  plays = false;
  clearTimeout(timer);
  dress();
}

function dress() {
  play.classList.toggle("plays", plays);
  play.ariaLabel = plays ? words.pause : words.play;
}

const pauseBetween = () => Number(speeds.querySelector(":checked").value);

function tick() {
  if (now < last) {
    show(now + 1);
    timer = setTimeout(tick, now < last ? pauseBetween() : REST);
    return;
  }
  pause();
  if (!forward.dataset.edge) return;
  keep(GOES_ON, pauseBetween());
  forward.click();
}

function start() {
  if (now === last && !forward.dataset.edge) show(0);
  plays = true;
  dress();
  timer = setTimeout(tick, pauseBetween() / 2);
}

// Storage may be forbidden: then the next round waits for a tap.
function keep(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // as said
  }
}

function taken(name) {
  try {
    const value = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return value;
  } catch {
    return null;
  }
}

toFirst.addEventListener("click", (event) => step(event, toFirst, 0, now > 0));
back.addEventListener("click", (event) => step(event, back, now - 1, now > 0));
forward.addEventListener("click", (event) => step(event, forward, now + 1, now < last));
toLast.addEventListener("click", (event) => step(event, toLast, last, now < last));
play.addEventListener("click", () => (plays ? pause() : start()));
slider.addEventListener("input", () => go(Number(slider.value)));
for (const [number, move] of moves.entries()) {
  move.addEventListener("click", (event) => {
    event.preventDefault();
    go(number);
  });
}

const KEYS = {
  ArrowLeft: () => back.click(),
  ArrowRight: () => forward.click(),
  Home: () => go(0),
  End: () => go(last),
};

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("[type=radio]")) return;
  if (key === " " && !target.closest("button, a, .scroll, .moves")) play.click();
  else if (KEYS[key]) KEYS[key]();
  else return;
  event.preventDefault();
});

for (const element of [slider, play, speeds]) element.hidden = false;
tell();
checkShuffle();
const pace = taken(GOES_ON);
if (pace) {
  const chosen = speeds.querySelector(`[value="${CSS.escape(pace)}"]`);
  if (chosen) chosen.checked = true;
  start();
}
