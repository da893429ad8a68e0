// One transcript with everybody's marks: ribbons over the whole, cells in the text, and the owner's verdict.

import { answered, attempt, byId, chip, count, make, percent, score, spent } from "./dom.js";
import { NAMES } from "./marks.js";
import { get, post } from "./net.js";
import { blocks, direction, glyphs } from "./sheet.js";

const id = location.pathname.split("/").filter(Boolean).at(-1);
const ROW = 20, GAP = 6;
let data, people = [], places = [], looked = null, here = -1, marks = {};

const series = (place) => `series-${place % 8}`;

/** Every gap that anybody marked: who put what, whether all agree, and how one person stands to the others. */
function find() {
  const counted = people.filter((one) => one.state !== "excluded");
  const words = new Set(counted.flatMap((one) => Object.keys(one.marks).map(Number)));
  return [...words].sort((one, other) => one - other).map((word) => {
    const each = counted.map((one) => one.marks[word] ?? "");
    const agreed = each.every((mark) => mark === each[0]);
    return { word, each, agreed };
  });
}

/** How the person that is looked at differs at a place: "extra" alone, "missed" by them, "other" mark; "" for not at all. */
function differs(place) {
  if (looked === null) return place.agreed ? "" : "split";
  const at = counted().findIndex((one) => one.assignment === looked);
  const own = place.each[at], rest = place.each.filter((_, other) => other !== at);
  if (rest.every((mark) => mark === own)) return "";
  if (own && rest.every((mark) => !mark)) return "extra";
  if (!own && rest.filter(Boolean).length * 2 > rest.length) return "missed";
  if (own && rest.some((mark) => mark === own)) return "";
  return own ? "other" : "";
}

const counted = () => people.filter((one) => one.state !== "excluded");
const different = () => places.filter((place) => differs(place));

/* ---- cards ---- */

async function verdict(one, state, button) {
  let note = one.note ?? "";
  if (state === "returned") {
    byId("back-lead").textContent = `${one.person} can change it and hand it in again.`;
    byId("note").value = note;
    if ((await answered(byId("back"))) !== "returned") return;
    note = byId("note").value.trim();
  }
  if (state === "excluded") {
    byId("leave-out-lead").textContent = `${one.person}’s annotation stays stored, but counts in no figure and no export. You can take it back in.`;
    if ((await answered(byId("leave-out"))) !== "excluded") return;
  }
  await attempt(async () => {
    await post(`/api/owner/assignments/${one.assignment}/state`, { state, note });
    await load();
  }, button);
}

function card(one, place) {
  const button = (text, state, kind = null) => make("button", { type: "button", class: kind, onclick: (event) => verdict(one, state, event.currentTarget) }, text);
  const table = one.table ?? {};
  const facts = [
    ["mean F1 to the others", score(one.jack_knife_f1)],
    ["best F1 to another", make("span", { class: one.flagged && !one.untouched ? "flagged" : null }, score(one.best_f1))],
    ["marks", count(Object.keys(one.marks).length)],
    ["commas, periods", `${percent(table.commas_pct)}, ${percent(table.periods_pct)}`],
    ["words seen", percent((100 * one.seen) / one.n_words)],
    ...(one.proposed ? [["proposed, untouched", make("span", { class: one.untouched ? "flagged" : null }, `${count(one.proposed)}, ${count(one.untouched)}`)]] : []),
    ["time", spent(one.seconds)],
  ];
  const flagged = one.flagged && one.state !== "excluded";
  return make("article", { class: flagged ? "card flagged-card" : "card", "data-person": one.person },
    make("h3", {}, make("span", { class: `swatch ${series(place)}` }), make("bdi", {}, one.person), chip(one.state), flagged ? make("span", { class: "chip flag" }, "flagged") : ""),
    make("dl", {}, ...facts.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])),
    one.note && one.state === "returned" ? make("p", { class: "note" }, `Your note: ${one.note}`) : "",
    make("div", { class: "buttons" },
      one.state === "done" ? button("Accept", "accepted", "primary") : "",
      ["done", "accepted"].includes(one.state) ? button("Send back", "returned") : "",
      ["done", "accepted", "open", "returned"].includes(one.state) ? button("Exclude", "excluded", "danger") : "",
      one.state === "excluded" ? [button("Take back in", "accepted"), button("Open again", "open")] : ""));
}

