// A lobby: htmx keeps it up to date. When the match begins, the table's page takes its place.

import { followStage } from "./stage.js";

followStage(document.getElementById("room"));
