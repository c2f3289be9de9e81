// The table: tapping cards and piles, and sending what was tapped. Knows no rules: which moves
// are legal stands in the page, and what the server refuses, it explains.

const SLOW = 900; // a connection that is back sooner was never missed
const PATIENCE = 4000; // an answer that takes longer is not waited for with the next tap
const ANSWER = 2500; // a move without an answer for so long has met a dead connection
const READING = 7000; // how long a refusal stays
const LEAST = 2500; // and how long it stays whatever the others do
const LAST_LOOK = 1400; // how long the last card is seen before the result covers it
const LOOKING = 5000; // how often the page is asked for while there is no connection

const owner = document.getElementById("table");
const form = document.getElementById("moves");
const tapped = document.getElementById("tapped");
const notice = document.getElementById("notice");
const offline = document.getElementById("offline");
const ending = owner.querySelector(".ending");
const peek = owner.querySelector(".peek");
const byId = (id) => document.getElementById(id);

let selected = null; // "7H" or "N": what the next tap on a place moves
let fanned = null; // the place whose pile is spread out to be read
let shaken = null; // what was tapped last: it shakes when the server refuses
let waiting = null; // the position that a move was sent on, until an answer comes
let connection = null; // hx-ws's own record of the socket
let lingering = 0; // the timer until the result is shown

// What is selected, and where it may go

const legal = () => (byId("actions").dataset.legal || "").split(" ").filter(Boolean);
const spot = (place) => owner.querySelector(`[data-place="${place}"]`);
const held = (card) => byId("hand").querySelector(`[data-card="${card}"]`);
const source = (what) => (what ? held(what) || spot(what) : null);
const isOver = () => !byId("result").hidden;
const isPile = (button) => button?.dataset.place && button.querySelector(".card");

function mark() {
  if (selected && !held(selected) && !isPile(spot(selected))) selected = null;
  for (const button of owner.querySelectorAll("[aria-pressed=true]")) {
    button.setAttribute("aria-pressed", "false");
  }
  source(selected)?.setAttribute("aria-pressed", "true");
  const moves = legal();
  const targets = moves.filter((move) => move.startsWith(`${selected}>`)).map((move) => move.split(">")[1]);
  for (const button of owner.querySelectorAll("[data-place]")) {
    button.parentNode.classList.toggle("target", targets.includes(button.dataset.place));
  }
  const movable = new Set(moves.map((move) => move.split(">")[0]));
  const news = (byId("actions").dataset.news || "").split(" ");
  for (const button of owner.querySelectorAll("[data-place]")) {
    button.parentNode.classList.toggle("movable", !selected && movable.has(button.dataset.place));
    button.parentNode.classList.toggle("changed", news.includes(button.dataset.place));
  }
  for (const button of owner.querySelectorAll("[data-card]")) {
    button.classList.toggle("playable", movable.has(button.dataset.card));
  }
  for (const count of owner.querySelectorAll(".count[aria-expanded]")) {
    count.setAttribute("aria-expanded", String(count.previousElementSibling.dataset.place === fanned));
  }
  leaveGhost();
  if (byId("result").hidden) peek.setAttribute("aria-expanded", "true");
  const covered = isOver() && !lingering && peek.ariaExpanded === "true";
  for (const part of [owner.querySelector(".board"), byId("hand"), byId("actions")]) part.inert = covered;
  document.title = [byId("prompt").dataset.title, owner.dataset.name].join(" · ");
}

// A pile that is spread out stays to be seen where it lies.
function leaveGhost() {
  owner.querySelector(".ghost")?.remove();
  const cards = fanned ? spot(fanned)?.querySelectorAll(".card") : null;
  if (!cards?.length) return;
  const ghost = document.createElement("span");
  ghost.className = "ghost";
  ghost.ariaHidden = "true";
  ghost.append(...[cards[0], cards[cards.length - 1]].map((card) => card.cloneNode()));
  for (const card of ghost.children) card.removeAttribute("id");
  spot(fanned).parentNode.append(ghost);
}

function select(what) {
  selected = selected === what ? null : what;
  mark();
}

