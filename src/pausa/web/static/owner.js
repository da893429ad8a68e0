// The owner's overview: how far the work has come, what to look at, how far people agree, what goes in and out.

import { attempt, byId, chip, count, make, notice, percent, plural, score, spent } from "./dom.js";
import { get, ask, post } from "./net.js";

const FILES = [
  ["score", "Ready to score", "A zip with a folder for each person, for pausa agree and pausa score."],
  ["json", "Native JSON", "All words, times and marks of all people in one file; keeps everything."],
  ["seg", "Segmentations (.seg)", "A zip of 0/1 files, one for each person and transcript."],
  ["textgrid", "Praat TextGrids", "A zip with a tier for each person."],
  ["labelstudio", "Label Studio", "One JSON file to import there."],
];

const fact = (name, value, small = null) => make("div", {}, make("dt", {}, name), make("dd", {}, value, small ? make("small", {}, small) : null));

function facts({ transcripts, people }) {
  const all = transcripts.flatMap((transcript) => transcript.assignments);
  const done = all.filter((one) => ["done", "accepted"].includes(one.state)).length;
  const flagged = all.filter((one) => one.flagged && one.state !== "excluded").length;
  const time = all.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
  byId("facts").replaceChildren(
    fact("transcripts", count(transcripts.length), plural(transcripts.reduce((sum, one) => sum + one.n_words, 0), "word")),
    fact("people", count(people.filter((person) => !person.revoked).length)),
    fact("annotations done", `${count(done)} of ${count(all.length)}`),
    fact("time spent", spent(time)),
    fact("to look at", count(flagged), flagged ? "flagged, see below" : "nothing flagged"),
  );
}

/** A link to the annotations of a transcript, with one of them picked. */
const side = (transcript, assignment, text) => make("a", { href: `/owner/transcripts/${transcript.id}${assignment ? `?look=${assignment.id}` : ""}` }, text);

/** Why an annotation is to be looked at. */
const reason = (one) => (one.untouched ? `${count(one.untouched)} of ${plural(one.proposed, "proposed mark")} untouched, ${percent((100 * one.seen) / one.n_words)} of the words seen` : `best F1 ${score(one.best_f1)}`);

function flags({ transcripts, project }) {
  const found = transcripts.flatMap((transcript) => transcript.assignments.filter((one) => one.flagged && one.state !== "excluded").map((one) => [transcript, one]));
  byId("flags").hidden = !found.length;
  const lines = [];
  if (found.some(([, one]) => !one.untouched)) lines.push(`Some agree with nobody on their transcript: even the best of their F1s against the others is under ${project.flag_below}. That may be carelessness, another idea of a sentence, or the one person who was right: look, then decide.`);
  if (found.some(([, one]) => one.untouched)) lines.push("Some hold proposed marks that nobody looked at or heard. They are a model’s, not the person’s, so these annotations are in no figure and no export unless you ask for them below. Send them back to have them finished.");
  byId("flags-lead").textContent = lines.join(" ");
  byId("flag-list").replaceChildren(...found.map(([transcript, one]) => make("li", {},
    make("p", {}, make("strong", { class: "flagged" }, make("bdi", {}, one.person)), " on ", make("bdi", {}, transcript.name), `: ${reason(one)}${one.seconds ? ` in ${spent(one.seconds)}` : ""}, ${percent(one.periods_pct)} periods `, one.state === "done" ? "" : chip(one.state)),
    side(transcript, one, "Compare with the others"))));
}

const MEASURES = [
  ["pairwise_f1", "Pairwise F1", (value) => `Take two people at random. Of the sentence ends that one of them marked, the other marked about ${Math.round(value * 100)} in 100 too (the mean over all pairs, both ways round).`],
  ["pairwise_f1_marks", "Pairwise F1, marks told apart", () => "The same, but a period and a question mark in one place are a disagreement."],
  ["fleiss_kappa", "Fleiss’ κ", (value) => `0 is what chance gives, 1 is perfect. It looks at every gap between words, also those that nobody marked, and here it is ${value >= 0.8 ? "high" : value >= 0.6 ? "fair to good" : value >= 0.4 ? "middling" : "low"}.`],
  ["agreement_ratio", "Agreement ratio", () => "Of all places that anybody marked, weighted by how many did: the share where at least two people agree. It is what WiSeBE multiplies a system’s score with."],
];

function agreement(figures) {
  if (!figures) {
    byId("agreement").replaceChildren(make("p", { class: "empty" }, "Nothing to compare yet. As soon as two people are done with the same transcript, their agreement stands here."));
    return;
  }
  const pooled = figures.transcripts > 1 ? ", all taken together" : "";
  byId("agreement").replaceChildren(
    make("p", { class: "lead" }, `Over ${plural(figures.transcripts, "transcript")} that two or more people have finished${pooled}. The end of the last word is not counted, since nobody can miss it. Even careful people do not agree fully on free speech: what they reach is the most that a detector can be asked for.`),
    make("ul", { class: "measures" }, ...MEASURES.map(([key, name, words]) => make("li", {}, make("span", { class: "value", "data-measure": key }, score(figures[key])), make("p", {}, make("strong", {}, name), Number.isFinite(figures[key]) ? words(figures[key]) : "Undefined here.")))),
    figures.clauses ? make("p", { class: "note" }, `With commas counted as ends too: F1 ${score(figures.clauses.pairwise_f1)}, with marks told apart ${score(figures.clauses.pairwise_f1_marks)}, κ ${score(figures.clauses.fleiss_kappa)}.`) : "",
    ...(figures.remarks ?? []).map((remark) => make("p", { class: "note" }, remark)),
  );
}

