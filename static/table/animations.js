// What moves, at the pace that the person wants. A tap anywhere finishes all of it at once.

import { wish } from "../wishes.js";
import { calm } from "./parts.js";

const SLIDE = 180;
export const EASING = "cubic-bezier(0.3, 0.65, 0.25, 1)";

const running = new Set();
const slides = new Set();

// Where nothing may move, things still fade: the eye shall find what is new.
export const still = () => calm() || wish("pace") === "none";
export const paced = (time) => (wish("pace") === "fast" ? time / 2 : time);

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

// It lies where it belongs, and is seen coming from so far away and so much larger.
export function slide(element, x, y, scale = 1) {
  const transformOrigin = "0 0";
  const keyframes = [
    { translate: `${x}px ${y}px`, scale: String(scale), transformOrigin },
    { translate: "0px 0px", scale: "1", transformOrigin },
  ];
  const timing = { duration: paced(SLIDE), easing: EASING };
  const animation = run(element, keyframes, timing, () => slides.delete(animation));
  slides.add(animation);
}

// Before it is measured where things lie.
export function stopSlides() {
  for (const animation of slides) animation.cancel();
  slides.clear();
}

export function finishAll() {
  for (const animation of running) animation.finish();
}

for (const skip of ["pointerdown", "keydown"]) addEventListener(skip, finishAll, { capture: true });
addEventListener("resize", finishAll);
document.addEventListener("visibilitychange", finishAll);
