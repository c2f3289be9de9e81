// What moves, at the pace that the person wants. A tap anywhere finishes all of it at once.

import { wish } from "../wishes.js";
import { calm } from "./parts.js";

const running = new Set();

// Where nothing may move, things still fade: the eye shall find what is new.
export const still = () => calm() || wish("pace") === "none";
export const paced = (milliseconds) => (wish("pace") === "fast" ? milliseconds / 2 : milliseconds);

// "ended" is called once, whether it was finished or cancelled.
export function run(element, keyframes, timing, ended) {
  const animation = element.animate(keyframes, timing);
  const end = () => {
    if (!running.delete(animation)) return;
    animation.cancel(); // what it has filled, it fills no longer
    ended?.();
  };
  running.add(animation);
  animation.finished.then(end, end);
  return animation;
}

export const fade = (element, timing) => run(element, { opacity: [0, 1] }, { duration: paced(160), ...timing });

export function finishAll() {
  for (const animation of running) animation.finish();
}

for (const skip of ["pointerdown", "keydown"]) addEventListener(skip, finishAll, { capture: true });
addEventListener("resize", finishAll);
document.addEventListener("visibilitychange", finishAll);
