// Asking the server.

/** Why the server did not answer as wanted. */
export class Refused extends Error {
  constructor(status, error) {
    super(error.message);
    Object.assign(this, { status, code: error.code, help: error.help, version: error.version });
  }
}

async function ask(method, path, body) {
  let response;
  try {
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refused(0, { code: "no-server", message: "the server does not answer", help: "is `zopa serve` still running?" });
  }
  const text = await response.text();
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    const message = response.status === 413 ? "this is too large for the server" : `the server answered with status ${response.status}`;
    throw new Refused(response.status, { code: "no-answer", message, help: "try again with less" });
  }
  if (!response.ok) throw new Refused(response.status, answer.error);
  return answer;
}

export const files = () => ask("GET", "/api/files");
export const read = (path) => ask("GET", `/api/file?path=${encodeURIComponent(path)}`);
export const save = (path, text, base) => ask("PUT", "/api/file", { path, text, base });
export const analyze = (body) => ask("POST", "/api/analyze", body);
export const exported = (body) => ask("POST", "/api/export", body);
export const sensitivity = (body) => ask("POST", "/api/sensitivity", body);
export const tune = (body) => ask("POST", "/api/tune", body);
export const diff = (path, text) => ask("POST", "/api/diff", { path, text });
