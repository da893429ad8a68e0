// The playground: a transcript goes to the server once; what is moved afterwards is decided here.

import { attempt, byId, clock, count, make, plural } from "./dom.js";
import { compared, decided, fixedEnds, marksAt } from "./playground-decode.js";

const MORE = 3000; // words shown at a time
const state = { runs: [], cuts: [], shown: MORE, file: null, name: "", asked: 0, drawing: 0 };

// ---- what is sent

/** Sends JSON or a form; a refusal becomes an error with the server's own words. */
async function send(path, body) {
  const form = body instanceof FormData;
  const answer = await fetch(path, {
    method: "POST",
    headers: form ? {} : { "Content-Type": "application/json" },
    body: form ? body : JSON.stringify(body),
  }).catch(() => { throw new Error("The server cannot be reached. Is it still running?"); });
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  throw new Error([told.problem ?? `The server could not do this (${answer.status}).`, told.hint].filter(Boolean).join(" – "));
}

function asked(model) {
  const options = { model, probabilities: true, name: state.name, marks: byId("marks").value, turns: byId("turns").checked ? "respect" : "ignore" };
  if (byId("format").value) options.format = byId("format").value;
  if (!state.file) return { transcript: byId("transcript").value, ...options };
  const form = new FormData();
  form.append("file", state.file);
  for (const [key, value] of Object.entries(options)) form.append(key, value);
  return form;
}

async function run() {
  if (!state.file && !byId("transcript").value.trim()) throw new Error("There is no transcript yet. Paste one, open a file, or try the example.");
  const turn = (state.asked += 1);
  byId("result").setAttribute("aria-busy", "true");
  const marks = byId("marks").value;
  const models = [byId("model").value, byId("other").value].filter(Boolean);
  const answers = await Promise.allSettled(models.map(async (model) => (await send("/api/segment", asked(model))).json()));
  if (turn !== state.asked) return; // a later question is on its way
  byId("result").setAttribute("aria-busy", "false");
  const refused = answers.find((each) => each.status === "rejected");
  if (answers[0] === refused) {
    byId("result").hidden = true; // of another transcript
    throw refused.reason;
  }
  show(answers.filter((each) => each.status === "fulfilled").map((each) => ({ ...each.value, asked: marks })));
  if (refused) throw refused.reason; // the other model; the first has an answer
}

function show(runs) {
  const words = runs[0].words;
  byId("result").hidden = !words.length;
  if (!words.length) throw new Error("There are no words in this transcript.");
  const speakers = words.map((word) => word.speaker ?? null);
  const heard = new Map();
  for (const event of runs[0].events) heard.set(event.before_word, [...(heard.get(event.before_word) ?? []), event]);
  state.runs = runs.map((each) => ({ ...each, speakers, heard }));
  state.shown = MORE;
  prepare();
  draw();
}

// ---- how many sentences

const chosen = () => document.querySelector("input[name=rule]:checked").value;
const rules = {
  own: (each) => each.usual,
  threshold: () => ({ threshold: Number(byId("threshold").value) }),
  length: () => ({ length: Number(byId("length").value) }),
};

/** Whether marks that are there have a say: the server then decides, unless a slider does. */
const weighsMarks = (each) => each.asked !== "ignore" && each.words.some((word) => endsAlready(word.mark ?? ""));

function decide() {
  state.cuts = state.runs.map((each) => {
    if (chosen() === "own" && weighsMarks(each)) {
      const ends = each.sentences.map((one) => one.last);
      return { ends, marks: each.sentences.map((one) => one.mark), set: new Set(ends) };
    }
    const ends = decided(each.probabilities, fixedEnds(each.speakers, byId("turns").checked), rules[chosen()](each));
    return { ends, marks: marksAt(each.marks, ends), set: new Set(ends) };
  });
}

function prepare() {
  const words = state.runs[0].words;
  byId("result").hidden = false;
  byId("turns-box").hidden = !state.runs[0].speakers.some((speaker) => speaker !== null);
  byId("save-which").hidden = state.runs.length < 2;
  byId("save-model").replaceChildren(...state.runs.map((each, place) => make("option", { value: place }, each.model)));
  byId("differences").hidden = state.runs.length < 2;
  byId("walk").max = Math.min(words.length, state.shown) - 1;
  byId("walk").value = 0;
  const notes = [...new Set(state.runs.flatMap((each) => each.notes))];
  byId("notes").textContent = notes.join(" ");
  byId("notes").hidden = !notes.length;
}

