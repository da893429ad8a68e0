// Drawing: a picture of a scene through a camera. A camera is the first word to the left (with fractions), the
// pixels per word, and the width; everything else follows, so that screen and print are drawn by the same code.

const AXIS = 54, WORD_LINE = 17, ROW = 30, VOTES_ROW = 40, WINDOW_ROW = 16, GAP = 6, LABEL = 15, GUTTER = 150;
const WIDEST = 140, WORDS_FROM = 20, BUCKET = 3;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";

/** The rows of a scene with their places from the top. */
function layout(scene, width) {
  const narrow = width < 620;
  const rows = [
    { type: "votes", name: "general reference", height: VOTES_ROW },
    { type: "windows", name: "windows", height: WINDOW_ROW },
    ...scene.people.map((row) => ({ type: "person", name: row.name, row, height: ROW })),
    ...scene.systems.map((row) => ({ type: "system", name: row.name, row, height: ROW })),
  ];
  let top = AXIS;
  for (const row of rows) {
    row.top = top + (narrow ? LABEL : 0);
    top = row.top + row.height + GAP;
  }
  return { rows, height: top, gutter: narrow ? 0 : GUTTER, narrow };
}

/** The smallest and the largest pixels per word. */
function scales(scene, width, gutter) {
  const whole = Math.min(WIDEST, (width - gutter) / Math.max(1, scene.n));
  return { whole, widest: Math.max(whole, WIDEST) };
}

/** A camera that shows only what there is. */
function steady(scene, camera, gutter) {
  const { whole, widest } = scales(scene, camera.width, gutter);
  const scale = Math.min(widest, Math.max(whole, camera.scale));
  const shown = (camera.width - gutter) / scale;
  return { ...camera, scale, first: Math.max(0, Math.min(scene.n - shown, camera.first)) };
}

/** The colours of the page as it is now, light or dark. */
function palette() {
  const style = getComputedStyle(document.documentElement);
  const names = [...KIND_NAMES, "ink", "muted", "line", "panel", "paper", "window"];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** How closely the marks stand decides what is drawn: signs, ticks, or heaps that sum up neighbours. */
function detail(scene, camera, gutter) {
  const [from, to] = visible(scene, camera, gutter);
  const within = (row) => lower(row.at, to) - lower(row.at, from) + (row.missed ? row.missed.length * (to - from) / scene.n : 0);
  const busiest = Math.max(1, ...scene.people.map(within), ...scene.systems.map(within));
  const spacing = (camera.width - gutter) / busiest;
  return spacing >= 13 ? "signs" : spacing >= 2.5 ? "ticks" : "heaps";
}

function visible(scene, camera, gutter) {
  const from = Math.max(0, Math.floor(camera.first) - 1);
  return [from, Math.min(scene.n, Math.ceil(camera.first + (camera.width - gutter) / camera.scale) + 1)];
}

/** The whole picture on a canvas context that is scaled to CSS pixels. */
function draw(pen, scene, camera, colours, cursor) {
  const plan = layout(scene, camera.width);
  const view = { ...camera, plan, colours, detail: detail(scene, camera, plan.gutter), range: visible(scene, camera, plan.gutter) };
  view.x = (end) => plan.gutter + (end + 1 - camera.first) * camera.scale;
  pen.clearRect(0, 0, camera.width, plan.height);
  pen.save();
  pen.beginPath();
  pen.rect(plan.gutter, 0, camera.width - plan.gutter, plan.height);
  pen.clip();
  for (const row of plan.rows) {
    pen.fillStyle = colours.panel;
    pen.fillRect(plan.gutter, row.top, camera.width - plan.gutter, row.height);
  }
  if (view.detail !== "heaps") drawBands(pen, scene, view);
  if (plan.narrow) clearLabels(pen, view);
  drawAxis(pen, scene, view);
  for (const row of plan.rows) drawRow(pen, scene, row, view);
  if (cursor >= 0) drawCursor(pen, view.x(cursor), view);
  pen.restore();
  drawLabels(pen, view);
  return view;
}

/** Windows as bands behind all rows. */
function drawBands(pen, scene, view) {
  pen.fillStyle = view.colours.window;
  eachWindow(scene, view, (left, right) => {
    pen.fillRect(left, AXIS - 4, right - left, view.plan.height - AXIS);
  });
}

/** On a narrow screen a row's name stands above it, on clean ground. */
function clearLabels(pen, view) {
  pen.fillStyle = view.colours.paper;
  for (const row of view.plan.rows) pen.fillRect(0, row.top - LABEL - GAP + 1, view.width, LABEL + GAP - 1);
}

function eachWindow(scene, view, show) {
  const pad = Math.min(5, Math.max(1, view.scale * 0.3));
  for (let place = lower(scene.stops, view.range[0]); place < scene.starts.length && scene.starts[place] < view.range[1]; place++) {
    show(view.x(scene.starts[place]) - pad, view.x(scene.stops[place]) + pad, place);
  }
}

/** Word numbers, and the words themselves where there is room: every other one a line lower. */
function drawAxis(pen, scene, view) {
  const { colours, scale } = view;
  const step = roundStep(76 / scale);
  pen.font = `11px ${FONT}`;
  pen.textBaseline = "alphabetic";
  pen.fillStyle = colours.muted;
  pen.strokeStyle = colours.line;
  pen.lineWidth = 1;
  pen.direction = "ltr";
  for (let word = Math.ceil(view.range[0] / step) * step; word <= Math.min(view.range[1], scene.n); word += step) {
    if (!scene.n) break;
    // Word numbers count from 1; a number stands in the middle of its word.
    const x = view.x(Math.max(word, 1) - 1) - scale / 2;
    pen.textAlign = x < view.plan.gutter + 20 ? "left" : x > view.width - 20 ? "right" : "center";
    if (x > view.plan.gutter - 1 && x < view.width + 1) pen.fillText(String(Math.max(word, 1)), x, 11);
  }
  if (scale < WORDS_FROM || scene.words === null) {
    pen.textAlign = "left";
    if (!view.paper) pen.fillText(scene.words === null ? "the words are not known" : "zoom in to read the words", view.plan.gutter + 1, 36);
    return;
  }
  pen.fillStyle = colours.ink;
  pen.textAlign = "center";
  pen.font = `13px ${FONT}`;
  for (let word = view.range[0]; word < view.range[1]; word++) {
    const x = view.x(word) - scale / 2;
    pen.fillText(fitted(pen, scene.words[word], 2 * scale - 8), x, 28 + (word % 2) * WORD_LINE);
  }
}

function roundStep(rough) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  return Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough));
}

