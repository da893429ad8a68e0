// An annotator's own transcripts: what is to be done first.

import { attempt, byId, chip, count, make, plural, spent } from "./dom.js";
import { get } from "./net.js";

const ORDER = ["returned", "open", "new", "done", "accepted", "excluded"];

function about(task) {
  const parts = [plural(task.n_words, "word"), task.has_audio ? "with recording" : "text only"];
  if (task.marked) parts.push(plural(task.marked, "mark"));
  if (task.seconds) parts.push(spent(task.seconds));
  return parts.join(" · ");
}

function row(task) {
  const share = task.n_words ? Math.min(1, task.seen / task.n_words) : 0;
  const bar = make("progress", { max: 1, value: String(share), "aria-label": `${Math.round(share * 100)} % read or heard` });
  return make("li", {}, make("a", { class: "task", href: `/work/${task.id}` },
    make("span", { class: "title" }, make("bdi", {}, task.transcript)), chip(task.state),
    make("span", { class: "about" }, about(task)), make("span", { class: "bar" }, bar),
    task.note && task.state === "returned" ? make("span", { class: "from-owner" }, task.note) : null));
}

attempt(async () => {
  const { assignments } = await get("/api/work");
  assignments.sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
  const left = assignments.filter((task) => ["returned", "open", "new"].includes(task.state));
  const words = left.reduce((sum, task) => sum + task.n_words, 0);
  if (!assignments.length) byId("sum").textContent = "There is nothing for you to do yet. Come back later with the same link.";
  else if (!left.length) byId("sum").textContent = `All ${plural(assignments.length, "transcript")} done. Thank you!`;
  else byId("sum").textContent = `${plural(left.length, "transcript")} to do, ${count(words)} words. Everything is saved as you go; stop whenever you like.`;
  byId("tasks").replaceChildren(...assignments.map(row));
});
