// The page itself: theme, ribbons under pointer and keys, print.

const root = document.documentElement;
const byId = (name) => document.getElementById(name);
const canvas = byId("ribbon"), overview = byId("overview"), tip = byId("tip"), here = byId("here");
const OVERVIEW = 30, PRINT_WIDTH = 1000, PRINT_ROWS = 10, PRINT_WORDS = 80;

let shown = null, camera = { first: 0, scale: 0, width: 0 }, cursor = -1, colours = null, drawn = null, waiting = false, cameFrom = null;

/** Draws in the next frame, however often it is asked for before. */
function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => { waiting = false; drawNow(); });
}

function drawNow() {
  const plan = layout(shown, camera.width);
  camera = steady(shown, camera, plan.gutter);
  drawn = draw(sized(canvas, camera.width, plan.height, devicePixelRatio), shown, camera, colours, cursor);
  const frame = frameOf(shown, camera);
  byId("frame").style.left = `${frame.left}px`;
  byId("frame").style.width = `${frame.width}px`;
  const strip = [shown.number, camera.width, devicePixelRatio, colours.agreed].join();
  if (strip !== overview.dataset.strip) {
    overview.dataset.strip = strip;
    drawOverview(sized(overview, camera.width, OVERVIEW, devicePixelRatio), shown, camera.width, colours, OVERVIEW);
  }
  const last = Math.min(shown.n, Math.floor(camera.first + (camera.width - plan.gutter) / camera.scale + 0.01));
  byId("range").textContent = shown.n ? `words ${Math.min(shown.n, Math.floor(camera.first + 0.01) + 1)}–${last} of ${shown.n}` : "no words";
  const { whole, widest } = scales(shown, camera.width, plan.gutter);
  byId("zoom-out").disabled = byId("zoom-all").disabled = camera.scale <= whole * 1.001;
  byId("zoom-in").disabled = camera.scale >= widest * 0.999;
}

/** A canvas of that size in CSS pixels, sharp on its screen, as something to draw with. */
function sized(target, width, height, ratio) {
  const across = Math.round(width * ratio), down = Math.round(height * ratio);
  if (target.width !== across || target.height !== down) {
    target.width = across;
    target.height = down;
    target.style.height = `${height}px`;
  }
  const pen = target.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  return pen;
}

function open(number) {
  shown = scene(number);
  cursor = -1;
  byId("view").value = String(number);
  camera = { ...camera, first: 0, scale: 0 };
  tell(-1);
  redraw();
}

/** Zooms by a factor and keeps the place under `x` where it is. */
function zoom(factor, x = null) {
  const { gutter } = layout(shown, camera.width);
  const middle = cursorX() ?? (gutter + camera.width) / 2;
  const fixed = x === null ? middle : x;
  const word = camera.first + (fixed - gutter) / camera.scale;
  const next = steady(shown, { ...camera, scale: camera.scale * factor }, gutter);
  camera = { ...next, first: word - (fixed - gutter) / next.scale };
  redraw();
}

/** Where the cursor stands on the screen, null where it is not to be seen. */
function cursorX() {
  if (cursor < 0 || !drawn) return null;
  const x = drawn.x(cursor);
  return x > drawn.plan.gutter && x < camera.width ? x : null;
}

function pan(words) {
  camera = { ...camera, first: camera.first + words };
  redraw();
}

/** Goes to a place: near enough to read the words around it, and in the middle. */
function goTo(at, scale = camera.scale) {
  const { gutter } = layout(shown, camera.width);
  const next = steady(shown, { ...camera, scale }, gutter);
  camera = { ...next, first: at + 1 - (camera.width - gutter) / 2 / next.scale };
  moveTo(at);
}

/** Moves the cursor and says what is there; the view follows when it must. */
function moveTo(at) {
  cursor = at;
  tell(at);
  const { gutter } = layout(shown, camera.width);
  const inside = (camera.width - gutter) / camera.scale;
  if (at + 1 < camera.first + 0.5) camera = { ...camera, first: at + 1 - inside * 0.25 };
  if (at + 1 > camera.first + inside - 0.5) camera = { ...camera, first: at + 1 - inside * 0.75 };
  redraw();
}

