// The live page: words go to the server one by one as they are spoken; sentences come back as they close.

import { attempt, byId, clock, make, notice } from "./dom.js";

const STEP = 50; // milliseconds between two looks at the clock
const TELL = 0.25; // seconds of speech between two words on how far was heard
const PACE = 0.37; // seconds for a word where no times are known
const REASONS = { end: "", turn: "the speaker changes", wait: "silence", close: "the end", length: "a limit" };
const state = { words: [], sent: 0, told: 0, at: 0, since: 0, timer: 0, socket: null, late: [], last: -1, ending: false };

// ---- the transcript

async function fetched(file) {
  const asked = { model: "bayes", probabilities: true };
  let body;
  if (file) {
    body = new FormData();
    body.append("file", file);
    for (const [key, value] of Object.entries(asked)) body.append(key, value);
  } else {
    body = JSON.stringify({ transcript: byId("example").textContent, name: "example.vtt", ...asked });
  }
  const headers = file ? {} : { "Content-Type": "application/json" };
  const answer = await fetch("/api/segment", { method: "POST", headers, body }).catch(() => {
    throw new Error("The server cannot be reached. Is it still running?");
  });
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error([told.problem ?? `The server could not do this (${answer.status}).`, told.hint].filter(Boolean).join(" – "));
  return told;
}

/** Words with a start and an end each; what is unknown is shared out, or made up where nothing is known. */
async function transcript() {
  if (state.words.length) return;
  const file = byId("file").files[0] ?? null;
  const told = await fetched(file);
  if (!told.words.length) throw new Error("There are no words in this transcript.");
  const starts = told.starts ?? told.words.map((_, place) => place * PACE);
  state.words = told.words.map((word, place) => {
    const start = word.start ?? starts[place];
    const next = starts[place + 1] ?? start + PACE;
    return { word: `${word.before ?? ""}${word.text}${word.mark ?? ""}`, start, end: Math.max(start, word.end ?? Math.min(next, start + 1)), speaker: word.speaker };
  });
  const name = file ? file.name : "The example";
  byId("source").textContent = told.starts ? `${name}: ${clock(state.words.at(-1).end)}.` : `${name} has no times; it is played at an even pace.`;
}

// ---- the clock

const sound = byId("sound");
const speed = () => Number(byId("speed").value);
const playing = () => state.timer !== 0;
const length = () => state.words.at(-1)?.end ?? 0;

function now() {
  if (sound.src && !sound.ended) return sound.currentTime;
  return playing() ? state.at + ((performance.now() - state.since) / 1000) * speed() : state.at;
}

async function start() {
  if (sound.src) {
    sound.playbackRate = speed();
    sound.currentTime = state.at;
    await sound.play().catch(() => { throw new Error("This recording cannot be played; take it away to go on without it."); });
    sound.addEventListener("ended", () => { state.at = sound.duration; state.since = performance.now(); }, { once: true });
  }
  state.since = performance.now();
  state.timer = setInterval(step, STEP);
  byId("play").textContent = "Pause";
}

function stop() {
  state.at = now();
  clearInterval(state.timer);
  state.timer = 0;
  sound.pause();
  byId("play").textContent = "Play";
}

// ---- the stream

