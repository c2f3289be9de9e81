// A lobby: htmx keeps it up to date. When the match begins, the table's page takes its place.

import { followStage } from "./stage.js";

const room = document.getElementById("room");
let open = []; // what was unfolded before a swap, which knows nothing of it

room.addEventListener("htmx:before:swap", () => {
  open = Array.from(room.querySelectorAll("details[open]"), ({ id }) => id);
});

room.addEventListener("htmx:after:swap", () => {
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
});

followStage(room);