function draw() {
  if (!state.runs.length) return;
  decide();
  const rule = chosen();
  byId("threshold-box").hidden = rule !== "threshold";
  byId("length-box").hidden = rule !== "length";
  byId("own-note").hidden = rule !== "own";
  byId("own-note").textContent = [...new Set(state.runs.map(usually))].join(" · ");
  byId("threshold-value").textContent = Number(byId("threshold").value).toFixed(2);
  byId("length-value").textContent = plural(Number(byId("length").value), "word");
  byId("facts").replaceChildren(...facts());
  drawSentences();
  look(Number(byId("walk").value), { quiet: true });
}

const usually = (each) =>
  weighsMarks(each) ? "The marks that are there have a say; the other two choices go by the model alone" : usual(each);

const usual = (each) =>
  each.usual.rate == null
    ? `${each.model} cuts at a probability of ${each.usual.threshold.toFixed(2)}`
    : `${each.model} asks for ${each.usual.rate.toFixed(1)} sentences per 100 words here`;

function facts() {
  const words = state.runs[0].words.length;
  const fact = (name, value, more = "") => make("div", {}, make("dt", {}, name), make("dd", {}, value, more && make("small", {}, more)));
  const found = [fact("Words", count(words))];
  state.cuts.forEach((cut, place) => {
    const mean = `${(words / cut.ends.length).toFixed(1)} words each`;
    found.push(fact(state.cuts.length > 1 ? `Sentences by ${state.runs[place].model}` : "Sentences", count(cut.ends.length), mean));
  });
  if (state.cuts.length > 1) {
    const told = compared(state.cuts[0].ends, state.cuts[1].ends);
    found.push(fact("Ends in both", count(told.both.length), `${count(told.first.length)} only in the first, ${count(told.second.length)} only in the second`));
  }
  return found;
}

// ---- the sentences

const spans = (ends, from, to) => ends.filter((end) => end >= from && end <= to).map((end, place, all) => [place ? all[place - 1] + 1 : from, end]);

function drawSentences() {
  const last = Math.min(state.runs[0].words.length, state.shown) - 1;
  const box = byId("sentences");
  byId("tip").hidden = true;
  if (state.cuts.length < 2) {
    box.className = "";
    box.replaceChildren(list(0, 0, last));
  } else {
    box.className = "two";
    box.replaceChildren(heads(), ...rows(last));
  }
  const left = state.runs[0].words.length - 1 - last;
  byId("more").hidden = left <= 0;
  byId("more").textContent = `Show more (${plural(left, "word")} left)`;
}

const heads = () => make("div", { class: "row heads", "aria-hidden": "true" }, ...state.runs.map((each) => make("h3", {}, each.model)));

/** Both models side by side, a row for each stretch between ends that they share. */
function rows(last) {
  const shared = state.cuts[0].ends.filter((end) => state.cuts[1].set.has(end) && end < last);
  let from = 0;
  return [...shared, last].map((end) => {
    const start = from;
    from = end + 1;
    const differs = state.cuts.some((cut, place) => cut.ends.some((each) => each >= start && each < end && !state.cuts[1 - place].set.has(each)));
    const sides = state.runs.map((each, place) => make("div", { class: "side" }, make("span", { class: "who" }, each.model), list(place, start, end)));
    return make("div", { class: differs ? "row differs" : "row" }, ...sides);
  });
}

function list(place, from, to) {
  const { ends, marks, set } = state.cuts[place];
  const cut = set.has(to) ? ends : [...ends.filter((end) => end < to), to];
  const mark = new Map(ends.map((end, number) => [end, marks[number]]));
  return make("ol", {}, ...spans(cut, from, to).map(([start, end]) => sentence(place, start, end, mark.get(end) ?? "")));
}

