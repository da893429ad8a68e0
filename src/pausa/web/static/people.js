// People and their personal links. A link is shown once; after that it can only be replaced.

import { answered, attempt, byId, count, make, spent } from "./dom.js";
import { get, post } from "./net.js";

function showLink({ name, link }) {
  const address = new URL(link, location.origin).href;
  const field = make("input", { type: "text", readonly: true, value: address, "aria-label": `Link for ${name}`, id: "new-link" });
  const copied = make("span", { class: "note", role: "status" });
  const copy = make("button", { type: "button", class: "primary", onclick: async () => {
    field.select();
    // The clipboard is closed to pages that do not come over HTTPS or from this machine; then the old way.
    try { await navigator.clipboard.writeText(address); } catch { document.execCommand("copy"); }
    copied.textContent = "Copied.";
  } }, "Copy");
  byId("link").replaceChildren(make("div", { class: "callout" }, make("p", {}, "The link for ", make("strong", {}, make("bdi", {}, name)), ". It is shown only now: copy it and send it to that person alone."), make("div", { class: "link-row" }, field, copy, copied)));
  byId("link").scrollIntoView({ block: "nearest" });
  field.focus();
  field.select();
}

async function sure(title, text, yes) {
  byId("sure-title").textContent = title;
  byId("sure-text").textContent = text;
  byId("sure-yes").textContent = yes;
  return (await answered(byId("sure"))) === "yes";
}

async function renew(person, button) {
  if (!person.revoked && !(await sure(`A new link for ${person.name}?`, "The link that this person has now stops working at once.", "Make a new link"))) return;
  await attempt(async () => {
    const made = await post(`/api/owner/people/${person.id}/link`);
    await load();
    showLink({ name: person.name, ...made });
  }, button);
}

async function revoke(person, button) {
  if (!(await sure(`Take away ${person.name}’s access?`, "The link stops working and open pages are signed out. What this person has marked stays.", "Take it away"))) return;
  await attempt(async () => {
    await post(`/api/owner/people/${person.id}/revoke`);
    byId("link").replaceChildren();
    await load();
  }, button);
}

function row(person) {
  const buttons = make("div", { class: "buttons" }, make("button", { type: "button", onclick: (event) => renew(person, event.currentTarget) }, "New link"),
    person.revoked ? null : make("button", { type: "button", class: "danger", onclick: (event) => revoke(person, event.currentTarget) }, "Revoke"));
  return make("tr", { class: person.revoked ? "revoked" : null }, make("th", { scope: "row" }, make("bdi", {}, person.name), person.revoked ? make("small", {}, " no access") : ""),
    make("td", { class: "number" }, `${count(person.done)} of ${count(person.assignments)}`), make("td", { class: "number" }, spent(person.seconds)), make("td", {}, buttons));
}

async function load() {
  const { people } = await get("/api/owner/overview");
  const head = ["name", "done", "time", "link"].map((name, place) => make("th", { scope: "col", class: place % 3 ? "number" : null }, name));
  byId("people").replaceChildren(make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...people.map(row)));
  byId("people").hidden = !people.length;
  byId("nobody").hidden = people.length > 0;
}

byId("add").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    const made = await post("/api/owner/people", { name: byId("name").value.trim() });
    byId("name").value = "";
    await load();
    showLink(made);
  }, event.submitter);
});

attempt(load).then(() => { document.body.dataset.ready = "yes"; });
