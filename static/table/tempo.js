// How fast computers play where one is alone with them: as this browser wishes.

import { own } from "../stage.js";
import { setWish, wish } from "../wishes.js";
import { owner } from "./parts.js";

const USUAL = "usual";

let { pace } = owner.dataset; // only where one is alone

async function ask() {
  const wished = wish("computers");
  if (!pace || pace === wished) return;
  const before = pace;
  pace = wished;
  const answer = await fetch(`/api${own}/terms`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ pace }),
  }).catch(() => null);
  if (!answer?.ok && pace === wished) pace = before;
}

document.addEventListener("wish", ask);
// Whoever has not wished for anything yet may have chosen it in the lobby.
if (pace && wish("computers") === USUAL) setWish("computers", pace);
else ask();
