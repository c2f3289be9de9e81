// Moves leave by the socket, or as the same form where there is none.

import { connection, isOpen, lose, swap } from "./connection.js";
import { tell } from "./notice.js";
import { byId, form, owner } from "./parts.js";

export const PATIENCE = 4000; // an answer that takes longer is not waited for any more
const ANSWER = 2500; // a move without an answer for so long has met a dead connection

const tapped = byId("tapped");
let waiting = null; // the position that a move was sent on, until an answer comes
let patience = 0; // the timers of the two above
let unanswered = 0;

export function send(move) {
  tapped.value = move;
  form.requestSubmit(tapped);
}

export const isWaiting = () => waiting !== null;

export function answered() {
  waiting = null;
  clearTimeout(patience);
  clearTimeout(unanswered);
}

document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== form) return;
    const position = byId("seq").value;
    if (waiting === position) {
      stop(event); // a double click
      return;
    }
    answered();
    waiting = position;
    patience = setTimeout(() => {
      waiting = null;
    }, PATIENCE);
    unanswered = setTimeout(lose, ANSWER);
    if (isOpen()) return;
    stop(event);
    post(new FormData(form, event.submitter));
  },
  true,
);

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

async function post(fields) {
  // Nothing may wait in the socket's queue: it would be sent a second time.
  if (connection) connection.queue.length = 0;
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { "HX-Request": "true", Accept: "text/html" },
      body: new URLSearchParams(fields),
    });
    const text = await response.text();
    if (!text.startsWith("<hx-partial")) throw new Error(response.status);
    await swap(text);
  } catch {
    answered();
    tell(owner.dataset.unreachable);
  }
}
