// A lobby: htmx keeps it up to date. When the match begins, the table's page takes its place.

import { askAgain } from "./asking.js";
import "./name.js";
import { followStage } from "./stage.js";

const READ = 8000;
const TYPING = ":is([type=text], [type=number]):focus";
const SLOW = 900; // a connection that is back sooner was never missed

const room = document.getElementById("room");
const notice = document.getElementById("notice");
const offline = document.getElementById("offline");
let fading = 0;
let missed = 0;
let asking = 0; // forms that are on their way: until they are answered, the server may not know
let connected = false;
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
  connected = false;
  missed ||= setTimeout(() => {
    offline.hidden = false;
  }, SLOW);
});

room.addEventListener("htmx:ws:after:connection", () => {
  connected = true;
  clearTimeout(missed);
  missed = 0;
  offline.hidden = true;
});

// A field that was used once keeps what was chosen in it, whatever the server sends: what was
// refused is not so, and in another tab something else may have been chosen since.
function sayWhatHolds() {
  if (asking) return;
  for (const form of room.querySelectorAll("#lobby form")) if (!form.querySelector(TYPING)) form.reset();
}

room.addEventListener("htmx:before:request", () => {
  asking += 1;
});

room.addEventListener("htmx:finally:request", () => {
  asking -= 1;
  sayWhatHolds();
});

const swap = (text) => htmx.swap({ sourceElement: room, target: room, swap: "none", text });

// What was chosen before there was a script to send it. Firefox would fill in, too, what it remembers
// of an earlier visit, were it not told to forget.
function sendWhatWasChosen() {
  for (const form of room.querySelectorAll("#lobby form")) {
    const changed = !form.querySelector(TYPING) && Array.from(form.elements).find(isChanged);
    if (changed) changed.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

function isChanged(field) {
  if (field.matches("button")) return false;
  if (field.options) return !field.selectedOptions[0]?.defaultSelected;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

followStage(room);
askAgain("#stage, #lobby", () => !connected && !asking, swap);
// By then htmx listens: it waits for the same moment, and began to earlier.
addEventListener("DOMContentLoaded", sendWhatWasChosen);
