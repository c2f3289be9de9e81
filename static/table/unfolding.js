// The end of a round: hands are laid open and penalties counted, one after another.
// All of it stands in the page from the start, for whoever hears it, and for whoever taps.

import { paced, run, still } from "./animations.js";
import { byId } from "./parts.js";

const TOTAL = 1000;
const ROW = 380;
const SHEET = 220; // until the sheet lies there
const FROM_BELOW = ["inset(100% 0 0)", "inset(-40px 0 0)"]; // with its shadow
const FROM_THE_RIGHT = ["inset(0 0 0 100%)", "inset(0 0 0 -40px)"];

export function unfold() {
  if (still() || document.hidden) return;
  const result = byId("result");
  const [covered, free] = matchMedia("(orientation: landscape)").matches ? FROM_THE_RIGHT : FROM_BELOW;
  run(result.closest(".ending"), { clipPath: [covered, free] }, { duration: paced(SHEET), easing: "ease-out" });
  const rows = result.querySelectorAll(".hands > li");
  const wait = Math.min(220, (TOTAL - ROW) / Math.max(1, rows.length - 1));
  for (const [n, row] of rows.entries()) {
    const timing = { delay: paced(wait * n), duration: paced(ROW), fill: "both", easing: "ease-out" };
    spread(row.querySelectorAll(".open .card"), timing);
    count(row.querySelector(".cost"), timing);
  }
  rise(result.querySelectorAll(".standing > li"));
}

// Each card comes out from under the first one.
function spread(cards, timing) {
  for (const [n, card] of cards.entries()) {
    run(card, { translate: [`${-70 * n}% 0`, "0% 0"], opacity: [0, 1] }, timing);
  }
}

function count(cost, timing) {
  const penalty = Number(cost.lastChild.textContent);
  if (!penalty) return;
  cost.classList.add("counting");
  // Nothing is seen until its turn has come: a "+0" would be a penalty of its own.
  run(cost, { "--count": [1, penalty], opacity: [0, 1, 1] }, timing, () => cost.classList.remove("counting"));
}

// The last one first: who has won is seen at the end.
function rise(lines) {
  for (const [n, line] of lines.entries()) {
    const delay = paced(110 * (lines.length - 1 - n));
    const timing = { delay, duration: paced(260), fill: "both", easing: "ease-out" };
    run(line, { translate: ["0 14px", "0 0"], opacity: [0, 1] }, timing);
  }
}
