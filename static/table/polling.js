// The table where no socket gets through.

import { askAgain } from "../asking.js";
import { isOpen, swap } from "./connection.js";
import { isWaiting } from "./sending.js";

const REGIONS =
  "#stage, #you, #seq, #round, #stock, #prompt, #said, #hand, #actions, #result, #next, #score, #fingerprint, #watchers, #log, [id^=at-], [id^=seat-]";

askAgain(REGIONS, () => !isOpen() && !isWaiting(), swap);
