// The cues for whoever has never played here: each once in this browser, when its moment has come.

import { focusHand } from "./focus.js";
import { byId, legal } from "./parts.js";

const KEY = "cues";
const KING_TO_CORNER = /^K[SHDC]>[NS][EW]$/;
const PILE = /^[NESW]+>/;

const canPlay = () => legal().some((move) => move.includes(">"));

const moments = {
  play: () => !hasPlayed() && legal().some((move) => move.includes(">") && !PILE.test(move)),
  more: () => hasPlayed() && canPlay(),
  king: () => legal().some((move) => KING_TO_CORNER.test(move)),
  pile: () => legal().some((move) => PILE.test(move)),
};
const names = Object.keys(moments);
const known = new Set(); // on this page, whatever is kept

const cue = byId("cue");
const words = cue.querySelector("[role=status]");
let current = null; // the name of the cue that is shown
let answeredAt = null; // the position where one was answered: none follows on its heels

// What can be undone is one's own, and of this turn.
function hasPlayed() {
  return Boolean(byId("actions").querySelector("[value=undo]:not([aria-disabled])"));
}

// Other tabs write it, too. Where nothing can be read, nobody is told the same again and again.
function seen() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return [...known, ...(Array.isArray(kept) ? kept : [])];
  } catch {
    return names;
  }
}

function learn(...learnt) {
  for (const name of learnt) known.add(name);
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set(seen())]));
  } catch {
    // It holds for this page at least.
  }
  if (learnt.includes(current)) show(null);
}

function show(name) {
  current = name;
  words.textContent = name ? cue.dataset[name] : "";
  cue.classList.toggle("shown", Boolean(name));
  for (const button of cue.querySelectorAll("button")) button.hidden = !name;
}

export function showCue() {
  if (current && !moments[current]()) learn(current);
  if (current || byId("seq").value === answeredAt) return;
  const told = seen();
  show(names.find((name) => !told.includes(name) && moments[name]()) ?? null);
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
    if (KING_TO_CORNER.test(move)) learn("king");
    if (PILE.test(move)) learn("pile");
  },
  true,
);

addEventListener("storage", (event) => {
  if (event.key === KEY && current && seen().includes(current)) show(null);
});