/* ---- ribbons ---- */

function ribbons() {
  const canvas = byId("ribbons"), rows = counted();
  const width = canvas.parentElement.clientWidth, height = rows.length * (ROW + GAP) + 18;
  canvas.width = Math.round(width * devicePixelRatio);
  canvas.height = Math.round(height * devicePixelRatio);
  canvas.style.height = `${height}px`;
  const pen = canvas.getContext("2d");
  pen.scale(devicePixelRatio, devicePixelRatio);
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  const left = gutter(width), x = (word) => left + ((word + 1) / data.words.length) * (width - left - 4);
  pen.textBaseline = "middle";
  rows.forEach((one, row) => {
    const top = row * (ROW + GAP), place = people.indexOf(one);
    pen.fillStyle = colour("panel");
    pen.fillRect(left, top, width - left, ROW);
    pen.fillStyle = colour(series(place));
    pen.font = `600 13px ${colour("sans")}`;
    pen.fillText(fitted(pen, one.person, left - 12), 0, top + ROW / 2);
  });
  for (const place of places) {
    const apart = differs(place);
    place.each.forEach((mark, row) => {
      if (!mark) return;
      const short = mark === ",";
      pen.fillStyle = apart ? colour(series(people.indexOf(rows[row]))) : colour("edge");
      pen.globalAlpha = apart ? 1 : 0.55;
      const tall = short ? ROW * 0.5 : ROW - 4;
      pen.fillRect(x(place.word) - (apart ? 1.25 : 0.75), row * (ROW + GAP) + ROW - 2 - tall, apart ? 2.5 : 1.5, tall);
    });
    pen.globalAlpha = 1;
    if (!apart) continue;
    pen.fillStyle = colour("warn");
    pen.fillRect(x(place.word) - 1, rows.length * (ROW + GAP) + 2, 2, 6);
  }
  if (here >= 0) {
    pen.strokeStyle = colour("ink");
    pen.lineWidth = 1.5;
    pen.strokeRect(x(here) - 4, 1, 8, rows.length * (ROW + GAP) - GAP - 1);
  }
}

const gutter = (width) => Math.min(130, width * 0.28);

function fitted(pen, text, room) {
  if (pen.measureText(text).width <= room) return text;
  let short = text;
  while (short.length > 1 && pen.measureText(`${short}…`).width > room) short = short.slice(0, -1);
  return `${short}…`;
}

/* ---- text ---- */

function stack(place) {
  const rows = counted();
  if (place.agreed) return make("span", { class: "stack all", "data-word": place.word, role: "img", "aria-label": `all: ${NAMES[place.each[0]]}` }, make("i", {}, marks[place.each[0]]));
  const apart = differs(place);
  const told = place.each.map((mark, row) => `${rows[row].person}: ${NAMES[mark]}`).join(", ");
  const kind = looked === null ? "" : apart ? ` ${apart}` : " faint";
  const cells = place.each.map((mark, row) => make("i", { class: `cell ${series(people.indexOf(rows[row]))}${mark ? "" : " none"}` }, make("b", {}, marks[mark])));
  return make("span", { class: `stack split${kind}`, "data-word": place.word, role: "img", "aria-label": told, title: told }, ...cells, looked !== null && apart ? make("span", { class: "tag" }, { extra: "alone", missed: "missed", other: "other mark" }[apart]) : null);
}

