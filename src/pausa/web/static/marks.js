// The marks of one transcript with their history. No page, no network: what is set, undone, found again.

export const NAMES = { ".": "period", "?": "question mark", ",": "comma", "": "no mark" };

/** Marks that end a sentence; a comma ends a clause only. */
export const ends = (mark) => mark === "." || mark === "?";

// What people type on other keyboards for the same three marks.
const TYPED = { ".": ".", "。": ".", "۔": ".", "।": ".", "?": "?", "？": "?", "؟": "?", ",": ",", "،": ",", "，": ",", "、": "," };

/** The mark that a key stands for, undefined for other keys. */
export const typed = (key) => TYPED[key];

export class Marks {
  constructor(count, marks) {
    this.count = count;
    this.at = Array(count).fill("");
    this.done = [];
    this.undone = [];
    this.replace(marks);
  }

  get(word) { return this.at[word] ?? ""; }

  /** Sets a mark; gives the action to save, or null where nothing changes. */
  set(word, mark) {
    const before = this.at[word];
    if (before === mark) return null;
    this.at[word] = mark;
    this.done.push({ word, before, after: mark });
    this.undone = [];
    return { word, mark, kind: "set" };
  }

  /** Takes up the history of an earlier page; where the newest step is not what stands there now, it is not ours any more. */
  takeUp({ done = [], undone = [] }) {
    const known = (step) => Number.isInteger(step?.word) && step.word >= 0 && step.word < this.count && step.before in NAMES && step.after in NAMES;
    const last = done.at(-1), next = undone.at(-1);
    if (![...done, ...undone].every(known) || (last && this.at[last.word] !== last.after) || (next && this.at[next.word] !== next.before)) return;
    [this.done, this.undone] = [done, undone];
  }

  undo() {
    const step = this.done.pop();
    if (!step) return null;
    this.undone.push(step);
    this.at[step.word] = step.before;
    return { word: step.word, mark: step.before, kind: "undo" };
  }

  redo() {
    const step = this.undone.pop();
    if (!step) return null;
    this.done.push(step);
    this.at[step.word] = step.after;
    return { word: step.word, mark: step.after, kind: "redo" };
  }

  /** Takes marks from elsewhere, with actions of our own that are not saved yet on top; gives the words that changed. */
  replace(marks, unsaved = []) {
    const next = Array(this.count).fill("");
    for (const [word, mark] of Object.entries(marks)) if (word < this.count) next[word] = mark;
    for (const action of unsaved) if (action.word < this.count) next[action.word] = action.mark;
    const changed = [];
    for (let word = 0; word < this.count; word += 1) if (next[word] !== this.at[word]) changed.push(word);
    this.at = next;
    return changed;
  }

  /** The nearest marked word after `word`, or before it; -1 where there is none. */
  after(word, wanted = Boolean) {
    for (let next = word + 1; next < this.count; next += 1) if (this.at[next] && wanted(this.at[next])) return next;
    return -1;
  }

  before(word, wanted = Boolean) {
    for (let last = word - 1; last >= 0; last -= 1) if (this.at[last] && wanted(this.at[last])) return last;
    return -1;
  }

  get marked() { return this.at.reduce((sum, mark) => sum + (mark ? 1 : 0), 0); }

  get sentences() { return this.at.reduce((sum, mark) => sum + (ends(mark) ? 1 : 0), 0); }

  /** Stretches of more than `most` words without the end of a sentence, as [first, last] words. */
  longStretches(most) {
    const found = [];
    let first = 0;
    for (let word = 0; word < this.count; word += 1) {
      const last = word === this.count - 1;
      if (!ends(this.at[word]) && !last) continue;
      if (word - first + 1 > most) found.push([first, word]);
      first = word + 1;
    }
    return found;
  }
}
