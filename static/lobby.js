// A lobby: htmx keeps it up to date. When the match begins, the table's page takes its place.

import { followStage } from "./stage.js";

const READ = 8000;

const room = document.getElementById("room");
const notice = document.getElementById("notice");
let fading = 0;
let open = []; // what was unfolded before a swap, which knows nothing of it

room.addEventListener("htmx:before:swap", () => {
  open = Array.from(room.querySelectorAll("details[open]"), ({ id }) => id);
});

room.addEventListener("htmx:after:swap", () => {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  // What was refused is not so: the fields say again what holds.
  if (notice.textContent) for (const form of room.querySelectorAll("#lobby form")) form.reset();
  clearTimeout(fading);
  fading = setTimeout(() => {
    notice.textContent = "";
  }, READ);
});

followStage(room);
