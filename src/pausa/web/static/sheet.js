// The transcript as text: words flow in blocks by speaker, and after each word there is a gap that can hold a mark.
//
//   <div class="turn"><div class="side">speaker, time</div>
//     <p><span class="u"><span class="w">harbour</span><span class="g">.</span></span> …
//
// Long turns are cut into blocks of equal length, which the browser lays out only when they come near the screen.

import { clock, make } from "./dom.js";
import { NAMES, ends } from "./marks.js";

const BLOCK = 90;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const ARABIC = /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff]/;

/** Which way a text runs: as told, else by the letters of its words. */
export function direction(words, told = "auto") {
  if (told === "ltr" || told === "rtl") return told;
  const sample = words.slice(0, 400).filter((word) => /\p{L}/u.test(word.text));
  const turned = sample.filter((word) => RIGHT_TO_LEFT.test(word.text)).length;
  return turned * 2 > sample.length ? "rtl" : "ltr";
}

/** The words cut at every change of speaker, and long turns into blocks of equal length: [[first, stop], …]. */
export function blocks(words, most = BLOCK) {
  const found = [];
  let first = 0;
  for (let word = 1; word <= words.length; word += 1) {
    if (word < words.length && words[word].speaker === words[word - 1].speaker) continue;
    const parts = Math.ceil((word - first) / most);
    const size = Math.ceil((word - first) / parts);
    for (let part = first; part < word; part += size) found.push([part, Math.min(word, part + size)]);
    first = word;
  }
  return found;
}

/** Marks as this script writes them. */
export function glyphs(words) {
  const arabic = words.slice(0, 400).filter((word) => ARABIC.test(word.text)).length * 2 > Math.min(400, words.length);
  return arabic ? { ".": ".", "?": "؟", ",": "،", "": "" } : { ".": ".", "?": "?", ",": ",", "": "" };
}

