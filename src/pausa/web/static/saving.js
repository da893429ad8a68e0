// Every action goes to the server at once, in order, and waits in this browser until the server says that it is on disk.
//
// The queue is kept in memory and in localStorage. An action is known by its client (one page load) and its number, and
// the server takes each once, so sending again after a lost answer, a reload or a crash does no harm. When somebody
// else wrote in between, the server answers 409 with the marks as they are; ours that wait go on top, and are sent again.

import { ask } from "./net.js";

const WAITS = [1000, 2000, 4000, 8000, 15000];
const MOST = 100, STRETCHES = 5000;
const KEPT = "pausa-queue:";

function newClient() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

export class Saver {
  /** `hear` gets ("state", {name, waiting, problem}), ("merge", marks) and ("others", null). */
  constructor(project, id, version, hear) {
    this.path = `/api/work/${id}`;
    // Another project may have been at this address before, with assignments of the same numbers.
    this.prefix = `${KEPT}${project}:${id}:`;
    this.client = newClient();
    this.version = version;
    this.hear = hear;
    this.queue = [];
    this.number = 0;
    this.sending = null;
    this.failures = 0;
    this.tries = 0;
    this.wake = null;
    this.kept = true;
    this.told = { reached: 0, seconds: 0, seen: 0 };
    this.sent = { reached: 0, seconds: 0, seen: 0 };
    this.seen = null;
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(`pausa-work-${project}-${id}`) : null;
    this.channel?.addEventListener("message", (event) => this.#heard(event.data));
    this.channel?.postMessage({ kind: "hello" });
    addEventListener("online", () => this.hurry());
    addEventListener("offline", () => this.#tell());
    addEventListener("pagehide", () => this.#lastWord());
  }

  get waiting() { return this.queue.length; }

  /** Takes over what an earlier page load could not send; gives those actions, oldest first. */
  adopt() {
    const left = [];
    for (const key of this.#keys()) {
      try {
        const client = key.slice(this.prefix.length);
        for (const action of JSON.parse(localStorage.getItem(key))) left.push({ ...action, client });
      } catch { /* a broken entry is nobody's work */ }
    }
    left.sort((one, other) => one.at - other.at || one.n - other.n);
    this.queue.unshift(...left);
    if (left.length) this.#pump();
    return left;
  }

  /** Queues an action with its time and begins to save it. */
  push({ word, mark, kind }) {
    this.number += 1;
    this.queue.push({ n: this.number, at: Date.now(), word, mark, kind, client: this.client });
    this.#keep();
    this.#pump();
  }

  /** How far the person has come, in how many seconds of work, and what they have seen; goes along with the next request. */
  progress(reached, seconds, seen) {
    this.seen = seen;
    this.told = { reached: Math.max(this.told.reached, reached), seconds, seen: seen.total };
  }

  /** Sends what is waiting, progress too; true when everything is on disk, false as soon as a try fails. */
  async flush() {
    this.hurry();
    if (!this.sending && this.#news()) this.#pump(true);
    const before = this.tries;
    while (this.sending && this.tries === before) await Promise.race([this.sending, new Promise((done) => { setTimeout(done, 200); })]);
    return this.queue.length === 0 && this.tries === before;
  }

  /** Ends a wait for the network. */
  hurry() {
    this.wake?.();
    this.#pump();
  }

  #keys() {
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(this.prefix));
    } catch { return []; }
  }

  /** Writes our own part of the queue where a reload finds it. */
  #keep() {
    this.#write(this.client, this.queue.filter((action) => action.client === this.client).map(({ client, ...action }) => action));
  }

