// The sounds, made of noise and a few waves: short, soft, and together never loud.

const LOUDNESS = 0.7;

const noises = new WeakMap(); // one second of noise for each context

function noiseOf(context) {
  if (!noises.has(context)) {
    const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const samples = noise.getChannelData(0);
    for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
    noises.set(context, noise);
  }
  return noises.get(context);
}

// What a source is heard through: up to "peak" within "rise", gone after "length" seconds.
function envelope(context, start, { peak, rise, length }) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(peak * LOUDNESS, start + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  gain.connect(context.destination);
  return gain;
}

function play(source, through, start, length) {
  through.reduce((from, to) => from.connect(to), source);
  source.start(start);
  source.stop(start + length + 0.02);
}

// Card on card: noise through a band that wanders.
function rustle(context, start, { from, to, width, ...shape }) {
  const source = context.createBufferSource();
  source.buffer = noiseOf(context);
  source.loop = true;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = width;
  band.frequency.setValueAtTime(from, start);
  band.frequency.exponentialRampToValueAtTime(to, start + shape.length);
  play(source, [band, envelope(context, start, shape)], start, shape.length);
}

function tone(context, start, { type = "sine", from, to = from, ...shape }) {
  const source = context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, start + shape.length);
  play(source, [envelope(context, start, shape)], start, shape.length);
}

// A small bell: the note, and a little of its octave.
function bell(context, start, note, peak = 0.13) {
  tone(context, start, { from: note, peak, rise: 0.012, length: 0.55 });
  tone(context, start, { from: note * 2, peak: peak / 5, rise: 0.008, length: 0.25 });
}

const [F4, A4, C5, E5, G5, A5, C6] = [349.2, 440, 523.3, 659.3, 784, 880, 1046.5];

// Each takes a context and when to begin.
export const TONES = {
  place(context, at) {
    rustle(context, at, { from: 2600, to: 900, width: 0.7, peak: 0.3, rise: 0.002, length: 0.09 });
    tone(context, at, { from: 170, to: 80, peak: 0.16, rise: 0.004, length: 0.09 });
  },
  slide(context, at) {
    rustle(context, at, { from: 1100, to: 2600, width: 0.9, peak: 0.2, rise: 0.07, length: 0.2 });
    TONES.place(context, at + 0.16);
  },
  draw(context, at) {
    rustle(context, at, { from: 2200, to: 4200, width: 1.1, peak: 0.22, rise: 0.03, length: 0.13 });
  },
  deal(context, at) {
    for (let n = 0; n < 9; n += 1) TONES.draw(context, at + 0.075 * n);
  },
  refused(context, at) {
    tone(context, at, { type: "triangle", from: 150, to: 105, peak: 0.26, rise: 0.006, length: 0.17 });
  },
  turn(context, at) {
    bell(context, at, E5);
    bell(context, at + 0.13, A5);
  },
  won(context, at) {
    for (const [n, note] of [C5, E5, G5, C6].entries()) bell(context, at + 0.12 * n, note);
  },
  lost(context, at) {
    bell(context, at, A4, 0.11);
    bell(context, at + 0.2, F4, 0.11);
  },
};