/** A text cut to a width. */
function fitted(pen, text, width) {
  if (pen.measureText(text).width <= width) return text;
  const signs = Array.from(text);
  let low = 0, high = signs.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pen.measureText(signs.slice(0, middle).join("") + "…").width <= width) low = middle; else high = middle - 1;
  }
  return signs.slice(0, low).join("") + "…";
}

function drawRow(pen, scene, row, view) {
  if (row.type === "votes") drawVotes(pen, scene, row, view);
  else if (row.type === "windows") drawWindows(pen, scene, row, view);
  else if (view.detail === "heaps") drawHeaps(pen, heapsOf(row.row, scene, view), row, view);
  else drawMarks(pen, scene, row, view);
}

/** The general reference: a bar at each marked place, as high as its votes. */
function drawVotes(pen, scene, row, view) {
  const m = scene.people.length;
  if (view.detail === "heaps") {
    drawHeaps(pen, heapsOf(scene.general, scene, view), row, view);
    return;
  }
  const wide = view.detail === "signs" ? 5 : 2;
  for (let place = lower(scene.marked, view.range[0]); place < scene.marked.length && scene.marked[place] < view.range[1]; place++) {
    const high = (row.height - 4) * scene.votes[place] / m;
    pen.fillStyle = view.colours[KIND_NAMES[scene.general.kinds[place]]];
    pen.fillRect(view.x(scene.marked[place]) - wide / 2, row.top + row.height - high, wide, high);
  }
}

function drawWindows(pen, scene, row, view) {
  pen.fillStyle = view.colours.muted;
  pen.globalAlpha = 0.6;
  let drawnTo = -1;
  eachWindow(scene, view, (left, right) => {
    // Windows closer than a pixel make one bar, so that a million words cost no more than a screen of them.
    const from = Math.max(Math.round(left), drawnTo), to = Math.max(from + 1, Math.round(right));
    if (right <= drawnTo) return;
    pen.fillRect(from, row.top + 4, to - from, row.height - 8);
    drawnTo = to;
  });
  pen.globalAlpha = 1;
}

/** Marks one by one; each kind has its colour, its height and, where there is room, its sign. */
function drawMarks(pen, scene, row, view) {
  const { at, kinds, missed } = row.row;
  const signs = view.detail === "signs";
  const from = lower(at, view.range[0]), to = lower(at, view.range[1]);
  for (let place = from; place < to; place++) {
    const x = view.x(at[place]), kind = kinds[place];
    pen.fillStyle = pen.strokeStyle = view.colours[KIND_NAMES[kind]];
    drawStem(pen, x, kind, row, signs ? 1.5 : 2);
    if (signs) drawSign(pen, x, row.top + row.height / 2, kind, view.colours.panel);
  }
  if (!missed) return;
  pen.strokeStyle = pen.fillStyle = view.colours.missed;
  for (const window of missed) {
    const x = view.x(scene.peaks[window]);
    if (scene.stops[window] < view.range[0] || scene.starts[window] > view.range[1]) continue;
    if (signs) drawSign(pen, x, row.top + row.height / 2, MISSED);
    else pen.fillRect(x - 1, row.top + row.height / 2 - 3, 2, 6);
  }
}

/** Agreed marks fill the row, hits stand on its floor, extras hang from its ceiling. */
function drawStem(pen, x, kind, row, wide) {
  const high = row.height, part = high * 0.62;
  if (kind === EXTRA) pen.fillRect(x - wide / 2, row.top, wide, part);
  else if (kind === HIT || kind === OWN) pen.fillRect(x - wide / 2, row.top + high - part, wide, part);
  else pen.fillRect(x - wide / 2, row.top, wide, high);
}

