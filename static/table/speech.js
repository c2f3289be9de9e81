// What is said: the sentences under the board, the log, and one's own turn for screen readers.

import { byId } from "./parts.js";

const said = byId("said");
const spoken = byId("spoken");
let last = null;
let told = round();

// The same round of another match is another one.
function round() {
  return byId("round").textContent + byId("fingerprint").textContent;
}

export function beforeSaying() {
  last = said.lastElementChild;
}

export function afterSaying() {
  keepLast();
  trimLog();
  speakTurn();
}

// The sentence before the newest ones stays to be read; it has been spoken already.
function keepLast() {
  const before = told;
  told = round();
  if (told !== before) return; // another round has nothing to do with it
  const texts = Array.from(said.children, (line) => line.textContent);
  if (!last || last.isConnected || texts.includes(last.textContent)) return;
  last.ariaHidden = "true";
  said.prepend(last);
}

// New lines come at its end.
function trimLog() {
  const log = byId("log");
  while (log.children.length > log.dataset.most) log.firstElementChild.remove();
}

// Whose turn it is, is to be seen; one's own is spoken, too.
export function speakTurn() {
  const prompt = byId("prompt");
  const words = prompt.classList.contains("yours") ? prompt.firstElementChild.textContent : "";
  if (spoken.textContent !== words) spoken.textContent = words;
}
