// From probabilities to sentence ends, exactly as the server decides: a threshold, or the best-scored gaps.

/** Ends that no probability can undo: the last word and, where turns count, the last word of each turn. */
export function fixedEnds(speakers, turns) {
  const last = speakers.length - 1;
  return speakers.map((speaker, index) => {
    const next = speakers[index + 1];
    return index === last || (turns && speaker != null && next != null && speaker !== next);
  });
}

/** How many ends come nearest to that mean length; at least one. */
export const wanted = (words, wordsPerEnd) => Math.min(words, Math.max(1, Math.trunc(words / wordsPerEnd + 0.5)));

/** The words that end a sentence; `rule` is one of {threshold}, {rate} (ends per 100 words) and {length}. */
export function decided(probabilities, fixed, rule) {
  const free = [];
  for (let index = 0; index < fixed.length; index += 1) if (!fixed[index]) free.push(index);
  const taken = new Set(rule.threshold == null ? best(probabilities, fixed, free, rule) : reaching(probabilities, free, rule.threshold));
  return [...fixed.keys()].filter((index) => fixed[index] || taken.has(index));
}

const reaching = (probabilities, free, threshold) => free.filter((index) => probabilities[index] >= threshold);

function best(probabilities, fixed, free, rule) {
  const perEnd = rule.rate == null ? rule.length : 100 / rule.rate;
  const count = wanted(fixed.length, perEnd) - (fixed.length - free.length);
  const places = Math.min(Math.max(count, 0), free.length);
  if (!places) return [];
  const ranked = free.map((index) => probabilities[index]).sort((one, other) => other - one);
  const lastIn = ranked[places - 1];
  const better = free.filter((index) => probabilities[index] > lastIn);
  const equal = free.filter((index) => probabilities[index] === lastIn);
  return [...better, ...evenly(equal, places - better.length)];
}

/** That many of equally good places, spread over all of them. */
const evenly = (places, count) =>
  Array.from({ length: count }, (_, number) => places[Math.floor(((2 * number + 1) * places.length) / (2 * count))]);

/** A question has to be so much of what speaks for a full stop or a question. */
const QUESTION = 0.7;

const asks = (columns, end) =>
  !columns["."] || columns["?"][end] >= QUESTION * (columns["."][end] + columns["?"][end]);

/** The most likely mark at each end, empty where none is possible; the first of equals wins. */
export function marksAt(columns, ends) {
  const marks = Object.entries(columns);
  return ends.map((end) => {
    let [chosen, most] = ["", 0];
    for (const [mark, column] of marks) {
      if (column[end] > most && (mark !== "?" || asks(columns, end))) [chosen, most] = [mark, column[end]];
    }
    return chosen;
  });
}

/** Ends of two segmentations: in both, only in the first, only in the second. */
export function compared(first, second) {
  const [one, other] = [new Set(first), new Set(second)];
  return {
    both: first.filter((end) => other.has(end)),
    first: first.filter((end) => !other.has(end)),
    second: second.filter((end) => !one.has(end)),
  };
}
