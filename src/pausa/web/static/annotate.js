// The annotating page: keys, clicks and buttons on one side, marks, sound and saving on the other.

import { answered, attempt, byId, clock, count, make, notice, plural } from "./dom.js";
import { NAMES, Marks, ends, typed } from "./marks.js";
import { get, post } from "./net.js";
import { Saver } from "./saving.js";
import { READ, Seen } from "./seen.js";
import { Sheet } from "./sheet.js";
import { Picture, Player, wordAt } from "./sound.js";

const id = location.pathname.split("/").filter(Boolean).at(-1);
const LONG = 80, STEPS = 500, IDLE = 60_000, LEAD = 0.08;
const opened = Date.now();
const chooser = byId("chooser"), drawer = byId("guidelines");

let work, marks, sheet, saver, seen, player = null, picture = null, starts = [];
let open = true, moved = true, following = true, seconds = 0, lastInput = 0, reached = 0, heardAt = -1;
const wishes = { click: true, follow: true, size: "medium", rate: 1, ...remembered() };

function remembered() {
  try { return JSON.parse(localStorage.getItem("pausa-wishes")) ?? {}; } catch { return {}; }
}

function remember() {
  try { localStorage.setItem("pausa-wishes", JSON.stringify(wishes)); } catch { /* then it lasts until the page is closed */ }
}

/* ---- marks ---- */

const say = (text) => { byId("said").textContent = text; };

/** Sets a mark, shows it, says it and saves it. */
function mark(word, wanted) {
  if (!open) return say("This transcript is closed.");
  const action = marks.set(word, wanted);
  if (action) apply(action);
  say(`${NAMES[wanted]} after ${work.transcript.words[word].text}`);
}

function apply(action) {
  sheet.show(action.word);
  saver.push(action);
  arrive(action.word);
  picture?.redraw();
  tellProgress();
  showSteps();
  keepSteps();
}

function showSteps() {
  byId("undo").disabled = !open || !marks.done.length;
  byId("redo").disabled = !open || !marks.undone.length;
}

/** The last steps stay in this tab, so that a reload does not take the way back. */
const stepsName = () => `pausa-steps:${work.project}:${id}`;

function keepSteps() {
  try {
    sessionStorage.setItem(stepsName(), JSON.stringify({ done: marks.done.slice(-STEPS), undone: marks.undone.slice(-STEPS) }));
  } catch { /* then they last until the page is closed */ }
}

function takeUpSteps() {
  try { marks.takeUp(JSON.parse(sessionStorage.getItem(stepsName())) ?? {}); } catch { /* broken steps are none */ }
}

function step(direction) {
  const action = open ? marks[direction]() : null;
  if (!action) return;
  hideChooser();
  apply(action);
  go(action.word);
  say(`${direction === "undo" ? "Undone" : "Redone"}: ${sheet.told(action.word)}`);
}

/** Marks came from another tab or device; ours that wait stay on top. */
function merge(theirs) {
  const changed = marks.replace(theirs, saver.queue);
  for (const word of changed) sheet.show(word);
  picture?.redraw();
  tellProgress();
  if (!changed.length) return;
  notice(`${plural(changed.length, "mark")} changed in another tab or on another device; you see them here now.`, { name: "merged", buttons: [dismiss("merged")] });
}

const dismiss = (name) => make("button", { type: "button", class: "plain", onclick: () => notice(null, { name }) }, "Close");

/* ---- moving ---- */

/** The person has come to a word, and so to those that were passed on the way there. */
function arrive(word, first = word) {
  const isNew = seen.add(first, word + 1);
  if (word <= reached && !isNew) return;
  reached = Math.max(reached, word);
  tellProgress();
}

/** A second has gone by in front of the text: of the words on the screen as many were read as one can in that time. */
function read() {
  if (!lastInput || Date.now() - lastInput > IDLE || !open || document.querySelector("dialog[open]")) return;
  const words = sheet.onScreen((word) => !seen.has(word), READ);
  for (const word of words) seen.add(word);
  if (words.length) tellProgress();
}