export class Sheet {
  constructor(root, words, marks, { told = "auto", proposed = {} } = {}) {
    this.root = root;
    this.words = words;
    this.marks = marks;
    this.proposed = proposed;
    this.direction = direction(words, told);
    this.glyphs = glyphs(words);
    this.cursor = -1;
    this.playing = -1;
    this.wordNodes = [];
    this.gapNodes = [];
    root.dir = this.direction;
    this.blocks = blocks(words).map(([first, stop]) => [first, stop, this.#block(first, stop)]);
    root.replaceChildren(...this.blocks.map(([, , node]) => node));
    root.classList.toggle("bare", !words.some((word) => word.speaker || Number.isFinite(word.start)));
  }

  #block(first, stop) {
    const { words } = this;
    const turns = first === 0 || words[first].speaker !== words[first - 1].speaker;
    const start = words.slice(first, stop).find((word) => Number.isFinite(word.start))?.start;
    const line = make("p", {});
    let letters = 0;
    for (let word = first; word < stop; word += 1) {
      const text = document.createElement("span"), gap = document.createElement("span"), unit = document.createElement("span");
      text.className = words[word].text.length > 28 ? "w long" : "w";
      text.textContent = words[word].text;
      letters += words[word].text.length + 2;
      gap.className = "g";
      unit.className = "u";
      text.dataset.at = gap.dataset.at = String(word);
      unit.append(text, gap);
      line.append(unit, " ");
      this.wordNodes.push(text);
      this.gapNodes.push(gap);
      if (this.marks.get(word)) this.show(word);
    }
    const side = make("div", { class: "side" });
    if (turns && words[first].speaker) side.append(make("bdi", { class: "who" }, words[first].speaker));
    if (Number.isFinite(start)) side.append(make("span", { class: "time" }, clock(start / 1000)));
    const block = make("div", { class: turns ? "turn first" : "turn" }, side, line);
    block.style.setProperty("--lines", String(Math.max(1, Math.ceil(letters / 62))));
    return block;
  }

  /** Shows the mark of a word as it now is. */
  show(word) {
    const gap = this.gapNodes[word], mark = this.marks.get(word);
    gap.textContent = this.glyphs[mark];
    gap.classList.toggle("end", ends(mark));
    gap.classList.toggle("comma", mark === ",");
    gap.classList.toggle("proposed", mark !== "" && this.proposed[word] === mark);
    if (word === this.cursor) this.#label(word);
  }

  /** A gap in words, for those who hear the page. */
  told(word) {
    const next = this.words[word + 1];
    const proposed = this.gapNodes[word].classList.contains("proposed") ? ", proposed by a model" : "";
    return `after ${this.words[word].text}${next ? `, before ${next.text}` : ", at the end"}: ${NAMES[this.marks.get(word)]}${proposed}`;
  }

  #label(word) { this.gapNodes[word].setAttribute("aria-label", this.told(word)); }

  /** Moves the cursor; only the gap under it is a button for screen readers, so that the rest reads as text. */
  moveTo(word, { focus = true, scroll = true } = {}) {
    const at = Math.max(0, Math.min(this.words.length - 1, word));
    const old = this.gapNodes[this.cursor], gap = this.gapNodes[at];
    if (old && old !== gap) {
      old.classList.remove("cur");
      for (const name of ["tabindex", "role", "aria-label"]) old.removeAttribute(name);
    }
    this.cursor = at;
    gap.classList.add("cur");
    gap.setAttribute("tabindex", "0");
    gap.setAttribute("role", "button");
    this.#label(at);
    if (focus) gap.focus({ preventScroll: true });
    if (scroll) this.reveal(gap);
  }

  /** Scrolls so that a node stands clear of the bars above and below. */
  reveal(node, { calm = true } = {}) {
    const box = node.getBoundingClientRect();
    const style = getComputedStyle(document.documentElement);
    const top = parseFloat(style.scrollPaddingTop) || 0, bottom = innerHeight - (parseFloat(style.scrollPaddingBottom) || 0);
    if (box.height && box.top >= top && box.bottom <= bottom) return;
    const still = !calm || matchMedia("(prefers-reduced-motion: reduce)").matches || Math.abs(box.top - innerHeight / 2) > 2 * innerHeight;
    scrollTo({ top: scrollY + box.top - top - (bottom - top) * 0.35, behavior: still ? "instant" : "smooth" });
  }

  /** The first `most` words on the screen for which `wanted` holds; bars above and below the text hide what is under them. */
  onScreen(wanted, most) {
    const style = getComputedStyle(document.documentElement);
    const top = parseFloat(style.scrollPaddingTop) || 0, bottom = innerHeight - (parseFloat(style.scrollPaddingBottom) || 0);
    const within = (node) => { const box = node.getBoundingClientRect(); return box.bottom > top && box.top < bottom; };
    const found = [];
    for (const [first, stop, node] of this.blocks) {
      if (!within(node)) { if (found.length) break; else continue; }
      for (let word = first; word < stop && found.length < most; word += 1) if (wanted(word) && within(this.wordNodes[word])) found.push(word);
      if (found.length >= most) break;
    }
    return found;
  }

  /** The gap that stands nearest above (-1) or below (1) the cursor, one line away. */
  line(step) {
    const here = this.gapNodes[this.cursor].getBoundingClientRect();
    const middle = (here.left + here.right) / 2;
    let best = -1, nearest = Infinity, row = null;
    for (let word = this.cursor + step; word >= 0 && word < this.words.length; word += step) {
      const box = this.gapNodes[word].getBoundingClientRect();
      if (Math.abs(box.top - here.top) < box.height / 2) continue;
      row ??= box.top;
      if (Math.abs(box.top - row) > box.height / 2) break;
      const far = Math.abs((box.left + box.right) / 2 - middle);
      if (far < nearest) [best, nearest] = [word, far];
    }
    return best;
  }

  /** Lights up the word that is being heard; -1 for none. */
  hear(word) {
    if (word === this.playing) return;
    this.wordNodes[this.playing]?.classList.remove("now");
    this.wordNodes[word]?.classList.add("now");
    this.playing = word;
  }
}