/** Whether a word is spelled with a mark that ends a sentence; an ellipsis or a word broken off is none. */
const endsAlready = (mark) => /[.?!;。．｡।॥۔։።။។？؟՞፧⁇！՜；؛;]/.test(mark.replace(/[?.!]?==+|\.{2,}/g, ""));

/** The mark of a word inside of a sentence: that of an end goes where marks are ignored. */
const within = (place, own) => (["ignore", "blend"].includes(state.runs[place].asked) && endsAlready(own) ? own.replace(/[.?!;]/g, "") : own);

/** What was heard before a word and is no word, like <laugh>. */
const heard = (place, word) => (state.runs[place].heard.get(word) ?? []).map((event) => make("span", { class: "quiet" }, `${event.text} `));

function sentence(place, start, end, mark) {
  const { words, probabilities, starts } = state.runs[place];
  const said = make("p", { dir: "auto" });
  for (let index = start; index <= end; index += 1) {
    const word = words[index];
    const own = word.mark ?? "";
    const shownMark = index === end && mark && !endsAlready(own) ? mark + own.replace(/^[,:]+/, "") : index < end ? within(place, own) : own;
    const gap = make("span", { class: "gap", "data-word": index, "data-place": place });
    gap.style.setProperty("--p", probabilities[index]);
    if (index === end) gap.classList.add("end");
    if (index === 0) said.append(...heard(place, 0));
    said.append(`${word.before ?? ""}${word.text}${shownMark}`, gap, " ", ...heard(place, index + 1));
  }
  if (state.cuts.length > 1 && state.cuts[place].set.has(end) && !state.cuts[1 - place].set.has(end)) {
    said.lastElementChild.classList.add("alone");
    said.append(make("span", { class: "alone" }, "only here"));
  }
  const meta = [starts ? clock(starts[start]) : null, words[start].speaker].filter(Boolean).join(" · ");
  return make("li", {}, meta && make("span", { class: "meta", dir: "auto" }, meta), said);
}

// ---- one gap

const figure = (each, index) => {
  const value = each.probabilities[index];
  return value > 0 && value < 0.001 ? "under 0.001" : value.toFixed(3);
};

function told(index) {
  const words = state.runs[0].words;
  const pause = words[index + 1]?.start - words[index].end;
  const lines = state.runs.map((each, place) => {
    const ends = state.cuts[place].set.has(index) ? "a sentence ends here" : "no end";
    return `${state.runs.length > 1 ? `${each.model}: ` : ""}${figure(each, index)}, ${ends}`;
  });
  if (Number.isFinite(pause)) lines.push(`pause ${Math.max(0, pause).toFixed(2)} s`);
  return { word: words[index].text, lines };
}

/** Goes to a gap: its figures stand in the line above the sentences and, unless quiet, beside it. */
function look(index, { quiet = false } = {}) {
  const { word, lines } = told(index);
  byId("here").replaceChildren("After ", make("bdi", {}, `“${word}”`), `: ${lines.join("; ")}`);
  byId("walk").value = index;
  byId("walk").setAttribute("aria-valuetext", `after ${word}: ${lines.join("; ")}`);
  for (const old of document.querySelectorAll(".gap.at")) old.classList.remove("at");
  const here = document.querySelectorAll(`.gap[data-word="${index}"]`);
  here.forEach((each) => each.classList.add("at"));
  if (!here.length || quiet) return;
  here[0].scrollIntoView({ block: "nearest" });
  tell(here[0], lines);
}

/** Puts the figures of a gap beside it. */
function tell(target, lines) {
  const tip = byId("tip");
  tip.replaceChildren(...lines.map((line) => make("span", {}, line)));
  tip.hidden = false;
  const [spot, size] = [target.getBoundingClientRect(), tip.getBoundingClientRect()];
  const across = Math.min(Math.max(8, spot.left + spot.width / 2 - size.width / 2), document.documentElement.clientWidth - size.width - 8);
  const above = spot.top - size.height - 8;
  tip.style.setProperty("left", `${across + scrollX}px`);
  tip.style.setProperty("top", `${(above > 0 ? above : spot.bottom + 8) + scrollY}px`);
}