/** Proposed marks that this person neither looked at nor heard. */
const untouched = () => Object.keys(work.presegmented ?? {}).map(Number).filter((word) => !seen.has(word));

/** Moves the cursor because a person asked for it: from now on it does not follow the recording until it is played again. */
function go(word, options = {}) {
  if (word < 0) return;
  moved = true;
  following = false;
  sheet.moveTo(word, options);
  arrive(sheet.cursor);
}

function tellProgress() {
  const n = marks.count;
  byId("progress").value = n ? seen.total / n : 0;
  byId("progress-text").textContent = `${count(seen.total)} of ${plural(n, "word")} read or heard · ${plural(marks.sentences, "sentence")}`;
  saver?.progress(reached + 1, seconds, seen);
}

/* ---- the little menu ---- */

function showChooser(word, { focus = false } = {}) {
  chooser.hidden = false;
  chooser.dataset.at = String(word);
  for (const button of chooser.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.mark === marks.get(word)));
  }
  const gap = sheet.gapNodes[word].getBoundingClientRect(), box = chooser.getBoundingClientRect();
  const tools = byId("tools").getBoundingClientRect();
  const floor = tools.top > innerHeight / 2 ? tools.top : innerHeight;
  const left = Math.max(8, Math.min(innerWidth - box.width - 8, (gap.left + gap.right) / 2 - box.width / 2));
  const below = gap.bottom + 8 + box.height < floor;
  chooser.style.left = `${left + scrollX}px`;
  chooser.style.top = `${(below ? gap.bottom + 8 : gap.top - box.height - 8) + scrollY}px`;
  if (focus) chooser.querySelector("[aria-pressed=true]").focus();
}

function hideChooser() {
  if (chooser.hidden) return;
  const within = chooser.contains(document.activeElement);
  chooser.hidden = true;
  if (within) sheet.moveTo(sheet.cursor);
}

/** A click in a gap: an empty one gets a period at once, and the menu offers the others. */
function gapClicked(word) {
  go(word, { scroll: false });
  if (!open) return;
  if (!marks.get(word)) mark(word, ".");
  showChooser(word);
}

function wordClicked(word) {
  hideChooser();
  go(word, { scroll: false });
  if (wishes.click) hearWord(word);
}

/* ---- sound ---- */

const startOf = (word) => {
  for (let at = word; at < marks.count; at += 1) if (Number.isFinite(work.transcript.words[at].start)) return work.transcript.words[at].start / 1000;
  return null;
};
const endOf = (word) => {
  const { end } = work.transcript.words[word];
  return Number.isFinite(end) ? end / 1000 : startOf(word + 1);
};

function hearWord(word) {
  const { start } = work.transcript.words[word];
  if (!player || !Number.isFinite(start)) return;
  const { words } = work.transcript, end = endOf(word) ?? start / 1000 + 0.6;
  const from = Math.max(start / 1000 - LEAD, Math.min(start, words[word - 1]?.end ?? 0) / 1000);
  const next = words[word + 1]?.start;
  player.play(from, Math.min(end + LEAD, Number.isFinite(next) ? Math.max(end, next / 1000) : Infinity));
}

function playOrPause() {
  if (!player) return;
  if (player.playing) return player.pause();
  following = true;
  const from = moved ? startOf(sheet.cursor) : null;
  player.play(from === null ? null : from - LEAD);
  moved = false;
}

/** Plays from the end of the sentence before to the next end; a new speaker begins a sentence too. */
function replay() {
  if (!player || !starts.length) return;
  const { words } = work.transcript;
  const at = sheet.cursor;
  let first = at;
  while (first > 0 && !ends(marks.get(first - 1)) && words[first - 1].speaker === words[first].speaker) first -= 1;
  const last = ends(marks.get(at)) ? at : marks.after(at, ends);
  const from = startOf(first);
  if (from === null) return;
  following = false;
  player.play(from - LEAD, last >= 0 && last - at < LONG ? (endOf(last) ?? Infinity) + LEAD : Infinity);
}