const head = (...names) => make("thead", {}, make("tr", {}, ...names.map(([text, number]) => make("th", { scope: "col", class: number ? "number" : null }, text))));
const number = (text, extra = "") => make("td", { class: `number ${extra}` }, text);

/** The mean of what is known. */
function mean(values) {
  const known = values.filter(Number.isFinite);
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : NaN;
}

function transcripts({ transcripts: all }) {
  const rows = all.map((one) => {
    const counted = one.assignments.filter((each) => ["done", "accepted"].includes(each.state));
    return make("tr", {},
      make("th", { scope: "row" }, side(one, null, make("bdi", {}, one.name)), one.has_audio ? "" : make("small", { class: "quiet" }, " text only")),
      number(count(one.n_words)),
      number(percent(mean(counted.map((each) => each.commas_pct)))), number(percent(mean(counted.map((each) => each.periods_pct)))),
      make("td", {}, make("div", { class: "states" }, ...one.assignments.map((each) => make("span", {}, make("bdi", {}, each.person), chip(each.state), ["open", "returned"].includes(each.state) ? make("small", { class: "quiet" }, `${Math.floor((100 * each.seen) / each.n_words)} % seen`) : "", each.untouched && each.state !== "open" ? make("small", { class: "quiet" }, `${count(each.untouched)} untouched`) : "", each.flagged && each.state !== "excluded" ? make("span", { class: "chip flag" }, "look") : "")))),
      number(score(one.agreement?.pairwise_f1)), number(score(one.agreement?.fleiss_kappa)), number(score(one.agreement?.agreement_ratio)));
  });
  byId("transcripts").replaceChildren(head(["transcript"], ["words", 1], ["commas", 1], ["periods", 1], ["annotators"], ["F1", 1], ["κ", 1], ["AR", 1]), make("tbody", {}, ...rows));
  byId("transcripts-note").textContent = all.length ? "Commas and periods (question marks with them) for every hundred words: the mean over finished annotations." : "No transcript yet; add one below.";
}

function people({ people: all }) {
  const rows = all.map((person) => make("tr", { class: person.revoked ? "revoked" : null },
    make("th", { scope: "row" }, make("bdi", {}, person.name), person.revoked ? make("small", {}, " no access") : ""),
    number(`${count(person.done)} of ${count(person.assignments)}`), number(spent(person.seconds)), number(score(person.jack_knife_f1)),
    number(person.untouched ? count(person.untouched) : "–", person.untouched ? "flagged" : ""),
    number(person.flagged ? count(person.flagged) : "–", person.flagged ? "flagged" : "")));
  byId("people").replaceChildren(head(["name"], ["done", 1], ["time", 1], ["mean F1 against others", 1], ["untouched", 1], ["flagged", 1]), make("tbody", {}, ...rows));
}

function forms({ transcripts: all, people: everyone }) {
  byId("import-transcript").replaceChildren(...all.map((one) => make("option", { value: one.id }, one.name)));
  byId("names").replaceChildren(...everyone.map((person) => make("option", { value: person.name })));
}

/** Whether annotations with untouched proposals count, and how many there are. */
function proposals({ proposals: told }) {
  byId("proposals").hidden = !told.annotations;
  byId("ask-untouched").hidden = !told.untouched_annotations;
  byId("proposals-text").textContent = `${plural(told.annotations, "finished annotation")} began with a model’s marks: ${count(told.proposed)} in all, ${count(told.untouched)} of them untouched, that is neither looked at nor heard nor changed. `
    + (told.untouched_annotations ? `The ${plural(told.untouched_annotations, "annotation")} with such marks ${told.untouched_annotations === 1 ? "is" : "are"} ${asked() ? "in" : "left out of"} the figures here and the exports below.` : "");
}

const asked = () => byId("untouched").checked;

function downloads() {
  byId("downloads").replaceChildren(...FILES.map(([kind, name, about]) => make("li", {}, make("a", { href: `/api/owner/export/${kind}${asked() ? "?untouched=true" : ""}`, download: true, "data-export": kind }, make("strong", {}, name), make("small", { class: "quiet" }, about)))));
}

async function load() {
  const overview = await get(`/api/owner/overview${asked() ? "?untouched=true" : ""}`);
  for (const show of [facts, flags, transcripts, people, forms, proposals, downloads]) show(overview);
  agreement(overview.agreement);
}

byId("untouched").addEventListener("change", () => attempt(load));

byId("assign").addEventListener("click", (event) => attempt(async () => {
  await post("/api/owner/assign");
  await load();
  notice("The work is shared out.");
}, event.currentTarget));

function sends(form, path, done) {
  byId(form).addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    for (const [name, value] of [...fields]) if (value instanceof File && !value.name) fields.delete(name);
    attempt(async () => {
      const answer = await ask("POST", path, fields, { seconds: 600 });
      byId(form).reset();
      await load();
      notice(done, { buttons: answer?.warnings?.length ? [make("ul", {}, ...answer.warnings.map((line) => make("li", {}, line)))] : [] });
      byId("notices").scrollIntoView({ block: "center" });
    }, byId(form).querySelector("button"));
  });
}

sends("add-transcript", "/api/owner/transcripts", "The transcript is there.");
sends("add-annotation", "/api/owner/import", "The annotations are there.");

attempt(load).then(() => { document.body.dataset.ready = "yes"; });
