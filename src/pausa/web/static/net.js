// Requests to our own server. Every one that changes something carries the header that a foreign page cannot set.

/** The server answered, but not with what was asked for. */
export class Refused extends Error {
  constructor(status, body) {
    super(explained(status, body));
    this.status = status;
    this.body = body;
  }
}

function explained(status, body) {
  const said = body?.error ?? body?.detail ?? body?.message;
  if (typeof said === "string") return said;
  if (status === 401 || status === 403) return "You are not signed in any more. Open your personal link again.";
  if (status === 413) return "This file is too large for the server.";
  if (status === 429) return "Too many requests; wait a moment and try again.";
  return `The server could not do this (${status}).`;
}

/** Sends a request and gives the JSON of the answer; throws `Refused`, or `TypeError` when there is no network. */
export async function ask(method, path, body = undefined, { keepalive = false, seconds = 30 } = {}) {
  const form = body instanceof FormData;
  const headers = { Accept: "application/json", "X-Pausa": "1" };
  if (body !== undefined && !form) headers["Content-Type"] = "application/json";
  const answer = await fetch(path, {
    method,
    headers,
    body: body === undefined || form ? body : JSON.stringify(body),
    credentials: "same-origin",
    keepalive,
    signal: keepalive ? undefined : AbortSignal.timeout(seconds * 1000),
  });
  const text = await answer.text();
  let value = null;
  try { value = text ? JSON.parse(text) : null; } catch { value = null; }
  if (!answer.ok) throw new Refused(answer.status, value);
  return value;
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);
export const put = (path, body) => ask("PUT", path, body);