function heard(name, value) {
  if (name === "playing") {
    byId("tools").classList.toggle("playing", value);
    byId("play-name").textContent = value ? "Pause" : "Play";
    if (!value && following) sheet.moveTo(sheet.cursor, { scroll: false });
  }
  if (name === "rate") byId("rate").textContent = `${value.toFixed(value * 10 % 1 ? 2 : 1)}×`;
  if (name === "broken") notice(`The recording cannot be played${value ? ` (${value})` : ""}. You can go on without it.`, { name: "sound", warn: true });
  if (name !== "time") return;
  picture?.show(value);
  byId("time").textContent = `${clock(value)} / ${clock(work.audio.seconds)}`;
  const word = wordAt(starts, value * 1000), before = sheet.playing;
  // Between two looks at the clock a short word may have gone by; after a jump nothing has.
  const first = before >= 0 && before < word && value - heardAt < 1 ? before : word;
  heardAt = value;
  if (word === before) return;
  sheet.hear(word);
  if (word < 0 || !player.playing) return;
  if (wishes.follow && following) {
    sheet.moveTo(word, { focus: false, scroll: false });
    sheet.reveal(sheet.wordNodes[word]);
  }
  arrive(word, first);
}

/** A click into the picture: go there, and take the cursor along. */
function seek(to) {
  player.seek(to);
  const word = wordAt(starts, to * 1000);
  if (word >= 0) go(word, { focus: false });
  moved = false;
  following = true;
}

async function prepareSound() {
  starts = work.transcript.words.flatMap((word, at) => (Number.isFinite(word.start) ? [{ ms: word.start, word: at }] : []));
  document.body.classList.toggle("silent", !work.audio);
  if (!work.audio) return;
  player = new Player(work.audio.url, heard);
  player.rate(wishes.rate);
  byId("heard").hidden = byId("track").hidden = false;
  byId("time").textContent = `0:00 / ${clock(work.audio.seconds)}`;
  try {
    const { peaks, per_second: perSecond } = await get(work.audio.peaks);
    picture = new Picture(byId("wave"), byId("whole"), { peaks, perSecond, seconds: work.audio.seconds, words: work.transcript.words, marks, seek });
    picture.show(player.time);
  } catch { byId("track").hidden = true; }
}

function changeSpeed(by) {
  if (!player) return;
  player.speed(by);
  wishes.rate = player.audio.playbackRate;
  remember();
  say(`speed ${wishes.rate}`);
}

/* ---- done ---- */

/** What a person may want to look at before saying that it is done: [text, word to look at]. */
function doubts() {
  const found = [], n = marks.count;
  if (!marks.sentences) return [["You have not marked the end of any sentence.", 0]];
  const left = untouched();
  if (left.length) found.push([`${plural(left.length, "proposed mark")} you have not looked at yet; the owner will see that.`, left[0]]);
  else if (n - 1 - reached > 2) found.push([`You have come to word ${count(reached + 1)} of ${count(n)}.`, reached]);
  const stretches = marks.longStretches(LONG);
  const tail = stretches.at(-1)?.[1] === n - 1 && !ends(marks.get(n - 1)) ? stretches.pop() : null;
  if (tail) found.push([`The last ${count(tail[1] - tail[0] + 1)} words have no end of a sentence.`, tail[0]]);
  else if (!ends(marks.get(n - 1))) found.push(["The very last word has no period or question mark.", n - 1]);
  if (stretches.length) found.push([`${plural(stretches.length, "stretch", "stretches")} of more than ${LONG} words without an end of a sentence.`, stretches[0][0]]);
  return found;
}

async function finish() {
  const found = doubts();
  byId("finish-text").replaceChildren(
    found.length ? make("ul", {}, ...found.map(([text]) => make("li", {}, text))) : make("p", {}, `${plural(marks.sentences, "sentence")} in ${plural(marks.count, "word")}. Thank you!`),
    found.length ? make("p", { class: "note" }, "This may be quite right. If so, go ahead.") : make("p", { class: "note" }, "You can open it again until the owner has accepted it."),
  );
  byId("finish-look").hidden = !found.length;
  byId("finish-yes").textContent = found.length ? "It is done anyway" : "It is done";
  const choice = await answered(byId("finish"));
  if (choice === "look") return go(found[0][1]);
  if (choice !== "done") return sheet.moveTo(sheet.cursor, { scroll: false });
  await setState("done");
}