function text() {
  const at = new Map(places.map((place) => [place.word, place]));
  const way = direction(data.words, data.language_direction);
  byId("reading").dir = way;
  byId("reading").replaceChildren(...blocks(data.words, 120).map(([first, stop]) => {
    const line = make("p", {});
    let plain = "";
    for (let word = first; word < stop; word += 1) {
      if (at.has(word)) {
        line.append(plain, make("span", { class: "kept" }, data.words[word].text, stack(at.get(word))), " ");
        plain = "";
      } else plain += `${data.words[word].text} `;
    }
    line.append(plain);
    const turns = data.words[first].speaker && (first === 0 || data.words[first].speaker !== data.words[first - 1].speaker);
    const block = make("div", { class: "turn" }, turns ? make("bdi", { class: "who" }, data.words[first].speaker) : null, line);
    block.style.setProperty("--lines", String(Math.ceil((stop - first) / 11)));
    return block;
  }));
}

/* ---- looking ---- */

function look(assignment) {
  looked = assignment;
  here = -1;
  ribbons();
  text();
  tell();
}

function tell() {
  const found = different();
  const at = found.findIndex((place) => place.word === here);
  const what = looked === null ? "places where people differ" : "places where this person stands apart";
  byId("where").textContent = at >= 0 ? `${at + 1} of ${found.length}` : `${found.length} ${what}, of ${places.length} marked`;
  byId("next").disabled = byId("previous").disabled = !found.length;
}

function goTo(word) {
  here = word;
  document.querySelector(".stack.here")?.classList.remove("here");
  const node = byId("reading").querySelector(`[data-word="${word}"]`);
  node?.classList.add("here");
  node?.scrollIntoView({ block: "center" });
  ribbons();
  tell();
}

function walk(by) {
  const found = different().map((place) => place.word);
  if (!found.length) return;
  const on = by > 0 ? found.find((word) => word > here) ?? found[0] : found.findLast((word) => word < here) ?? found.at(-1);
  goTo(on);
}

function chooseWhom() {
  const choices = [[null, "Everyone"], ...counted().map((one) => [one.assignment, one.person])];
  byId("look").replaceChildren(...choices.map(([value, name]) => make("label", {},
    make("input", { type: "radio", name: "look", value: value ?? "", checked: value === looked, onchange: () => look(value) }),
    value === null ? null : make("span", { class: `swatch ${series(people.findIndex((one) => one.assignment === value))}` }), value === null ? name : make("bdi", {}, name))));
}

const fact = (name, value) => make("div", {}, make("dt", {}, name), make("dd", {}, value));

async function load() {
  data = await get(`/api/owner/transcripts/${id}`);
  people = data.annotations.filter((one) => one.state !== "new");
  marks = glyphs(data.words);
  places = find();
  document.title = `${data.name} · Pausa`;
  byId("name").textContent = data.name;
  const figures = data.agreement;
  byId("facts").replaceChildren(fact("words", count(data.words.length)), fact("pairwise F1", score(figures?.pairwise_f1)), fact("F1, marks told apart", score(figures?.pairwise_f1_marks)), fact("Fleiss’ κ", score(figures?.fleiss_kappa)), fact("agreement ratio", score(figures?.agreement_ratio)));
  byId("annotations").replaceChildren(...people.map(card));
  if (!people.length) byId("annotations").append(make("p", { class: "empty" }, "Nobody has begun yet."));
  if (!counted().some((one) => one.assignment === looked)) looked = null;
  chooseWhom();
  look(looked);
}

byId("next").addEventListener("click", () => walk(1));
byId("previous").addEventListener("click", () => walk(-1));
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("textarea, input[type=text]") || document.querySelector("dialog[open]")) return;
  if (event.key === "n") walk(1);
  if (event.key === "p") walk(-1);
});
byId("ribbons").addEventListener("click", (event) => {
  const box = byId("ribbons").getBoundingClientRect(), left = gutter(box.width);
  const word = ((event.clientX - box.left - left) / (box.width - left - 4)) * data.words.length - 1;
  const nearest = places.reduce((best, place) => (best === null || Math.abs(place.word - word) < Math.abs(best.word - word) ? place : best), null);
  if (nearest) goTo(nearest.word);
});
addEventListener("resize", () => data && ribbons());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => data && ribbons());

looked = Number(new URLSearchParams(location.search).get("look")) || null;
attempt(load).then(() => { document.body.dataset.ready = "yes"; });
