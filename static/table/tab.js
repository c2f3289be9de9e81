// The browser's tab: it tells whose turn it is, wherever the person is looking.

import { byId, owner } from "./parts.js";

const icon = document.querySelector("link[rel=icon]");
const crown = icon.getAttribute("href");

export function showTab() {
  const prompt = byId("prompt");
  document.title = [prompt.dataset.title, owner.dataset.name].join(" · ");
  const wanted = prompt.classList.contains("yours") ? owner.dataset.turnIcon : crown;
  if (icon.getAttribute("href") !== wanted) icon.href = wanted;
}