async function setState(state) {
  await attempt(async () => {
    if (!(await saver.flush())) throw new Error("Some marks are not saved yet. As soon as they are, try again.");
    await post(`/api/work/${id}/state`, { state });
    work.state = state;
    showState();
    if (state === "done") notice("Done and saved. Thank you!", { name: "state", buttons: [make("a", { class: "button", href: "/work" }, "To your transcripts"), reopen()] });
  }, byId("done"));
}

const reopen = () => make("button", { type: "button", onclick: () => setState("open") }, "Open again");

const STATE_LINES = {
  done: ["You have said that this is done.", true],
  accepted: ["The owner has accepted this. It can only be read now.", false],
  excluded: ["The owner has closed this. It can only be read now.", false],
};

function showState() {
  open = ["new", "open", "returned"].includes(work.state);
  document.body.classList.toggle("closed", !open);
  byId("done").hidden = byId("marks").hidden = !open;
  byId("done").disabled = !open;
  showSteps();
  const [line, again] = STATE_LINES[work.state] ?? [null, false];
  notice(line, { name: "state", buttons: again ? [reopen()] : [] });
  if (work.state === "returned") notice(`Sent back${work.note ? `: ${work.note}` : "."}`, { name: "state", warn: true });
}

/* ---- saving, as one sees it ---- */

const SAVED = {
  saved: () => "Saved",
  saving: () => "Saving…",
  offline: ({ waiting }) => `Offline, ${waiting} unsaved`,
  refused: ({ waiting }) => `Not saved: ${waiting} waiting`,
};

function savedState(state) {
  const line = byId("saved");
  const text = SAVED[state.name](state);
  if (line.dataset.state !== state.name || byId("saved-text").textContent !== text) {
    line.dataset.state = state.name;
    byId("saved-text").textContent = text;
  }
  line.title = state.name === "offline" ? "Your marks are kept in this browser and sent when the server answers again." : "";
  notice(state.name === "refused" ? `${state.problem} Your marks are kept in this browser.` : null, { name: "refused", warn: true });
  if (!state.kept) notice("This browser keeps nothing for later: do not close the page while marks are unsaved.", { name: "kept", warn: true });
}

function saverSays(name, value) {
  if (name === "state") savedState(value);
  if (name === "merge") merge(value);
  if (name === "others" && !byId("notice-others")) {
    notice("This transcript is open in another tab too. Both save; on each gap the newest mark stays.", { name: "others", buttons: [dismiss("others")] });
  }
}

/* ---- keys and clicks ---- */

function toggleGuidelines(show = drawer.hidden) {
  drawer.hidden = !show;
  byId("show-guidelines").setAttribute("aria-expanded", String(show));
  document.body.classList.toggle("reading", show);
  if (show) byId("hide-guidelines").focus({ preventScroll: true });
  else sheet.moveTo(sheet.cursor, { scroll: false });
}

const KEYS = {
  " ": (event) => (event.shiftKey ? replay() : playOrPause()),
  Backspace: () => mark(sheet.cursor, ""),
  Delete: () => mark(sheet.cursor, ""),
  Enter: () => open && showChooser(sheet.cursor, { focus: true }),
  ArrowUp: () => go(sheet.line(-1)),
  ArrowDown: () => go(sheet.line(1)),
  r: replay,
  w: () => hearWord(sheet.cursor),
  j: () => player?.seek(player.time - 2),
  l: () => player?.seek(player.time + 2),
  "[": () => changeSpeed(-1),
  "]": () => changeSpeed(1),
  s: () => changeSpeed(-1),
  d: () => changeSpeed(1),
  g: () => toggleGuidelines(),
  h: () => byId("help").showModal(),
  F1: () => byId("help").showModal(),
  Escape: () => (chooser.hidden && !drawer.hidden ? toggleGuidelines(false) : hideChooser()),
};

