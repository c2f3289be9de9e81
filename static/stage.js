// A room has two pages, its lobby and its table, and its lobby looks otherwise to those who sit
// there: who is on the wrong page goes to the right one, also where a room is closed to them.

import { isLeaving } from "./once.js";

const NO_ENTRY = 1008; // what the server closes a socket with that is not to come back

export const own = location.pathname.split("/", 3).join("/"); // a refused form leaves a longer address

function stage() {
  const lobby = document.getElementById("lobby");
  return [document.getElementById("stage").dataset.stage, lobby?.dataset.seated].join(" ");
}

export function followStage(owner) {
  const here = stage();
  // Whoever has just pressed "Leave" is on the way elsewhere.
  const go = () => isLeaving() || location.replace(own);
  owner.addEventListener("htmx:after:swap", () => {
    if (stage() !== here) go();
  });
  owner.addEventListener("htmx:ws:close", ({ detail }) => {
    if (detail.code === NO_ENTRY) go(); // there it says why
  });
  owner.addEventListener("htmx:ws:before:connection", ({ detail }) => {
    // Phones save their battery; on a desk, a hidden tab shall tell "Your turn", and keep its seat.
    detail.connection.config.pauseOnBackground = matchMedia("(pointer: coarse)").matches;
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload(); // its socket was closed for good
  });
}
