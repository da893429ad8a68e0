// Small things every page needs: finding and making elements, and saying numbers and times.

export const byId = (name) => document.getElementById(name);

/** A new element: `make("p", { class: "note" }, "text", child)`; text is always text, never markup. */
export function make(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A score with three digits, a dash where there is none. */
export const score = (value) => (Number.isFinite(value) ? value.toFixed(3) : "–");

/** A share that is already in percent. */
export const percent = (value) => (Number.isFinite(value) ? `${value.toFixed(1)} %` : "–");

/** Whole numbers with thin spaces between thousands. */
export const count = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, "\u202f");

export const plural = (number, one, many = `${one}s`) => `${count(number)} ${number === 1 ? one : many}`;

/** A place in a recording: 1:05, or 1:02:07 after an hour. */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Time that a person spent: "< 1 min", "12 min", "1 h 05 min". */
export function spent(seconds) {
  const minutes = Math.round((seconds ?? 0) / 60);
  if (!seconds) return "–";
  if (minutes < 1) return "< 1 min";
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}

export const STATES = {
  new: "not begun",
  open: "begun",
  done: "done",
  returned: "sent back",
  accepted: "accepted",
  excluded: "excluded",
};

export const chip = (state) => make("span", { class: `chip ${state}` }, STATES[state] ?? state);

/** Puts a message at the top of the page, in place of an earlier one of that name. */
export function notice(text, { name = "notice", warn = false, buttons = [], role = "status" } = {}) {
  const place = byId("notices");
  byId(`notice-${name}`)?.remove();
  if (!text) return null;
  const line = make("div", { class: warn ? "notice warn" : "notice", id: `notice-${name}`, role }, make("p", {}, text), ...buttons);
  place.append(line);
  return line;
}

/** Runs what a person asked for; a refusal is shown, not swallowed. */
export async function attempt(work, button = null) {
  if (button) button.disabled = true;
  try {
    notice(null, { name: "problem" });
    return await work();
  } catch (problem) {
    notice(problem.message, { name: "problem", warn: true, role: "alert" });
    byId("notices").scrollIntoView({ block: "center" });
    return null;
  } finally {
    if (button) button.disabled = false;
  }
}

/** Asks in a dialog and gives the value of the button that closed it ("" where it was left). */
export function answered(dialog) {
  return new Promise((resolve) => {
    dialog.returnValue = "";
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
    dialog.showModal();
  });
}
