// The wished theme and suits, set before the first paint: hence no module, for those run too late.

{
  const root = document.documentElement;
  const bars = document.querySelectorAll("meta[name=theme-color]");
  let kept = read();

  // As wishes.js keeps them.
  function read() {
    try {
      return JSON.parse(localStorage.getItem("wishes")) ?? {};
    } catch {
      return {}; // storage may be forbidden
    }
  }

  function set(name, value, known) {
    if (known.includes(value)) root.dataset[name] = value;
    else delete root.dataset[name];
  }

  function look() {
    set("theme", kept.theme, ["light", "dark"]);
    set("colours", kept.colours, ["4"]);
    // The browser's own bar follows the device unless the theme is wished for.
    for (const bar of bars) {
      const { theme } = root.dataset;
      const wished = theme === bar.dataset.scheme ? "all" : "not all";
      bar.media = theme ? wished : `(prefers-color-scheme: ${bar.dataset.scheme})`;
    }
  }

  function lookAgain() {
    kept = read();
    look();
  }

  document.addEventListener("wish", ({ detail }) => {
    kept = { ...kept, [detail.name]: detail.value };
    look();
  });
  addEventListener("storage", lookAgain); // another tab's wish
  addEventListener("pageshow", (event) => {
    if (event.persisted) lookAgain();
  });

  look();
}