  /** Takes what is on disk out of what was kept for an earlier page load; that page may be alive and have kept more. */
  #settle(client, saved) {
    try {
      const left = JSON.parse(localStorage.getItem(this.prefix + client) ?? "[]").filter((action) => !saved.has(action.n));
      this.#write(client, left);
    } catch { /* then it is sent once more, which does no harm */ }
  }

  #write(client, actions) {
    try {
      const key = this.prefix + client;
      if (actions.length) localStorage.setItem(key, JSON.stringify(actions)); else localStorage.removeItem(key);
      this.kept = true;
    } catch { this.kept = false; }
  }

  #news() {
    return ["reached", "seconds", "seen"].some((name) => this.told[name] > this.sent[name]);
  }

  /** What was seen since the server was told last, as stretches; it adds them to what it has. */
  #unsent(progress) {
    return progress.seen > this.sent.seen ? this.seen.stretches().slice(0, STRETCHES) : [];
  }

  #pump(evenEmpty = false) {
    if (this.sending || (!this.queue.length && !evenEmpty)) {
      this.#tell();
      return;
    }
    this.sending = this.#run(evenEmpty).finally(() => {
      this.sending = null;
      this.#tell();
    });
    this.#tell();
  }

  async #run(evenEmpty) {
    let once = evenEmpty;
    while (this.queue.length || once) {
      once = false;
      const { client } = this.queue[0] ?? this;
      const stop = this.queue.findIndex((action) => action.client !== client);
      const batch = this.queue.slice(0, Math.min(MOST, stop < 0 ? this.queue.length : stop));
      const progress = { ...this.told };
      const delay = await this.#send(client, batch, progress);
      if (delay === null) return;
      this.#tell();
      if (delay) await new Promise((done) => { this.wake = done; setTimeout(done, delay); });
      this.wake = null;
    }
  }

  /** One request; gives how long to wait before the next one, null to stop. */
  async #send(client, batch, progress) {
    const actions = batch.map(({ n, at, word, mark, kind }) => ({ n, at, word, mark, kind }));
    try {
      // Seconds are counted for each page load; those of an earlier one are not ours to tell.
      const seconds = client === this.client ? progress.seconds : 0;
      const body = { client, base: this.version, actions, reached: progress.reached, seconds, seen: this.#unsent(progress) };
      const answer = await ask("POST", `${this.path}/actions`, body, { seconds: 15 });
      this.version = answer.version;
      const saved = new Set(answer.saved);
      const before = this.queue.length;
      this.queue = this.queue.filter((action) => action.client !== client || !saved.has(action.n));
      this.sent = progress;
      this.failures = 0;
      this.problem = null;
      if (client === this.client) this.#keep(); else this.#settle(client, saved);
      if (actions.length) this.channel?.postMessage({ kind: "saved", version: answer.version });
      return this.queue.length === before && before ? WAITS[2] : 0;
    } catch (problem) {
      if (problem.status === 409 && problem.body?.marks) {
        this.version = problem.body.version;
        this.hear("merge", problem.body.marks);
        return Math.round(Math.random() * 60);
      }
      this.failures += 1;
      this.tries += 1;
      this.problem = problem.status ? problem : null;
      if (!batch.length) return null;
      return WAITS[Math.min(this.failures, WAITS.length) - 1];
    }
  }

  #tell() {
    let name = "saved";
    if (this.queue.length) name = this.failures || navigator.onLine === false ? "offline" : "saving";
    if (this.queue.length && this.problem) name = "refused";
    this.hear("state", { name, waiting: this.queue.length, problem: this.problem?.message ?? "", kept: this.kept });
  }

  #heard(message) {
    if (message.kind === "hello") this.channel.postMessage({ kind: "here" });
    if (message.kind === "hello" || message.kind === "here") this.hear("others", null);
    if (message.kind === "saved" && message.version !== this.version) this.refresh();
  }

  /** Looks whether somebody else changed the marks, and shows them. */
  async refresh() {
    if (this.sending) return;
    try {
      const now = await ask("GET", this.path);
      if (this.sending || now.version === this.version) return;
      this.version = now.version;
      this.hear("merge", now.marks);
    } catch { /* the next save will tell */ }
  }

  /** The page goes away: one more try that may outlive it. What it does not save is in localStorage. */
  #lastWord() {
    const own = this.queue.filter((action) => action.client === this.client).slice(0, MOST);
    if (!own.length && !this.#news()) return;
    const actions = own.map(({ n, at, word, mark, kind }) => ({ n, at, word, mark, kind }));
    ask("POST", `${this.path}/actions`, { client: this.client, base: this.version, actions, ...this.told, seen: this.#unsent(this.told) }, { keepalive: true }).catch(() => {});
  }
}
