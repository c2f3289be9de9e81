// Shows who has sat down, and the table once the match has started: looks every few seconds.

const EVERY = 3000;
let seen = null;

setInterval(async () => {
  if (document.hidden) return;
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = await response.text();
    if (seen !== null && page !== seen) location.reload();
    seen = page;
  } catch {
    // Not reachable for now: the next look may be luckier.
  }
}, EVERY);
