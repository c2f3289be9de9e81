// The scores are a sheet, or beside the table: a screen that is turned may have room for them suddenly.

import { byId } from "./parts.js";

matchMedia("(width >= 1000px) and (height > 600px) and (orientation: landscape)").addEventListener("change", () => byId("side").hidePopover());