function tapPlace(button) {
  const place = button.dataset.place;
  shaken = button;
  if (selected && selected !== place) send(`${selected}>${place}`);
  else if (isPile(button)) select(place);
  else if (!legal().length) shake(button);
  else tell(button.querySelector(".kings") ? owner.dataset.takesKing : owner.dataset.takesAny);
}

// The stock draws as the button does, but only where nothing else could have been meant.
function tapStock() {
  const { draws } = byId("actions").dataset;
  if (!legal().includes(draws)) return;
  shaken = byId("stock");
  if (legal().length === 1) send(draws);
  else tell(owner.dataset.useButton);
}

function send(move) {
  tapped.value = move;
  form.requestSubmit(tapped);
}

owner.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  const wasFanned = fanned;
  fanned = null;
  if (button) hush();
  if (button?.matches(".count")) {
    const place = button.previousElementSibling.dataset.place;
    fanned = wasFanned === place ? null : place;
    mark();
  } else if (button?.dataset.card) {
    shaken = button;
    // The second click of a double click must not undo what the first one did.
    if (event.detail < 2 || selected !== button.dataset.card) select(button.dataset.card);
  } else if (button?.dataset.place) {
    if (event.detail < 2 || selected !== null) tapPlace(button);
  } else if (button?.matches(".peek")) {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    mark();
  } else if (button?.form === form) {
    shaken = button;
    if (event.detail > 1 && button.value !== "undo") event.preventDefault();
  } else if (event.target.closest("#stock")) {
    tapStock();
  } else if (!event.target.closest(".side-panel, .ending, a")) {
    selected = null;
  }
  if (wasFanned !== fanned || !button) mark();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  selected = fanned = null;
  hush();
  mark();
});

// Refusals: the sentence, and a short shake

let hushing = 0;

let since = 0; // when the sentence came

function hush() {
  clearTimeout(hushing);
  if (notice.textContent) notice.textContent = "";
}

function tell(sentence) {
  hush();
  notice.textContent = sentence;
}

