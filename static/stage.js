// A room has two pages, its lobby and its table: who is on the wrong one goes to the right one.

const stage = () => document.getElementById("stage").dataset.stage;
const own = location.pathname.split("/", 3).join("/"); // a refused form leaves a longer address

export function followStage(owner) {
  const here = stage();
  owner.addEventListener("htmx:after:swap", () => {
    if (stage() !== here) location.replace(own);
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload(); // its socket was closed for good
  });
}
