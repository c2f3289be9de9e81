// The table: what its parts do when something came from the server.

import { found } from "./table/connection.js";
import { showEnding } from "./table/ending.js";
import { keepNotice } from "./table/notice.js";
import { owner } from "./table/parts.js";
import "./table/polling.js";
import { mark } from "./table/selection.js";
import { answered } from "./table/sending.js";
import { afterSaying, beforeSaying, speakTurn } from "./table/speech.js";
import "./table/tapping.js";

owner.addEventListener("htmx:before:swap", (event) => {
  beforeSaying();
  keepNotice(event.detail.tasks);
});

owner.addEventListener("htmx:after:swap", () => {
  answered();
  found();
  afterSaying();
  showEnding();
  mark();
});

speakTurn();
