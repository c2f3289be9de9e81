// The table: what its parts do when something came from the server.

import "./settings.js";
import { found } from "./table/connection.js";
import { showCue } from "./table/cues.js";
import "./table/dragging.js";
import { showEnding } from "./table/ending.js";
import "./table/keys.js";
import { afterMoving, beforeMoving, dealAtFirst } from "./table/motion.js";
import { compare, look } from "./table/news.js";
import { keepNotice } from "./table/notice.js";
import { owner } from "./table/parts.js";
import "./table/polling.js";
import { mark } from "./table/selection.js";
import { answered } from "./table/sending.js";
import { soundOf } from "./table/sound.js";
import { afterSaying, beforeSaying, speakTurn } from "./table/speech.js";
import { showTab } from "./table/tab.js";
import "./table/tapping.js";

let before = null; // the page before the swap

owner.addEventListener("htmx:before:swap", (event) => {
  before = look();
  beforeMoving(before);
  beforeSaying();
  keepNotice(event.detail.tasks);
});

owner.addEventListener("htmx:after:swap", () => {
  answered();
  found();
  afterSaying();
  showEnding();
  mark();
  showTab();
  showCue();
  // Last of all, when everything lies where it belongs.
  const after = look();
  const news = compare(before, after);
  afterMoving(before, after, news);
  soundOf(news);
});

speakTurn();
showTab();
showCue();
dealAtFirst();
