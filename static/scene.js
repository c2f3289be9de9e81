// Cards of a scene that is only looked at, drawn and flown by script: on the front page, and in a replay.

import { wish } from "./wishes.js";

const FLIGHT = 480;

export const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const still = () => calm.matches || wish("pace") === "none";
export const nameOf = (card) => card.dataset.r.replace("10", "T") + card.classList[1].toUpperCase();

export function drawn(name) {
  const card = document.createElement("i");
  card.className = name ? `card ${name[1].toLowerCase()}` : "card back";
  if (name) card.dataset.r = name[0].replace("T", "10");
  return card;
}

// Where its middle is seen and how wide it is, however it is turned.
export function seenAt(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, wide: element.offsetWidth };
}

// "composite" adds the flight to the way a card lies: turned in a fan, or peeking out of a pile.
export function fly(card, from, duration = FLIGHT) {
  const to = seenAt(card);
  const { rotate } = getComputedStyle(card.parentNode);
  const back = rotate === "none" ? 0 : -parseFloat(rotate);
  const turned = back ? new DOMMatrix().rotate(back) : new DOMMatrix();
  const { x, y } = turned.transformPoint({ x: from.x - to.x, y: from.y - to.y });
  // A place that is shifted is a layer of its own: no card in it rises above other places.
  const above = card.closest(".place") ?? card;
  above.style.zIndex = 2;
  const lift = { translate: `${x}px ${y}px`, scale: from.wide / to.wide };
  card.animate([lift, { translate: "0px 0px", scale: 1 }], {
    duration,
    easing: "cubic-bezier(0.3, 0.65, 0.25, 1)",
  }).finished.then(() => above.style.removeProperty("z-index"), () => {});
}

// How many lie there
export function mark(at) {
  const number = at.querySelectorAll(".card").length;
  at.classList.toggle("bare", number === 0);
  at.querySelector(".count")?.remove();
  if (number < 2) return;
  const sign = document.createElement("span");
  sign.className = "count";
  sign.textContent = number;
  at.append(sign);
}
