// SHA-256 (FIPS 180-4) for pages that did not come by https, where browsers keep their own to themselves.

const PRIMES = 64;
const WORD = 2 ** 32;

// The first 32 bits of the fractional parts of the roots of the first primes
const { roots, cubes } = constants();

function constants() {
  const roots = [];
  const cubes = [];
  for (let number = 2; cubes.length < PRIMES; number += 1) {
    let factor = 2;
    while (number % factor) factor += 1;
    if (factor < number) continue;
    if (roots.length < 8) roots.push((number ** (1 / 2) * WORD) | 0);
    cubes.push((number ** (1 / 3) * WORD) | 0);
  }
  return { roots, cubes };
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

function padded(bytes) {
  const words = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64));
  for (const [at, byte] of bytes.entries()) words.setUint8(at, byte);
  words.setUint8(bytes.length, 0x80);
  words.setUint32(words.byteLength - 4, bytes.length * 8);
  return words;
}

function schedule(words, start) {
  const w = new Int32Array(PRIMES);
  for (let t = 0; t < PRIMES; t += 1) {
    if (t < 16) {
      w[t] = words.getInt32(start + t * 4);
      continue;
    }
    const [a, b] = [w[t - 15], w[t - 2]];
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  return w;
}

function compressed(state, w) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < PRIMES; t += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + cubes[t] + w[t]) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
  }
  return Int32Array.from([a, b, c, d, e, f, g, h], (word, at) => word + state[at]);
}

export function sha256(bytes) {
  const words = padded(bytes);
  let state = Int32Array.from(roots);
  for (let start = 0; start < words.byteLength; start += 64) state = compressed(state, schedule(words, start));
  const digest = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) digest.setInt32(at * 4, word);
  return new Uint8Array(digest.buffer);
}
