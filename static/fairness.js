// "The shuffle is fair": the browser itself computes the SHA-256 of the seed.

import { sha256 } from "./sha256.js";

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));

// Browsers have crypto.subtle on https and on this machine only.
async function fingerprint(seed) {
  const bytes = bytesOf(seed);
  return hex(crypto.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : sha256(bytes));
}

export function checkShuffle() {
  const button = document.getElementById("check");
  const verdict = document.getElementById("verdict");
  const { textContent: seed } = document.getElementById("seed");
  const { textContent: commitment } = document.getElementById("commitment");
  button.parentNode.hidden = false;
  button.addEventListener("click", async () => {
    const fits = (await fingerprint(seed)) === commitment;
    verdict.textContent = fits ? button.dataset.true : button.dataset.false;
    verdict.className = fits ? "fits" : "fails";
  });
}
