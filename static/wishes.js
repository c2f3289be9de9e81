// What a person wants the table to be like: kept in this browser, and nowhere else.

const KEY = "wishes";

const DEFAULTS = {
  sort: "rank", // or "colour": how the hand is sorted
  colours: "2", // or "4": the suits' colours
  pace: "normal", // or "fast", "none": how long cards fly
  computers: "usual", // or "calm", "quick": how they play where one is alone with them
  sound: "off", // or "on"
  theme: "auto", // or "light", "dark"
};

let kept = read();

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {}; // storage may be forbidden
  }
}

export const wish = (name) => kept[name] ?? DEFAULTS[name];

// Tells everybody on the page by a "wish" event on the document, whose detail is {name, value}.
export function setWish(name, value) {
  kept = { ...kept, ...read(), [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // It holds for this page at least.
  }
  tell(name);
}

function tell(name) {
  document.dispatchEvent(new CustomEvent("wish", { detail: { name, value: wish(name) } }));
}

// What was wished for in another tab holds here, too.
function follow() {
  const before = Object.keys(DEFAULTS).map((name) => [name, wish(name)]);
  kept = read();
  for (const [name, value] of before) if (wish(name) !== value) tell(name);
}

addEventListener("storage", (event) => {
  if (event.key === KEY || event.key === null) follow();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) follow(); // it slept while others wished
});
