// Which words were looked at or heard. Only what a person can have taken in counts: words under the cursor, words that
// were played, and of those on the screen as many as one can read in the time. Opening a page is not reading it.

/** Words a second that nobody reads faster than. */
export const READ = 10;

export class Seen {
  constructor(count, stretches = []) {
    this.at = new Uint8Array(count);
    this.total = 0;
    for (const [first, stop] of stretches) this.add(first, stop);
  }

  has(word) { return this.at[word] === 1; }

  /** Adds the words from `first` to before `stop`; true where some are new. */
  add(first, stop = first + 1) {
    const before = this.total;
    for (let word = Math.max(0, first); word < Math.min(stop, this.at.length); word += 1) {
      this.total += 1 - this.at[word];
      this.at[word] = 1;
    }
    return this.total > before;
  }

  /** Everything as stretches, [first, stop] each. */
  stretches() {
    const found = [];
    for (let word = 0; word < this.at.length; word += 1) {
      if (!this.at[word]) continue;
      const first = word;
      while (this.at[word + 1]) word += 1;
      found.push([first, word + 1]);
    }
    return found;
  }
}
