// Where no socket gets through, the page itself is asked again and again.

import { isOpen, swap } from "./connection.js";
import { isWaiting } from "./sending.js";

const EVERY = 5000;
const REGIONS =
  "#stage, #you, #seq, #round, #stock, #prompt, #hand, #actions, #result, #next, #score, #fingerprint, #watchers, #log, [id^=at-], [id^=seat-]";

let shown = ""; // what was found last

setInterval(catchUp, EVERY);

async function catchUp() {
  if (isOpen() || document.hidden || isWaiting()) return;
  try {
    const page = await (await fetch(location.href, { headers: { Accept: "text/html" } })).text();
    const fresh = new DOMParser().parseFromString(page, "text/html");
    const partial = (region) =>
      `<hx-partial hx-target="#${region.id}" hx-swap="outerMorph">${region.outerHTML}</hx-partial>`;
    const found = Array.from(fresh.querySelectorAll(REGIONS), partial).join("");
    if (isOpen() || isWaiting() || found === shown) return;
    shown = found;
    await swap(found);
  } catch {
    // Not reachable for now, as the banner says.
  }
}