/** One word on or back, or with Ctrl or Alt one mark; "on" is to the left where the text runs so. */
function sideways(event) {
  const on = (event.key === "ArrowRight") === (sheet.direction === "ltr");
  const at = sheet.cursor;
  if (!event.ctrlKey && !event.altKey && !event.metaKey) return go(on ? at + 1 : Math.max(0, at - 1));
  const found = on ? marks.after(at) : marks.before(at);
  if (found < 0) say(on ? "no mark after this" : "no mark before this");
  go(found);
}

function keyed(event) {
  lastInput = Date.now();
  if (event.isComposing || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const { key } = event;
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest("input, textarea, select")) return;
  if (target.closest("button, a, [tabindex]:not(.g)") && [" ", "Enter"].includes(key)) return;
  if (target.id === "wave" && key.startsWith("Arrow")) {
    event.preventDefault();
    return seek(Math.max(0, Math.min(work.audio.seconds, player.time + (["ArrowRight", "ArrowUp"].includes(key) ? 2 : -2))));
  }
  if (chooser.contains(target) && key.startsWith("Arrow")) return walkChooser(event);
  const wanted = typed(key);
  const command = event.ctrlKey || event.metaKey, altGr = event.getModifierState("AltGraph");
  if (wanted && (!command || altGr)) {
    event.preventDefault();
    mark(sheet.cursor, wanted);
    return hideChooser();
  }
  const low = key.toLowerCase();
  if (command && !event.altKey && (low === "z" || low === "y")) {
    event.preventDefault();
    return step(low === "y" || event.shiftKey ? "redo" : "undo");
  }
  if (key === "ArrowLeft" || key === "ArrowRight") {
    event.preventDefault();
    hideChooser();
    return sideways(event);
  }
  if (command && (key === "Home" || key === "End")) {
    event.preventDefault();
    return go(key === "Home" ? 0 : marks.count - 1);
  }
  const act = KEYS[key] ?? (key.length === 1 ? KEYS[low] : undefined);
  if (!act || (command && !altGr) || (event.altKey && !altGr)) return;
  event.preventDefault();
  if (["ArrowUp", "ArrowDown", "Backspace", "Delete"].includes(key)) hideChooser();
  act(event);
}

function walkChooser(event) {
  event.preventDefault();
  const buttons = [...chooser.querySelectorAll("button")];
  const by = ["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : -1;
  buttons.at((buttons.indexOf(document.activeElement) + by) % buttons.length).focus();
}

function listen() {
  addEventListener("keydown", keyed);
  byId("sheet").addEventListener("click", (event) => {
    const gap = event.target.closest(".g"), word = event.target.closest(".w");
    if (gap) gapClicked(Number(gap.dataset.at));
    else if (word && getSelection().isCollapsed) wordClicked(Number(word.dataset.at));
  });
  addEventListener("pointerdown", (event) => {
    lastInput = Date.now();
    if (!event.target.closest("#chooser, .g")) hideChooser();
  });
  // A person who scrolls wants to look elsewhere: the recording plays on, the text stays.
  for (const name of ["wheel", "touchmove"]) addEventListener(name, () => { lastInput = Date.now(); following = false; }, { passive: true });
  chooser.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    mark(Number(chooser.dataset.at), button.dataset.mark);
    hideChooser();
    sheet.moveTo(sheet.cursor, { scroll: false });
  });
  // Buttons do not take the focus from the text when clicked, so that the keys go on working there.
  for (const bar of [byId("tools"), chooser]) bar.addEventListener("mousedown", (event) => event.preventDefault());
  byId("marks").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) mark(sheet.cursor, button.dataset.mark);
  });
  const clicks = {
    play: playOrPause, replay, slower: () => changeSpeed(-1), faster: () => changeSpeed(1), undo: () => step("undo"), redo: () => step("redo"),
    "show-guidelines": () => toggleGuidelines(), "hide-guidelines": () => toggleGuidelines(false),
    "show-help": () => byId("help").showModal(), "show-settings": () => byId("settings").showModal(), done: finish,
  };
  for (const [name, act] of Object.entries(clicks)) byId(name).addEventListener("click", act);
  for (const dialog of [byId("help"), byId("settings")]) dialog.addEventListener("close", () => sheet.moveTo(sheet.cursor, { scroll: false }));
  document.addEventListener("visibilitychange", () => (document.hidden ? saver.flush() : saver.refresh()));
  addEventListener("beforeunload", (event) => { if (saver.waiting && !saver.kept) event.preventDefault(); });
  setInterval(() => {
    if (document.hidden || (!player?.playing && Date.now() - Math.max(opened, lastInput) > IDLE)) return;
    seconds += 1;
    read();
    saver.progress(reached + 1, seconds, seen);
    if (seconds % 20 === 0) saver.flush();
  }, 1000);
}