/** Opens the stream; the server says when it is ready. */
function opened() {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/stream`);
    const options = { model: byId("model").value, delay: Number(byId("delay").value), provisional: true, format: "words" };
    socket.addEventListener("open", () => socket.send(JSON.stringify({ options })));
    socket.addEventListener("message", (event) => {
      const told = JSON.parse(event.data);
      if (told.ready) resolve(socket);
      else if (told.problem) reject(failed(socket, told));
      else if (socket === state.socket) heard(told);
    });
    socket.addEventListener("close", () => {
      reject(new Error("The server takes no stream now. Is it still running?"));
      if (socket === state.socket && state.ending !== "done") attempt(() => { halt(); throw new Error("The stream has ended too early."); });
    });
  });
}

function failed(socket, told) {
  const problem = new Error([told.problem, told.hint].filter(Boolean).join(" – "));
  if (socket === state.socket) {
    halt();
    notice(problem.message, { name: "problem", warn: true, role: "alert" });
  }
  return problem;
}

function halt() {
  state.socket = null;
  if (playing()) stop();
  byId("stage").setAttribute("aria-busy", "false");
}

function step() {
  const time = now();
  const said = [];
  while (state.sent < state.words.length && state.words[state.sent].end <= time) said.push(state.words[state.sent++]);
  if (said.length) state.socket?.send(JSON.stringify({ words: said }));
  if (time - state.told >= TELL) {
    state.told = time;
    state.socket?.send(JSON.stringify({ heard: Math.round(time * 1000) / 1000 }));
  }
  byId("progress").value = Math.min(1, time / Math.max(length(), 0.001));
  byId("place").textContent = `${clock(Math.min(time, length()))} of ${clock(length())}`;
  byId("waiting").textContent = state.sent - 1 - state.last;
  if (state.sent === state.words.length && !state.ending) {
    state.ending = "asked";
    state.socket?.send(JSON.stringify({ close: true }));
  }
}

function heard(told) {
  if (told.provisional) byId("open").textContent = told.provisional.map((each) => each.text).join(" ");
  else if (told.closed) finished();
  else if (told.note) notice(told.note, { name: "language" });
  else if (told.firm) sentence(told);
}

function sentence(told) {
  const list = byId("sentences");
  const follows = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  const late = Math.max(0, now() - told.end);
  state.late.push(late);
  state.last = told.last;
  const why = REASONS[told.reason];
  list.append(make("li", { "data-reason": told.reason },
    make("span", { class: "meta" }, `${clock(told.start)}–${clock(told.end)}`, told.speaker ? ` · ${told.speaker}` : ""),
    make("p", { dir: "auto" }, told.text),
    make("span", { class: "late", title: why ? `Closed by ${why}` : "Closed by the model" }, make("b", {}, `${late.toFixed(1)} s late`), why ? make("span", {}, why) : null)));
  if (follows) list.scrollTop = list.scrollHeight;
  const sorted = state.late.toSorted((a, b) => a - b);
  byId("n-sentences").textContent = sorted.length;
  byId("usual").textContent = `${sorted[Math.floor(sorted.length / 2)].toFixed(1)} s`;
  byId("most").textContent = `${sorted.at(-1).toFixed(1)} s`;
}

function finished() {
  state.ending = "done";
  byId("open").textContent = "";
  byId("waiting").textContent = "0";
  halt();
  state.at = 0;
  byId("play").textContent = "Play again";
}

// ---- what a person does

function forget() {
  const socket = state.socket;
  if (playing()) stop();
  state.socket = null;
  socket?.close();
  Object.assign(state, { sent: 0, told: 0, at: 0, late: [], last: -1, ending: false });
  byId("sentences").replaceChildren();
  for (const [name, value] of [["open", ""], ["n-sentences", "0"], ["usual", "–"], ["most", "–"], ["waiting", "0"], ["place", ""]]) byId(name).textContent = value;
  byId("progress").value = 0;
  byId("play").textContent = "Play";
}

async function begin() {
  forget();
  await transcript();
  byId("stage").hidden = false;
  byId("stage").setAttribute("aria-busy", "true");
  byId("again").disabled = false;
  state.socket = await opened();
  await start();
}

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    if (playing()) stop();
    else if (state.socket) await start();
    else await begin();
  }, byId("play"));
});
byId("again").addEventListener("click", () => attempt(begin, byId("again")));
byId("file").addEventListener("change", () => { state.words = []; forget(); byId("source").textContent = byId("file").files[0]?.name ?? ""; });
byId("audio").addEventListener("change", () => {
  forget();
  if (sound.src) URL.revokeObjectURL(sound.src);
  const file = byId("audio").files[0];
  if (file) sound.src = URL.createObjectURL(file);
  else sound.removeAttribute("src");
});
for (const name of ["model", "delay"]) byId(name).addEventListener("change", forget);
byId("speed").addEventListener("change", () => {
  if (!playing()) return;
  stop();
  attempt(start);
});
const shown = () => { const words = Number(byId("delay").value); byId("delay-value").textContent = words === 1 ? "1 word" : `${words} words`; };
byId("delay").addEventListener("input", shown);
shown();
