// Shows who has sat down, and the table once the match has started: looks every few seconds.

const EVERY = 3000;
const own = location.pathname.split("/", 3).join("/"); // a refused form leaves a longer address
let seen = null;

setInterval(async () => {
  if (document.hidden) return;
  try {
    const response = await fetch(own);
    if (!response.ok) return;
    const page = await response.text();
    if (seen !== null && page !== seen) location.replace(own);
    seen = page;
  } catch {
    // Not reachable for now: the next look may be luckier.
  }
}, EVERY);
