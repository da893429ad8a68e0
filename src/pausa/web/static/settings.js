// The project's settings, with a preview of the guidelines as annotators will see them.

import { attempt, byId, make } from "./dom.js";
import { get, put } from "./net.js";

// The same small part of Markdown as the server's, made of nodes: text stays text.
const KINDS = [["heading", /^(#{1,3})\s+(.*)$/], ["item", /^[-*]\s+(.*)$/], ["numbered", /^\d{1,3}[.)]\s+(.*)$/], ["quote", /^>\s?(.*)$/]];

const kindOf = (line) => (line ? KINDS.find(([, shape]) => shape.test(line))?.[0] ?? "paragraph" : "gap");
const rest = (line) => KINDS.map(([, shape]) => shape.exec(line)).find(Boolean)?.at(-1) ?? line;

/** `**strong**`, `*emphasis*` and samples in backticks. */
function inline(text) {
  const shapes = [[/`([^`]+)`/, "code", (inside) => [inside]], [/\*\*(?=\S)(.+?)(?<=\S)\*\*/, "strong", inline], [/\*(?=\S)(.+?)(?<=\S)\*/, "em", inline]];
  for (const [shape, name, within] of shapes) {
    const found = shape.exec(text);
    if (found) return [...inline(text.slice(0, found.index)), make(name, {}, ...within(found[1])), ...inline(text.slice(found.index + found[0].length))];
  }
  return text ? [text] : [];
}

function block(kind, lines) {
  if (kind === "heading") return lines.map((line) => make(`h${line.indexOf(" ") + 2}`, {}, ...inline(rest(line))));
  if (kind === "item" || kind === "numbered") return [make(kind === "item" ? "ul" : "ol", {}, ...lines.map((line) => make("li", {}, ...inline(rest(line)))))];
  if (kind === "quote") return [make("blockquote", {}, make("p", {}, ...inline(lines.map(rest).join(" "))))];
  return kind === "paragraph" ? [make("p", {}, ...inline(lines.join(" ")))] : [];
}

function rendered(text) {
  const groups = [];
  for (const line of text.split(/\r\n|\r|\n/).map((each) => each.trim())) {
    const kind = kindOf(line);
    if (groups.at(-1)?.kind === kind) groups.at(-1).lines.push(line); else groups.push({ kind, lines: [line] });
  }
  return groups.flatMap(({ kind, lines }) => block(kind, lines));
}

const FIELDS = { title: "title", guidelines: "guidelines", "per-transcript": "per_transcript", "flag-below": "flag_below", presegment: "presegment" };
const preview = () => byId("preview").replaceChildren(...rendered(byId("guidelines").value));

byId("guidelines").addEventListener("input", preview);
byId("settings").addEventListener("input", () => { byId("state").textContent = "Not saved yet."; });
byId("settings").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    const values = Object.fromEntries(Object.entries(FIELDS).map(([name, key]) => [key, byId(name).type === "number" ? Number(byId(name).value) : byId(name).value]));
    await put("/api/owner/project", { ...values, presegment: values.presegment.trim() });
    byId("state").textContent = "Saved.";
  }, byId("save"));
});

attempt(async () => {
  const { project } = await get("/api/owner/overview");
  for (const [name, key] of Object.entries(FIELDS)) byId(name).value = project[key] ?? "";
  preview();
  document.body.dataset.ready = "yes";
});