/** What is to be said about a place, as nodes. */
function said(at) {
  const { people, systems } = told(shown, at);
  const parts = [quoted(shown, at), element("span", "fact", ...people)];
  if (systems.length) parts.push(element("span", "fact", ...systems));
  parts.push(element("span", "fact quiet", `after word ${at + 1}`));
  return parts;
}

/** Leaves the ribbons: back to the list where one came from it. */
function leaveRibbons() {
  if (cameFrom?.isConnected) cameFrom.focus(); else canvas.blur();
  cameFrom = null;
}

let toldAt = null;
function tell(at) {
  if (at === toldAt) return;
  toldAt = at;
  if (at < 0) here.replaceChildren(element("span", "fact quiet", "Point at a place, or use the arrow keys, to read the words around it."));
  else here.replaceChildren(...said(at));
}

/** The place under a point: the nearest mark where one is close, the nearest word end otherwise. */
function placeUnder(x) {
  const { gutter } = layout(shown, camera.width);
  const exact = camera.first + (x - gutter) / camera.scale - 1;
  const mark = nearest(shown.places, exact);
  if (mark >= 0 && Math.abs(mark - exact) * camera.scale <= 8) return mark;
  return Math.max(0, Math.min(shown.n - 1, Math.round(exact)));
}

function point(event) {
  const box = canvas.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function hover(event) {
  const { x, y } = point(event);
  if (!shown.n || x < layout(shown, camera.width).gutter) { leave(); return; }
  const at = placeUnder(x);
  if (at !== cursor || tip.hidden) {
    cursor = at;
    tip.replaceChildren(...said(at));
    tell(at);
    redraw();
  }
  tip.hidden = false;
  const wide = tip.offsetWidth, high = tip.offsetHeight;
  const left = Math.max(0, Math.min(camera.width - wide, x - wide / 2));
  const below = y + 22 + high < canvas.clientHeight + 60;
  tip.style.left = `${left}px`;
  tip.style.top = `${below ? y + 22 : y - high - 14}px`;
}

function leave() {
  tip.hidden = true;
}

/** One pointer drags, two pinch; a mouse that does neither reads. */
function listenToPointers() {
  const held = new Map();
  let moved = 0;
  canvas.addEventListener("pointerdown", (event) => {
    held.set(event.pointerId, point(event));
    moved = 0;
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({ preventScroll: true });
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = held.get(event.pointerId), now = point(event);
    if (!before) { hover(event); return; }
    held.set(event.pointerId, now);
    if (held.size === 2) {
      const other = [...held].find(([id]) => id !== event.pointerId)[1];
      const apart = Math.abs(now.x - other.x) + 1, was = Math.abs(before.x - other.x) + 1;
      zoom(apart / was, (now.x + other.x) / 2);
      return;
    }
    moved += Math.abs(now.x - before.x);
    pan((before.x - now.x) / camera.scale);
    leave();
  });
  const release = (event) => {
    held.delete(event.pointerId);
    // A tap reads the place, since a finger cannot hover.
    if (event.type === "pointerup" && moved < 6) hover(event);
  };
  for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, release);
  canvas.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") leave(); });
  canvas.addEventListener("blur", leave);
  canvas.addEventListener("wheel", (event) => {
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      pan(sideways / camera.scale);
    } else if (event.ctrlKey || event.metaKey || document.activeElement === canvas) {
      const atEnd = event.deltaY > 0 ? byId("zoom-out").disabled : byId("zoom-in").disabled;
      // At the end of the zoom the wheel belongs to the page again.
      if (atEnd && !event.ctrlKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0022)), point(event).x);
    } else return;
    leave();
  }, { passive: false });
  listenToOverview();
}

function listenToOverview() {
  const jump = (event) => {
    const { gutter } = layout(shown, camera.width);
    const x = event.clientX - overview.getBoundingClientRect().left - gutter;
    const word = x / scales(shown, camera.width, gutter).whole;
    camera = { ...camera, first: word - (camera.width - gutter) / 2 / camera.scale };
    redraw();
  };
  overview.addEventListener("pointerdown", (event) => { overview.setPointerCapture(event.pointerId); jump(event); });
  overview.addEventListener("pointermove", (event) => { if (event.buttons) jump(event); });
}

