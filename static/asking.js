// Where no socket gets through, the page itself is asked again and again.

import { own } from "./stage.js";

const EVERY = 5000;
const GONE = [403, 404]; // the room is closed to this person by now

// Gives "swap" a frame with these regions of a fresh page, whenever they have changed and "mayAsk" allows it.
export function askAgain(regions, mayAsk, swap) {
  let shown = ""; // what was found last

  async function catchUp() {
    if (document.hidden || !mayAsk()) return;
    try {
      const response = await fetch(own, { headers: { Accept: "text/html" } });
      if (GONE.includes(response.status)) location.replace(own); // there it says why
      const found = partials(await response.text(), regions);
      if (!mayAsk() || found === shown) return;
      shown = found;
      await swap(found);
    } catch {
      // Not reachable for now, as the banner says.
    }
  }

  setInterval(catchUp, EVERY);
}

function partials(page, regions) {
  const fresh = new DOMParser().parseFromString(page, "text/html");
  return Array.from(
    fresh.querySelectorAll(regions),
    (region) => `<hx-partial hx-target="#${region.id}" hx-swap="outerMorph">${region.outerHTML}</hx-partial>`,
  ).join("");
}
