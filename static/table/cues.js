// The cues for whoever has never played here: each once in this browser, when its moment has come.

import { focusHand } from "./focus.js";
import { byId, legal } from "./parts.js";

const KEY = "cues";
const KING_TO_CORNER = /^K[SHDC]>[NS][EW]$/;
const PILE = /^[NESW]+>/;

const moments = {
  play: () => plays === 0 && legal().some((move) => move.includes(">") && !PILE.test(move)),
  more: () => plays > 0,
  king: () => legal().some((move) => KING_TO_CORNER.test(move)),
  pile: () => legal().some((move) => PILE.test(move)),
};
const names = Object.keys(moments);

const cue = byId("cue");
const words = cue.querySelector("[role=status]");
let plays = 0; // how many this turn has seen
let current = null; // the name of the cue that is shown
let answeredAt = null; // the position where one was answered: none follows on its heels

// Other tabs write it, too. Where nothing can be kept, nobody is told the same again and again.
function seen() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(kept) ? kept : [];
  } catch {
    return names;
  }
}

function learn(...learnt) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...seen(), ...learnt])]));
  } catch {
    // Nothing can be kept: nothing is shown either.
  }
  if (learnt.includes(current)) show(null);
}

function show(name) {
  current = name;
  words.textContent = name ? cue.dataset[name] : "";
  for (const button of cue.querySelectorAll("button")) button.hidden = !name;
}

export function showCue() {
  if (!legal().length) plays = 0;
  if (current && !moments[current]()) learn(current);
  if (current || byId("seq").value === answeredAt) return;
  const known = seen();
  show(names.find((name) => !known.includes(name) && moments[name]()) ?? null);
}

cue.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  answeredAt = byId("seq").value;
  learn(...(button.matches(".skip") ? names : [current]));
  focusHand(); // the focus was on what has gone
});

// Who does it needs not be told how. On the window, before anything stops the event.
addEventListener(
  "submit",
  ({ submitter }) => {
    const move = submitter?.value;
    if (submitter?.form !== byId("moves") || !legal().includes(move)) return;
    if (move === "undo") plays -= 1;
    if (!move.includes(">")) return;
    plays += 1;
    if (KING_TO_CORNER.test(move)) learn("king");
    if (PILE.test(move)) learn("pile");
  },
  true,
);

addEventListener("storage", (event) => {
  if (event.key === KEY && current && seen().includes(current)) show(null);
});
