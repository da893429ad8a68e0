// A scene is one view of the data, decoded: places as rising typed arrays, ready to be drawn and searched.

const AGREED = 0, HIT = 1, EXTRA = 2, MISSED = 3, OWN = 4;
const KIND_OF = { a: AGREED, h: HIT, x: EXTRA };
const KIND_NAMES = ["agreed", "hit", "extra", "missed", "own"];
const AROUND = 7;

const index = JSON.parse(document.getElementById("index").textContent);
const blocks = document.querySelectorAll("script.view");
const opened = new Map();

/** The scene of a view; decoded when first asked for. */
function scene(number) {
  if (!opened.has(number)) opened.set(number, decoded(JSON.parse(blocks[number].textContent), number));
  return opened.get(number);
}

function decoded(packed, number) {
  const marked = rising(packed.marked);
  const votes = Uint16Array.from(packed.votes);
  const votesAt = new Uint16Array(packed.n);
  marked.forEach((at, place) => { votesAt[at] = votes[place]; });
  const starts = rising(packed.windows);
  const stops = starts.map((start, place) => start + packed.widths[place]);
  const people = packed.references.map((each, place) => {
    const at = rising(each.ends);
    const kinds = Uint8Array.from(at, (end) => (votesAt[end] >= index.needed ? AGREED : OWN));
    return { name: packed.people[place], at, kinds, marks: each.marks };
  });
  const systems = packed.systems.map((each) => ({
    name: index.systems[each.system],
    system: each.system,
    at: rising(each.ends),
    kinds: Uint8Array.from(each.kinds, (letter) => KIND_OF[letter]),
    marks: each.marks,
    missed: rising(each.missed),
  }));
  return {
    number,
    n: packed.n,
    words: packed.words === null ? null : packed.n ? packed.words.split("\n") : [],
    marked, votes, votesAt, starts, stops, people, systems,
    general: { at: marked, kinds: Uint8Array.from(votes, (count) => (count >= index.needed ? AGREED : OWN)) },
    peaks: peaks(marked, votes, starts, stops),
    places: union([...people, ...systems], packed.n),
  };
}

/** Rising numbers from their steps. */
function rising(steps) {
  let last = 0;
  return Int32Array.from(steps, (step) => (last += step));
}

/** The place with the most votes in each window, the first of equals. */
function peaks(marked, votes, starts, stops) {
  return starts.map((start, window) => {
    let best = lower(marked, start);
    for (let place = best; place < marked.length && marked[place] <= stops[window]; place++) {
      if (votes[place] > votes[best]) best = place;
    }
    return marked[best];
  });
}

/** Every place where somebody ends a sentence. */
function union(rows, n) {
  const seen = new Uint8Array(n);
  for (const row of rows) for (const at of row.at) seen[at] = 1;
  const all = [];
  for (let at = 0; at < n; at++) if (seen[at]) all.push(at);
  return Int32Array.from(all);
}

/** Where in a rising array the first number of at least that value stands. */
function lower(array, value) {
  let low = 0, high = array.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] < value) low = middle + 1; else high = middle;
  }
  return low;
}

/** The number of a rising array that is nearest to a value, or -1 in an empty one. */
function nearest(array, value) {
  const place = lower(array, value);
  if (!array.length) return -1;
  if (place === 0) return array[0];
  if (place === array.length) return array[place - 1];
  return array[place] - value < value - array[place - 1] ? array[place] : array[place - 1];
}

function has(array, value) {
  return array[lower(array, value)] === value;
}

/** The window that a place lies in, -1 for none. */
function windowAt(scene, at) {
  const place = lower(scene.starts, at + 1) - 1;
  return place >= 0 && at <= scene.stops[place] ? place : -1;
}

/** The words before and after a place. */
function context(scene, at, around = AROUND) {
  const from = Math.max(0, at - around + 1), to = Math.min(scene.n, at + 1 + around);
  if (scene.words === null) return { before: `words ${from + 1}–${at + 1}`, after: to > at + 1 ? `${at + 2}–${to}` : "" };
  return {
    before: (from > 0 ? "… " : "") + scene.words.slice(from, at + 1).join(" "),
    after: scene.words.slice(at + 1, to).join(" ") + (to < scene.n ? " …" : ""),
  };
}

/** Who ends a sentence after that word: a line about people and one about systems, as nodes. */
function told(scene, at) {
  const m = scene.people.length;
  const voters = scene.people.filter((row) => has(row.at, at)).map((row) => named(row, at));
  const people = voters.length
    ? [`${voters.length} of ${m} ${m === 1 ? "reference" : "people"}: `, ...separated(voters, ", ")]
    : ["no person ends a sentence here"];
  const systems = scene.systems.map((row) => [...named(row, at), `: ${verdict(scene, row, at)}`]);
  return { people, systems: separated(systems, "; ") };
}

/** What a system made of a place. */
function verdict(scene, row, at) {
  const place = lower(row.at, at), window = windowAt(scene, at);
  if (row.at[place] === at) return KIND_NAMES[row.kinds[place]];
  return window >= 0 && has(row.missed, window) ? "missed" : "–";
}

/** A name, in its own direction, with the mark that stands at that place where it is known. */
function named(row, at) {
  const mark = row.marks && has(row.at, at) ? row.marks[lower(row.at, at)].trim() : "";
  return [element("bdi", "", row.name), mark ? ` (${mark})` : ""];
}

function separated(lists, between) {
  return lists.flatMap((list, place) => (place ? [between, ...list] : list));
}

/** An element with a class and content; text goes in as text, never as markup. */
function element(name, style, ...content) {
  const made = document.createElement(name);
  if (style) made.className = style;
  made.append(...content);
  return made;
}

/** The words around a place with the cut shown, in the direction of the words themselves. */
function quoted(scene, at) {
  const { before, after } = context(scene, at);
  const line = element("span", "quote", `${before} `, element("b", "cut", "‖"), ` ${after}`);
  line.dir = "auto";
  return line;
}
