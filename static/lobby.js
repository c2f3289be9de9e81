// A lobby: htmx keeps it up to date. When the match begins, the table's page takes its place.

import { followStage } from "./stage.js";

const READ = 8000;
const SLOW = 900; // a connection that is back sooner was never missed

const room = document.getElementById("room");
const notice = document.getElementById("notice");
const offline = document.getElementById("offline");
let fading = 0;
let missed = 0;
let asking = 0; // forms that are on their way: until they are answered, the server may not know
let open = []; // what was unfolded before a swap, which knows nothing of it

room.addEventListener("htmx:before:swap", () => {
  open = Array.from(room.querySelectorAll("details[open]"), ({ id }) => id);
});

room.addEventListener("htmx:after:swap", () => {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  sayWhatHolds();
  clearTimeout(fading);
  fading = setTimeout(() => {
    notice.textContent = "";
  }, READ);
});

room.addEventListener("htmx:ws:close", () => {
  missed ||= setTimeout(() => {
    offline.hidden = false;
  }, SLOW);
});

room.addEventListener("htmx:ws:after:connection", () => {
  clearTimeout(missed);
  missed = 0;
  offline.hidden = true;
});

// A field that was used once keeps what was chosen in it, whatever the server sends: what was
// refused is not so, and in another tab something else may have been chosen since.
function sayWhatHolds() {
  if (asking) return;
  for (const form of room.querySelectorAll("#lobby form")) {
    if (!form.querySelector(":is([type=text], [type=number]):focus")) form.reset();
  }
}

room.addEventListener("htmx:before:request", () => {
  asking += 1;
});

room.addEventListener("htmx:finally:request", () => {
  asking -= 1;
  sayWhatHolds();
});

followStage(room);