// A move of somebody else takes the sentence away: not before it can be read.
function keepNotice(tasks) {
  if (performance.now() - since > LEAST) return;
  const at = tasks.findIndex((task) => task.target === notice && !task.fragment.textContent);
  if (notice.textContent && at >= 0) tasks.splice(at, 1);
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function shake(element) {
  if (!element?.isConnected || calm()) return;
  const steps = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  element.animate(steps, { duration: 260, easing: "ease-out" });
}

new MutationObserver(() => {
  if (!notice.textContent) return;
  since = performance.now();
  shake(source(selected));
  if (shaken !== source(selected)) shake(shaken);
  clearTimeout(hushing);
  hushing = setTimeout(hush, READING);
}).observe(notice, { childList: true, characterData: true, subtree: true });

// Sending: by the socket, or as the same form where there is none

const isOpen = () => connection?.socket?.readyState === WebSocket.OPEN;

document.addEventListener("submit", (event) => {
  if (event.target !== form) return;
  const position = byId("seq").value;
  if (waiting === position) {
    stop(event); // a double click
    return;
  }
  waiting = position;
  setTimeout(() => { if (waiting === position) waiting = null; }, PATIENCE);
  clearTimeout(unanswered);
  unanswered = setTimeout(giveUp, ANSWER);
  if (isOpen()) return;
  stop(event);
  post(new FormData(form, event.submitter));
}, true);

// A socket may look open long after the network has gone: a new one tells.

let unanswered = 0;

function giveUp() {
  offline.hidden = false;
  if (isOpen()) connection.socket.close();
}

addEventListener("offline", () => { offline.hidden = false; });

addEventListener("online", () => {
  if (!isOpen()) return;
  offline.hidden = true;
  connection.socket.close();
});

function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

async function post(fields) {
  // Nothing may wait in the socket's queue: it would be sent a second time.
  if (connection) connection.queue.length = 0;
  try {
    const response = await fetch(form.action, {
      method: "POST",
      headers: { "HX-Request": "true", Accept: "text/html" },
      body: new URLSearchParams(fields),
    });
    const text = await response.text();
    if (!text.startsWith("<hx-partial")) throw new Error(response.status);
    await swap(text);
  } catch {
    waiting = null;
    clearTimeout(unanswered);
    tell(owner.dataset.unreachable);
  }
}

const swap = (text) => htmx.swap({ sourceElement: owner, target: owner, swap: "none swapEmpty:false", text });

owner.addEventListener("htmx:ws:before:connection", (event) => {
  connection = event.detail.connection;
  // Phones save their battery; on a desk, "Your turn" shall reach the title of a hidden tab.
  connection.config.pauseOnBackground = matchMedia("(pointer: coarse)").matches;
});

let missed = 0;
let looking = 0;

owner.addEventListener("htmx:ws:after:connection", () => {
  clearTimeout(missed);
  clearInterval(looking);
  missed = 0;
  offline.hidden = true;
});

owner.addEventListener("htmx:ws:close", () => {
  missed ||= setTimeout(() => {
    if (isOpen()) return;
    offline.hidden = false;
    looking = setInterval(catchUp, LOOKING);
  }, SLOW);
});

// Where no socket gets through, the page itself is asked again and again.

const REGIONS = "#you, #seq, #round, #stock, #prompt, #hand, #actions, #result, #next, #score, #fingerprint, #log, [id^=at-], [id^=seat-]";

async function catchUp() {
  if (isOpen() || document.hidden || waiting) return;
  try {
    const page = await (await fetch(location.href, { headers: { Accept: "text/html" } })).text();
    const fresh = new DOMParser().parseFromString(page, "text/html");
    const seq = fresh.getElementById("seq");
    if (!seq || isOpen() || seq.value === byId("seq").value) return;
    const partial = (region) => `<hx-partial hx-target="#${region.id}" hx-swap="outerMorph">${region.outerHTML}</hx-partial>`;
    await swap(Array.from(fresh.querySelectorAll(REGIONS), partial).join(""));
  } catch {
    // Not reachable for now, as the banner says.
  }
}

// What came from the server

const said = document.getElementById("said");
const spoken = document.getElementById("spoken");
let lastSaid = null;
let wasOver = isOver();
let leaving = false; // whether the focus was in the result: it goes to the hand of the next round

owner.addEventListener("htmx:before:swap", (event) => {
  lastSaid = said.lastElementChild;
  const focused = document.activeElement;
  leaving = focused === document.body ? leaving : ending.contains(focused);
  keepNotice(event.detail.tasks);
});

owner.addEventListener("htmx:after:swap", () => {
  waiting = null;
  clearTimeout(unanswered);
  if (isOpen() && navigator.onLine) offline.hidden = true;
  keepLastSaid();
  trimLog();
  showEnding();
  mark();
  speak();
  if (leaving && !isOver()) {
    leaving = false;
    byId("hand").querySelector("button")?.focus({ preventScroll: true });
  }
});

// The result covers the table: the card that ended the round is to be seen before.
function showEnding() {
  const over = isOver();
  if (over && !wasOver && !calm()) lingering ||= setTimeout(stopLingering, LAST_LOOK);
  if (!over) stopLingering();
  owner.classList.toggle("lingering", lingering > 0);
  wasOver = over;
}

function stopLingering() {
  clearTimeout(lingering);
  lingering = 0;
  owner.classList.remove("lingering");
  mark();
}

// Whose turn it is, is to be seen; one's own is spoken, too.
function speak() {
  const prompt = byId("prompt");
  const words = prompt.classList.contains("yours") ? prompt.textContent : "";
  if (spoken.textContent !== words) spoken.textContent = words;
}

// New lines come at its end.
function trimLog() {
  const log = byId("log");
  while (log.children.length > log.dataset.most) log.firstElementChild.remove();
}

// The sentence before the newest ones stays to be read; it has been spoken already.
function keepLastSaid() {
  const texts = Array.from(said.children, (line) => line.textContent);
  if (!lastSaid || lastSaid.isConnected || texts.includes(lastSaid.textContent)) return;
  lastSaid.ariaHidden = "true";
  said.prepend(lastSaid);
}

addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // its socket was closed for good
});

mark();
speak();
