// A name in a field, one's own or a proposal, gives way to what is typed: the first tap chooses all of it,
// as the keyboard does.

let focused = null; // before the tap

addEventListener("pointerdown", () => {
  focused = document.activeElement;
});

addEventListener("click", ({ target }) => {
  if (target !== focused && target.matches("[autocomplete=nickname]")) target.select();
});
