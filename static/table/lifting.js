// A card or a pile that is lifted: it is drawn away from where it lies, and lies there still.

import { paced, run, slide, still, stopSlides } from "./animations.js";
import { byId, held, owner, spot } from "./parts.js";

const HOME = 180; // how long the way back takes

const bodyOf = (what) => held(what)?.querySelector(".card") ?? spot(what);
const frameOf = (x, y, scale) => ({ translate: `${x}px ${y}px`, scale: String(scale) });

// By an animation that stands still: no swap takes it away, and whatever shakes the card adds to it.
export function lift(what) {
  let body = bodyOf(what);
  let motion = null;
  let frame = frameOf(0, 0, 1);

  function raise() {
    body.parentNode.classList.add("lifted");
    motion ??= body.animate([frame, frame], { duration: 1, fill: "both" });
    motion.pause();
  }

  function release() {
    motion.cancel();
    for (const part of owner.querySelectorAll(".lifted")) part.classList.remove("lifted");
  }

  raise();

  return {
    // Where it would lie if it were not lifted.
    home() {
      const { left, top } = body.parentNode.getBoundingClientRect();
      return new DOMRect(left, top, body.offsetWidth, body.offsetHeight);
    },
    moveTo(left, top, scale) {
      const home = this.home();
      frame = frameOf(left - home.left, top - home.top, scale);
      motion.effect.setKeyframes([frame, frame]);
    },
    // After a swap: false if it is no longer there.
    renew() {
      const now = bodyOf(what);
      if (!now?.matches(".card, :has(.card)")) return false;
      if (now !== body) {
        motion.cancel();
        motion = null;
      }
      body = now;
      raise();
      return true;
    },
    release,
    goHome() {
      release();
      if (still() || !body.isConnected) return;
      body.parentNode.classList.add("returning");
      const timing = { duration: paced(HOME), easing: "ease-out" };
      run(body, [frame, frameOf(0, 0, 1)], timing, () => body.parentNode?.classList.remove("returning"));
    },
  };
}

// The cards of the hand glide to where a change puts them.
export function makeRoom(change) {
  const cards = [...byId("hand").children].filter((button) => !button.matches(".lifted"));
  const before = cards.map((button) => button.getBoundingClientRect());
  change();
  if (still()) return;
  stopSlides();
  for (const [n, button] of cards.entries()) {
    const after = button.getBoundingClientRect();
    const [x, y] = [before[n].left - after.left, before[n].top - after.top];
    if (x || y) slide(button, x, y);
  }
}
