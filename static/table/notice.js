// Refusals: the sentence, and a short shake of what was meant.

import { paced, run, still } from "./animations.js";
import { byId, owner, source } from "./parts.js";
import { selected } from "./selection.js";

const READING = 7000; // how long a refusal stays
const LEAST = 2500; // and how long it stays whatever the others do

const beside = matchMedia("(width >= 1000px) and (orientation: landscape)");
const notice = byId("notice");
let meant = null; // what was tapped last: it shakes when the server refuses
let since = 0; // when the sentence came
let hushing = 0;

export function mean(element) {
  meant = element;
}

export function hush() {
  clearTimeout(hushing);
  if (notice.textContent) notice.textContent = "";
}

export function tell(sentence) {
  hush();
  notice.textContent = sentence;
}

// A move of somebody else takes the sentence away: not before it can be read.
export function keepNotice(tasks) {
  if (performance.now() - since > LEAST) return;
  const at = tasks.findIndex((task) => task.target === notice && !task.fragment.textContent);
  if (notice.textContent && at >= 0) tasks.splice(at, 1);
}

export function shake(element) {
  if (!element?.isConnected || still()) return;
  const steps = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  run(element, steps, { duration: paced(260), easing: "ease-out" });
}

// Beside a large layout the sentence would be far from where one looks: it stands on the place itself.
function standThere() {
  const there = beside.matches && meant?.isConnected && meant.closest(".board");
  owner.classList.toggle("told-there", Boolean(there));
  if (!there) return;
  const [place, board] = [meant, there].map((element) => element.getBoundingClientRect());
  const middle = place.left + place.width / 2;
  const half = notice.offsetWidth / 2;
  const x = Math.max(board.left + half, Math.min(middle, board.right - half));
  owner.style.setProperty("--told-x", `${x}px`);
  owner.style.setProperty("--told-y", `${place.bottom}px`);
}

beside.addEventListener("change", hush);

new MutationObserver(() => {
  if (!notice.textContent) return;
  standThere();
  since = performance.now();
  shake(source(selected));
  if (meant !== source(selected)) shake(meant);
  clearTimeout(hushing);
  hushing = setTimeout(hush, READING);
}).observe(notice, { childList: true, characterData: true, subtree: true });
