// A form that leads to another page is sent once: a double click would make two players of a
// newcomer, whom only the first answer gives an identity.

const LATER = 3000; // when it may be sent again, because nothing came of it

const sent = new Set();

export const isLeaving = () => sent.size > 0;

document.addEventListener("submit", (event) => {
  const { target } = event;
  if (event.defaultPrevented || target.matches("[hx-post], [hx-ws\\:send]")) return;
  if (sent.has(target)) event.preventDefault();
  sent.add(target);
  setTimeout(() => sent.delete(target), LATER);
});

// A page that comes back has its timers where they were.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) sent.clear();
});
