// The scores are a sheet, or beside the table: a screen that is turned may have room for them suddenly.

import { byId } from "./parts.js";

matchMedia("(width >= 1100px) and (height > 1000px), (width >= 1000px) and (600px < height <= 1000px)").addEventListener("change", () => byId("side").hidePopover());
