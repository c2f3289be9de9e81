// When the next daily game comes: by the reader's own clock, and how long that is.

const SECOND = 1000;

for (const line of document.querySelectorAll(".countdown")) {
  const ends = Number(line.dataset.ends);
  const fast = Date.now() - Number(line.dataset.now); // how far this device's clock is ahead
  const left = line.querySelector(".left");
  const when = line.querySelector(".when");
  const time = new Date(ends).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
  });
  when.textContent = when.dataset.words.replace("{time}", time);
  left.hidden = false;
  const tick = () => {
    const seconds = Math.max(0, Math.ceil((ends - Date.now() + fast) / SECOND));
    left.textContent = [seconds / 3600, (seconds / 60) % 60, seconds % 60]
      .map((part) => String(Math.floor(part)).padStart(2, "0"))
      .join(":");
    if (!seconds) clearInterval(ticking);
  };
  const ticking = setInterval(tick, SECOND);
  tick();
}
