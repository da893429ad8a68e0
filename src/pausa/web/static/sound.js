// The recording: playing words and stretches, and the picture of the sound above the text.

import { clock } from "./dom.js";
import { ends } from "./marks.js";

export const RATES = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.15, 1.3, 1.5, 1.75, 2];
const SPAN = 24;

/** Plays; tells `hear` ("time", seconds) while it does and ("playing", yes) when that changes. */
export class Player {
  constructor(url, hear) {
    this.audio = new Audio();
    this.audio.preload = "metadata";
    this.audio.src = url;
    this.hear = hear;
    this.stopAt = Infinity;
    this.broken = false;
    for (const name of ["play", "pause", "ended"]) this.audio.addEventListener(name, () => this.#changed());
    this.audio.addEventListener("error", () => { this.broken = true; hear("broken", this.audio.error?.message ?? ""); });
    this.audio.addEventListener("seeked", () => hear("time", this.time));
    this.audio.addEventListener("ratechange", () => hear("rate", this.audio.playbackRate));
  }

  get playing() { return !this.audio.paused && !this.audio.ended; }

  get time() { return this.audio.currentTime; }

  /** Plays from a place in seconds (from where it stands if null), to another one if given. */
  play(from = null, to = Infinity) {
    this.stopAt = to;
    if (from !== null) this.audio.currentTime = Math.max(0, from);
    this.audio.play().catch((problem) => { if (problem.name !== "AbortError") this.hear("broken", problem.message); });
  }

  pause() { this.audio.pause(); }

  seek(seconds) {
    this.stopAt = Infinity;
    this.audio.currentTime = Math.max(0, seconds);
  }

  /** Takes the next slower (-1) or faster (1) speed. */
  speed(step) {
    const here = RATES.reduce((best, rate, place) => (Math.abs(rate - this.audio.playbackRate) < Math.abs(RATES[best] - this.audio.playbackRate) ? place : best), 0);
    this.rate(RATES[Math.max(0, Math.min(RATES.length - 1, here + step))]);
  }

  rate(value) {
    this.audio.defaultPlaybackRate = value;
    this.audio.playbackRate = value;
  }

  #changed() {
    this.hear("playing", this.playing);
    if (this.playing) this.#follow();
  }

  #follow() {
    if (!this.playing) return;
    if (this.time >= this.stopAt) {
      this.audio.pause();
      // The frame that stops it comes a little late; what was heard ended before.
      this.hear("time", this.stopAt - 0.001);
      this.stopAt = Infinity;
      return;
    }
    this.hear("time", this.time);
    requestAnimationFrame(() => this.#follow());
  }
}

/** The word that is heard at a time in milliseconds: the last that has begun, if any has times. */
export function wordAt(starts, ms) {
  let low = 0, high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle].ms <= ms) low = middle + 1; else high = middle;
  }
  return low ? starts[low - 1].word : -1;
}

/** A stretch of the sound around the playhead with its words' marks, and below it the whole. */
export class Picture {
  constructor(wave, whole, { peaks, perSecond, seconds, words, marks, seek }) {
    Object.assign(this, { wave, whole, peaks, perSecond, seconds, words, marks });
    this.time = 0;
    this.first = 0;
    this.waiting = false;
    wave.setAttribute("aria-valuemax", String(Math.round(seconds)));
    const place = (event, canvas, first, span) => {
      const box = canvas.getBoundingClientRect();
      return first + ((event.clientX - box.left) / box.width) * span;
    };
    wave.addEventListener("pointerdown", (event) => seek(Math.min(this.seconds, place(event, wave, this.first, this.span))));
    const drag = (event) => { if (event.buttons || event.type === "pointerdown") seek(Math.max(0, Math.min(this.seconds, place(event, whole, 0, this.seconds)))); };
    whole.addEventListener("pointerdown", (event) => { whole.setPointerCapture(event.pointerId); drag(event); });
    whole.addEventListener("pointermove", drag);
    new ResizeObserver(() => this.redraw()).observe(wave);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  get span() { return Math.min(SPAN, this.seconds); }

  /** Shows a time; the stretch is turned like a page, so that it stands still while one looks at it. */
  show(seconds) {
    this.time = seconds;
    if (seconds < this.first || seconds > this.first + this.span * 0.94) {
      this.first = Math.max(0, Math.min(this.seconds - this.span, seconds - this.span * 0.12));
    }
    this.wave.setAttribute("aria-valuenow", String(Math.round(seconds)));
    this.wave.setAttribute("aria-valuetext", `${clock(seconds)} of ${clock(this.seconds)}`);
    this.redraw();
  }

  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.#draw(); });
  }

  #draw() {
    const style = getComputedStyle(document.documentElement);
    const colour = (name) => style.getPropertyValue(`--${name}`).trim();
    const wave = sized(this.wave), whole = sized(this.whole);
    if (!wave || !whole) return;
    const stop = this.first + this.span;
    this.#bars(wave, this.first, stop, (at) => (at <= this.time ? colour("accent") : colour("edge")), 0.24);
    this.#bars(whole, 0, this.seconds, (at) => (at <= this.time ? colour("accent") : colour("edge")), 0);
    const { pen, width, height } = wave;
    const x = (seconds) => ((seconds - this.first) / this.span) * width;
    pen.textAlign = "center";
    for (let word = 0; word < this.words.length; word += 1) {
      const mark = this.marks.get(word), end = this.words[word].end ?? this.words[word].start;
      if (!mark || end === null || end === undefined || end / 1000 < this.first || end / 1000 > stop) continue;
      pen.fillStyle = ends(mark) ? colour("warn") : colour("muted");
      pen.fillRect(Math.round(x(end / 1000)) - 0.75, height * 0.26, 1.5, height * 0.74);
      pen.font = `700 ${Math.round(height * 0.12) + 8}px ${style.getPropertyValue("--sans")}`;
      pen.fillText(mark, x(end / 1000), height * 0.22);
    }
    pen.fillStyle = colour("ink");
    pen.fillRect(x(this.time) - 1, 0, 2, height);
    whole.pen.strokeStyle = colour("ink");
    whole.pen.lineWidth = 1.5;
    const left = (this.first / this.seconds) * whole.width, across = (this.span / this.seconds) * whole.width;
    whole.pen.strokeRect(left + 0.75, 0.75, Math.max(3, across - 1.5), whole.height - 1.5);
  }

  #bars({ pen, width, height }, first, stop, colour, head) {
    const step = 3, scale = (stop - first) / width;
    const middle = height * (head + (1 - head) / 2), tall = height * (1 - head);
    for (let x = 0; x < width; x += step) {
      const from = Math.floor((first + x * scale) * this.perSecond);
      const to = Math.max(from + 1, Math.floor((first + (x + step) * scale) * this.perSecond));
      let peak = 0;
      for (let place = from; place < to && place < this.peaks.length; place += 1) peak = Math.max(peak, this.peaks[place]);
      const size = Math.max(1, (peak / 255) * tall * 0.94);
      pen.fillStyle = colour(first + x * scale);
      pen.fillRect(x, middle - size / 2, step - 1, size);
    }
  }
}

/** A canvas, sharp on its screen and empty, as something to draw with; null while it is not to be seen. */
function sized(canvas) {
  const { width, height } = canvas.getBoundingClientRect();
  if (!width || !height) return null;
  const across = Math.round(width * devicePixelRatio), down = Math.round(height * devicePixelRatio);
  if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
  const pen = canvas.getContext("2d");
  pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  pen.clearRect(0, 0, width, height);
  return { pen, width, height };
}
