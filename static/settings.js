// The settings sheet: its radio buttons show the wishes, and make them.

import { setWish, wish } from "./wishes.js";

const sheet = document.getElementById("settings");

function show() {
  for (const radio of sheet.querySelectorAll("input")) {
    radio.checked = radio.value === wish(radio.name);
  }
}

sheet.addEventListener("change", ({ target }) => setWish(target.name, target.value));
document.addEventListener("wish", show);
addEventListener("pageshow", show); // browsers fill in what they remember of a page

show();