function prepareWishes() {
  const [click, follow, size] = [byId("set-click"), byId("set-follow"), byId("set-size")];
  [click.checked, follow.checked, size.value] = [wishes.click, wishes.follow, wishes.size];
  const show = () => {
    document.body.classList.remove("small", "medium", "large");
    document.body.classList.add(wishes.size);
  };
  show();
  byId("settings").addEventListener("change", () => {
    Object.assign(wishes, { click: click.checked, follow: follow.checked, size: size.value });
    show();
    remember();
  });
}

function measureBars() {
  const measure = () => {
    const tools = byId("tools").getBoundingClientRect();
    const low = tools.top > innerHeight / 2;
    document.documentElement.style.scrollPaddingTop = `${byId("desk").offsetHeight + (low ? 0 : tools.height) + 12}px`;
    document.documentElement.style.scrollPaddingBottom = `${(low ? tools.height : 0) + 24}px`;
    document.body.style.setProperty("--desk", `${byId("desk").offsetHeight}px`);
  };
  for (const bar of [byId("desk"), byId("tools")]) new ResizeObserver(measure).observe(bar);
  addEventListener("resize", measure);
  measure();
}

async function begin() {
  work = await get(`/api/work/${id}`);
  const { words, name, language_direction: told } = work.transcript;
  document.title = `${name} · Pausa`;
  byId("name").textContent = name;
  byId("name").title = name;
  marks = new Marks(words.length, work.marks);
  seen = new Seen(words.length, work.seen);
  saver = new Saver(work.project, id, work.version, saverSays);
  const left = saver.adopt();
  if (left.length) {
    marks.replace(work.marks, left);
    notice(`${plural(left.length, "mark")} from your last visit had not reached the server; they are being saved now.`, { name: "adopted", buttons: [dismiss("adopted")] });
  }
  takeUpSteps();
  sheet = new Sheet(byId("sheet"), words, marks, { told, proposed: work.presegmented });
  byId("guidelines-text").append(...new DOMParser().parseFromString(work.guidelines_html ?? "", "text/html").body.childNodes);
  for (const button of document.querySelectorAll("#chooser [data-mark], #marks [data-mark]")) {
    if (button.dataset.mark) (button.querySelector("b") ?? button).textContent = sheet.glyphs[button.dataset.mark];
  }
  if (Object.keys(work.presegmented ?? {}).length) {
    byId("hint").hidden = false;
    byId("hint").textContent = "Marks with a dotted line below were proposed by a model. Trust your ears, and change whatever you hear otherwise.";
  }
  // Marks that were only proposed are no place where the person has been.
  const own = words.findLastIndex((_, word) => marks.get(word) && marks.get(word) !== work.presegmented?.[word]);
  reached = Math.min(words.length - 1, Math.max(0, (work.reached ?? 0) - 1, own));
  byId("end").hidden = false;
  showState();
  prepareWishes();
  listen();
  measureBars();
  await prepareSound();
  measureBars();
  sheet.moveTo(reached, { scroll: reached > 0 });
  following = true;
  tellProgress();
  savedState({ name: saver.waiting ? "saving" : "saved", waiting: saver.waiting, problem: "", kept: true });
  document.body.dataset.ready = "yes";
}

begin().catch((problem) => {
  byId("saved-text").textContent = "";
  notice(problem.message, { warn: true, role: "alert" });
});
