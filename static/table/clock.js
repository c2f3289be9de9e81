// Counts down to the moments that the server names: the end of a turn, a computer taking over.

import { owner } from "./parts.js";

const EVERY = 250;
const HURRY = 5; // seconds
const FAR = 60;
const inSeconds = new Intl.NumberFormat(document.documentElement.lang, {
  style: "unit",
  unit: "second",
  unitDisplay: "narrow",
});

// The clocks of two devices may differ: the page says what the time was when it was made.
const asked = performance.timeOrigin + (performance.getEntriesByType("navigation")[0]?.responseStart ?? 0);
const ahead = Number(owner.dataset.now) - asked;

export function showClocks() {
  for (const clock of owner.querySelectorAll(".clock")) {
    const left = Math.max(0, Math.ceil((Number(clock.dataset.ends) - ahead - Date.now()) / 1000));
    const text = left < FAR ? inSeconds.format(left) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("short", left <= HURRY);
    clock.classList.toggle("far", left >= FAR);
  }
}

setInterval(showClocks, EVERY);
