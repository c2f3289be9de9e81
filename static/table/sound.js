// What is heard, when the person wants it; and felt, on phones: one's own turn.

import { wish } from "../wishes.js";
import { paced, still } from "./animations.js";
import { byId } from "./parts.js";
import { TONES } from "./tones.js";

const LANDING = 0.2; // seconds until a card lies
const BUZZ = 15;

let context = null; // made when it is wanted and somebody has touched the page

const wanted = () => wish("sound") === "on";

function wake() {
  if (!wanted()) return;
  context ??= new AudioContext();
  // Suspended; or on some phones interrupted, by a call.
  if (context.state !== "running") context.resume().catch(() => {});
}

function sound(name, after = 0) {
  if (wanted() && context?.state === "running") TONES[name](context, context.currentTime + after);
}

export function soundOf(news) {
  if (document.hidden && !news.begins) return;
  const landing = still() ? 0 : paced(LANDING);
  const laid = news.moved.filter(({ to }) => to && to !== "hand");
  if (news.dealt) sound("deal");
  else if (laid.some(({ from }) => from && from !== "hand")) sound("slide");
  else if (laid.length) sound("place", landing);
  else if (news.drew.length || news.moved.some(({ to }) => to === "hand")) sound("draw");
  if (news.ended) soundOfEnd(landing + 0.3);
  if (!news.begins) return;
  sound("turn", landing + 0.15);
  if (!document.hidden && matchMedia("(pointer: coarse)").matches) navigator.vibrate?.(BUZZ);
}

// A stalemate, and a round that one has only watched, end without a tune.
function soundOfEnd(after) {
  const winner = byId("result").querySelector(".hands > .winner")?.dataset.seat;
  const { you } = byId("you").dataset;
  if (winner && you) sound(winner === you ? "won" : "lost", after);
}

new MutationObserver(() => {
  if (byId("notice").textContent) sound("refused");
}).observe(byId("notice"), { childList: true, characterData: true, subtree: true });

for (const touch of ["pointerup", "keydown"]) addEventListener(touch, wake, { capture: true });

// Whoever switches it on hears at once what it is like: in one tab, not in all of them.
document.addEventListener("wish", ({ detail }) => {
  if (detail.name !== "sound") return;
  if (!wanted()) {
    context?.close().catch(() => {});
    context = null;
    return;
  }
  if (document.hidden) return;
  wake();
  context.resume().then(
    () => sound("turn"),
    () => {},
  );
});
