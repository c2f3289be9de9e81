// The table: what its parts do when something came from the server.

import "./settings.js";
import { followStage } from "./stage.js";
import { showClocks } from "./table/clock.js";
import { found } from "./table/connection.js";
import { showCue } from "./table/cues.js";
import { dealAtFirst } from "./table/dealing.js";
import { afterDragging } from "./table/dragging.js";
import { beforeEnding, showEnding } from "./table/ending.js";
import { afterFocusing, beforeFocusing } from "./table/focus.js";
import "./table/keys.js";
import { afterMoving, beforeMoving } from "./table/motion.js";
import { compare, look } from "./table/news.js";
import { keepNotice } from "./table/notice.js";
import { afterOrdering, beforeOrdering } from "./table/order.js";
import { owner } from "./table/parts.js";
import "./table/polling.js";
import { afterTurn, mark } from "./table/selection.js";
import { afterTalking } from "./table/sayings.js";
import { answered } from "./table/sending.js";
import "./table/side.js";
import { soundOf } from "./table/sound.js";
import { afterSaying, beforeSaying, speakTurn } from "./table/speech.js";
import { showTab } from "./table/tab.js";
import "./table/tapping.js";
import "./table/tempo.js";

let before = null; // the page before the swap

owner.addEventListener("htmx:before:swap", (event) => {
  const { tasks } = event.detail;
  before = look();
  beforeMoving(before);
  beforeFocusing();
  beforeOrdering(tasks);
  beforeSaying();
  beforeEnding();
  keepNotice(tasks);
});

owner.addEventListener("htmx:after:swap", () => {
  answered();
  found();
  // First what follows the finger: where it is, the others look.
  afterDragging();
  afterOrdering();
  afterFocusing();
  afterSaying();
  showEnding();
  afterTurn();
  mark();
  afterTalking();
  showClocks();
  showTab();
  showCue();
  // Last of all, when everything lies where it belongs.
  const after = look();
  const news = compare(before, after);
  afterMoving(before, after, news);
  soundOf(news);
});

followStage(owner);
speakTurn();
showClocks();
showTab();
showCue();
dealAtFirst();