/** Goes on to the next (or back to the last) gap of a kind, round the corner at the end. */
function go(step, wants) {
  const size = Number(byId("walk").max) + 1;
  let index = Number(byId("walk").value);
  for (let tried = 0; tried < size; tried += 1) {
    index = (index + step + size) % size;
    if (wants(index)) { look(index); byId("walk").focus(); return; }
  }
}

const isEnd = (index) => state.cuts.some((cut) => cut.set.has(index));
const differs = (index) => state.cuts.length > 1 && state.cuts[0].set.has(index) !== state.cuts[1].set.has(index);

// ---- saving

async function save(format) {
  const place = Number(byId("save-model").value);
  const each = state.runs[place];
  const { ends, marks } = state.cuts[place];
  const segmentation = { by: each.model, ends, probabilities: each.probabilities };
  if (marks.some(Boolean)) segmentation.marks = marks;
  const transcript = JSON.stringify({ pausa: 1, name: each.name, language: each.language, words: each.words, events: each.events, segmentations: [segmentation] });
  const answer = await send("/api/convert", { transcript, format: "json", to: format, finish: true, cases: each.cases });
  const disposition = answer.headers.get("Content-Disposition") ?? "";
  const name = decodeURIComponent(disposition.split("UTF-8''")[1] ?? `transcript.${format}`);
  const address = URL.createObjectURL(await answer.blob());
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// ---- what is put in

function take(text, name) {
  state.file = null;
  state.name = name;
  byId("transcript").value = text;
  byId("source").textContent = name ? `From ${name}` : "";
}

async function open(file) {
  if (!file) return;
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.includes("\0")) throw new TypeError("binary");
    take(text, file.name);
  } catch {
    take("", file.name); // not UTF-8: the server knows more encodings and formats than a text box
    state.file = file;
    byId("source").textContent = `${file.name} is not plain text; it is sent as it is.`;
  }
  await run();
}

function later(work) {
  cancelAnimationFrame(state.drawing);
  state.drawing = requestAnimationFrame(work);
}

function begin() {
  const running = () => attempt(run, byId("run"));
  byId("ask").addEventListener("submit", (event) => { event.preventDefault(); running(); });
  byId("example-button").addEventListener("click", () => { take(byId("example").textContent.trim(), "beekeeper.vtt"); running(); });
  byId("file").addEventListener("change", (event) => attempt(() => open(event.target.files[0])));
  byId("transcript").addEventListener("input", () => take(byId("transcript").value, ""));
  byId("transcript").addEventListener("dragover", (event) => event.preventDefault());
  byId("transcript").addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    attempt(() => open(event.dataTransfer.files[0]));
  });
  byId("turns").addEventListener("input", () => state.runs.some(weighsMarks) && running());
  for (const name of ["model", "other", "marks", "format"]) byId(name).addEventListener("change", () => state.runs.length && running());
  for (const control of document.querySelectorAll(".rules input, .slides input")) control.addEventListener("input", () => later(draw));
  byId("more").addEventListener("click", () => { state.shown += MORE; byId("walk").max = Math.min(state.runs[0].words.length, state.shown) - 1; drawSentences(); });
  byId("walk").addEventListener("input", () => look(Number(byId("walk").value)));
  byId("walk").addEventListener("focus", () => look(Number(byId("walk").value)));
  byId("walk").addEventListener("blur", () => { byId("tip").hidden = true; });
  byId("next-end").addEventListener("click", () => go(1, isEnd));
  byId("last-end").addEventListener("click", () => go(-1, isEnd));
  byId("next-difference").addEventListener("click", () => go(1, differs));
  byId("last-difference").addEventListener("click", () => go(-1, differs));
  const pointed = (event) => {
    const gap = event.target.closest?.(".gap");
    if (gap && event.type === "click") look(Number(gap.dataset.word));
    else if (gap) tell(gap, told(Number(gap.dataset.word)).lines);
    else if (event.type === "pointerover") byId("tip").hidden = true;
  };
  byId("sentences").addEventListener("pointerover", pointed);
  byId("sentences").addEventListener("click", pointed);
  byId("sentences").addEventListener("pointerleave", () => { byId("tip").hidden = true; });
  for (const button of document.querySelectorAll("[data-save]")) button.addEventListener("click", () => attempt(() => save(button.dataset.save), button));
}

begin();