function drawSign(pen, x, y, kind, hollow) {
  pen.beginPath();
  pen.lineWidth = 1.8;
  if (kind === AGREED || kind === OWN) pen.arc(x, y, 4.4, 0, 2 * Math.PI);
  else if (kind === HIT) polygon(pen, [[x, y - 5.5], [x + 5, y], [x, y + 5.5], [x - 5, y]]);
  else if (kind === EXTRA) polygon(pen, [[x, y + 5.5], [x - 5, y - 3.5], [x + 5, y - 3.5]]);
  else for (const turn of [1, -1]) { pen.moveTo(x - 4, y - 4 * turn); pen.lineTo(x + 4, y + 4 * turn); }
  if (kind === MISSED) { pen.stroke(); return; }
  if (kind === OWN) { pen.fillStyle = hollow; pen.fill(); pen.stroke(); return; }
  pen.fill();
}

function polygon(pen, corners) {
  pen.moveTo(...corners[0]);
  for (const corner of corners.slice(1)) pen.lineTo(...corner);
  pen.closePath();
}

/** How many marks of each kind fall into each small stretch of the row. */
function heapsOf(row, scene, view) {
  const count = Math.ceil((view.width - view.plan.gutter) / BUCKET);
  const heaps = new Uint32Array(count * KIND_NAMES.length);
  const add = (end, kind) => {
    const bucket = Math.floor((view.x(end) - view.plan.gutter) / BUCKET);
    if (bucket >= 0 && bucket < count) heaps[bucket * KIND_NAMES.length + kind] += 1;
  };
  for (let place = lower(row.at, view.range[0]); place < row.at.length && row.at[place] < view.range[1]; place++) {
    add(row.at[place], row.kinds[place]);
  }
  if (row.missed) for (const window of row.missed) add(scene.peaks[window], MISSED);
  return heaps;
}

/** Heaps as columns, one colour on the other: an even texture where all is alike, a spike where it is not. */
function drawHeaps(pen, heaps, row, view) {
  const kinds = KIND_NAMES.length;
  let most = 1;
  for (let bucket = 0; bucket < heaps.length; bucket += kinds) {
    let sum = 0;
    for (let kind = 0; kind < kinds; kind++) sum += heaps[bucket + kind];
    most = Math.max(most, sum);
  }
  const unit = (row.height - 2) / most;
  const floor = new Float32Array(heaps.length / kinds).fill(row.top + row.height);
  for (const kind of [AGREED, HIT, OWN, EXTRA, MISSED]) {
    pen.fillStyle = view.colours[KIND_NAMES[kind]];
    for (let bucket = 0; bucket < floor.length; bucket++) {
      const high = heaps[bucket * kinds + kind] * unit;
      if (!high) continue;
      floor[bucket] -= high;
      pen.fillRect(view.plan.gutter + bucket * BUCKET, floor[bucket], BUCKET - 0.5, high);
    }
  }
}

function drawCursor(pen, x, view) {
  pen.strokeStyle = view.colours.ink;
  pen.lineWidth = 1;
  pen.setLineDash([3, 3]);
  pen.beginPath();
  pen.moveTo(Math.round(x) + 0.5, 16);
  pen.lineTo(Math.round(x) + 0.5, view.plan.height);
  pen.stroke();
  pen.setLineDash([]);
}

function drawLabels(pen, view) {
  const { plan, colours } = view;
  pen.textBaseline = "middle";
  pen.textAlign = "left";
  for (const row of plan.rows) {
    const is_quiet = row.type === "votes" || row.type === "windows";
    pen.fillStyle = is_quiet ? colours.muted : colours.ink;
    pen.font = `${row.type === "system" ? 600 : 400} 13px ${FONT}`;
    const name = fitted(pen, row.name, (plan.narrow ? view.width : plan.gutter) - 12);
    pen.fillText(name, 0, plan.narrow ? row.top - LABEL / 2 : row.top + row.height / 2);
  }
}

/** The whole recording in a small strip; it stays the same however the ribbons are moved. */
function drawOverview(pen, scene, width, colours, height) {
  const plan = layout(scene, width);
  const scale = scales(scene, width, plan.gutter).whole;
  const view = { width, scale, plan, colours, range: [0, scene.n], x: (end) => plan.gutter + (end + 1) * scale };
  pen.clearRect(0, 0, width, height);
  pen.fillStyle = colours.panel;
  pen.fillRect(plan.gutter, 0, scene.n * scale, height);
  drawHeaps(pen, heapsOf(scene.general, scene, view), { top: 3, height: height - 6 }, view);
}

/** Where in that strip the part lies that the ribbons show: its left edge and its width. */
function frameOf(scene, camera) {
  const { gutter } = layout(scene, camera.width);
  const { whole } = scales(scene, camera.width, gutter);
  const words = Math.min((camera.width - gutter) / camera.scale, scene.n);
  return { left: gutter + camera.first * whole, width: Math.max(6, words * whole) };
}