function listenToKeys() {
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !shown.n) return;
    const { gutter } = layout(shown, camera.width);
    const screen = (camera.width - gutter) / camera.scale;
    const start = cursor >= 0 ? cursor : Math.floor(camera.first) - 1;
    const acts = {
      ArrowRight: () => moveTo(event.shiftKey ? Math.min(shown.n - 1, start + 1) : shown.places[lower(shown.places, start + 1)] ?? shown.n - 1),
      ArrowLeft: () => moveTo(event.shiftKey ? Math.max(0, start - 1) : shown.places[lower(shown.places, start) - 1] ?? 0),
      Home: () => moveTo(0),
      End: () => moveTo(shown.n - 1),
      PageUp: () => pan(-screen * 0.9),
      PageDown: () => pan(screen * 0.9),
      "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), "0": () => zoom(0),
      Escape: leaveRibbons,
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    leave();
    acts[event.key]();
  });
}

/** Ribbons for paper: what the screen shows, in rows one below the other, light on white. */
function printRibbons() {
  const { gutter } = layout(shown, camera.width);
  const from = Math.max(0, Math.floor(camera.first + 0.01));
  const to = Math.min(shown.n, Math.ceil(camera.first + (camera.width - gutter) / camera.scale - 0.01));
  const each = Math.max(PRINT_WORDS, Math.ceil((to - from) / PRINT_ROWS));
  const theme = root.dataset.theme;
  root.dataset.theme = "light";
  const light = palette();
  if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
  const title = index.views[shown.number].document;
  const rows = [element("p", "note", `${title}: words ${from + 1}–${to} of ${shown.n}, ${each} to a row`)];
  for (let first = from; first < to; first += each) {
    const paper = element("canvas", "");
    const plan = layout(shown, PRINT_WIDTH);
    const look = { first, scale: (PRINT_WIDTH - plan.gutter) / each, width: PRINT_WIDTH, paper: true };
    draw(sized(paper, PRINT_WIDTH, plan.height, 2), shown, look, light, -1);
    paper.style.height = "";
    rows.push(paper);
  }
  byId("printed").replaceChildren(...rows);
}

function listenToPrinter() {
  addEventListener("beforeprint", printRibbons);
  addEventListener("afterprint", () => byId("printed").replaceChildren());
}

/** Dark or light: as the system says until the reader says otherwise. */
function setUpTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const show = () => {
    byId("theme").textContent = isDark() ? "Light" : "Dark";
    byId("theme").setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
    colours = palette();
    if (shown) redraw();
  };
  try { const kept = localStorage.getItem("pausa-theme"); if (kept) root.dataset.theme = kept; } catch { /* files may have no storage */ }
  byId("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    try { localStorage.setItem("pausa-theme", root.dataset.theme); } catch { /* then only for this visit */ }
    show();
  });
  dark.addEventListener("change", show);
  show();
}

function start() {
  setUpTheme();
  for (const part of document.querySelectorAll(".scripted")) part.hidden = false;
  new ResizeObserver(([entry]) => {
    const width = Math.floor(entry.contentRect.width);
    if (!width || width === camera.width) return;
    camera = { ...camera, width };
    redraw();
  }).observe(canvas.parentElement);
  camera.width = Math.floor(canvas.parentElement.clientWidth);
  byId("view").addEventListener("change", (event) => open(Number(event.target.value)));
  byId("zoom-in").addEventListener("click", () => zoom(1.6));
  byId("zoom-out").addEventListener("click", () => zoom(1 / 1.6));
  byId("zoom-all").addEventListener("click", () => zoom(0));
  listenToPointers();
  listenToKeys();
  listenToPrinter();
  open(0);
  listPlaces((place, button) => {
    cameFrom = button;
    if (place.view !== shown.number) open(place.view);
    goTo(place.at, Math.max(camera.scale, 44));
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    byId("ribbons").scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "start" });
    canvas.focus({ preventScroll: true });
  });
}

if (index.views.length) start();
