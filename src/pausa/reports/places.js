// The list of places where systems and people differ: found once, filtered as asked, shown page by page.

const PER_PAGE = 25;
const KIND_LABELS = { missed: "missed", extra: "extra", disagree: "people disagree" };

/** The places of one scene in the order of the words; a place that several systems miss is one place. */
function differences(scene) {
  const found = new Map();
  const note = (kind, at, system) => {
    const key = `${kind} ${at}`;
    if (!found.has(key)) found.set(key, { view: scene.number, kind, at, systems: [] });
    if (system !== undefined) found.get(key).systems.push(system);
  };
  for (const row of scene.systems) {
    row.at.forEach((at, place) => { if (row.kinds[place] === EXTRA) note("extra", at, row.system); });
    row.missed.forEach((window) => note("missed", scene.peaks[window], row.system));
  }
  scene.marked.forEach((at, place) => {
    if (scene.votes[place] === scene.people.length) return;
    note("disagree", at);
    for (const row of scene.systems) if (has(row.at, at)) note("disagree", at, row.system);
  });
  return [...found.values()].sort((left, right) => left.at - right.at);
}

/** Whether a place is one of those asked for. */
function isWanted(place, wanted) {
  if (wanted.kind && place.kind !== wanted.kind) return false;
  if (wanted.view !== "" && place.view !== Number(wanted.view)) return false;
  if (wanted.system !== "" && !place.systems.includes(Number(wanted.system))) return false;
  return !wanted.text || spelled(place).includes(wanted.text);
}

/** The words around a place as they are searched; kept, since a search asks again with every letter. */
function spelled(place) {
  if (place.spelled === undefined) {
    const { before, after } = context(scene(place.view), place.at);
    place.spelled = `${before} ${after}`.toLowerCase();
  }
  return place.spelled;
}

/** A place as a button that leads to it. */
function placeButton(place, show) {
  const here = scene(place.view);
  const votes = here.votesAt[place.at], m = here.people.length;
  const systems = place.systems.map((system) => [element("bdi", "", index.systems[system])]);
  const head = element("span", "head", element("b", `kind ${place.kind}`, KIND_LABELS[place.kind]));
  if (systems.length) head.append(place.kind === "disagree" ? " with " : " by ", ...separated(systems, ", "));
  if (m > 1) head.append(" · ", element("span", "votes", `${votes} of ${m} people`));
  const title = index.views[place.view].document;
  const where = element("bdi", "where", index.views.length > 1 ? `${title}, word ${place.at + 1}` : `word ${place.at + 1}`);
  const button = element("button", "place", head, quoted(here, place.at), where);
  button.type = "button";
  button.addEventListener("click", () => show(place, button));
  return element("li", "", button);
}

/** Sets up the list; `show` is called with the place that was chosen and its button. */
function listPlaces(show) {
  const field = (name) => document.getElementById(name);
  const all = index.views.flatMap((_, number) => differences(scene(number)));
  let wanted = [], page = 0;

  function filter() {
    const asked = {
      kind: field("kind").value,
      system: field("system").value,
      view: field("scope").value,
      text: field("text").value.trim().replace(/\s+/g, " ").toLowerCase(),
    };
    wanted = all.filter((place) => isWanted(place, asked));
    turn(0);
  }

  function turn(to) {
    const pages = Math.max(1, Math.ceil(wanted.length / PER_PAGE));
    page = Math.max(0, Math.min(pages - 1, to));
    const shown = wanted.slice(page * PER_PAGE, (page + 1) * PER_PAGE);
    field("list").replaceChildren(...shown.map((place) => placeButton(place, show)));
    field("list").start = page * PER_PAGE + 1;
    field("count").textContent = wanted.length === all.length ? `${all.length} places` : `${wanted.length} of ${all.length} places`;
    field("page-number").textContent = `Page ${page + 1} of ${pages}`;
    field("previous").disabled = page === 0;
    field("next").disabled = page === pages - 1;
  }

  let waiting = 0;
  field("text").addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 120);
  });
  for (const name of ["kind", "system", "scope"]) field(name).addEventListener("change", filter);
  field("filters").addEventListener("submit", (event) => { event.preventDefault(); filter(); });
  field("previous").addEventListener("click", () => turn(page - 1));
  field("next").addEventListener("click", () => turn(page + 1));
  filter();
}
