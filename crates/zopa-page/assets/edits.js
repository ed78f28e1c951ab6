// The changes that moves make to a scenario, on its parsed JSON. The server makes them in the text.

const name = (token) => token.replaceAll("~1", "/").replaceAll("~0", "~");

/** The scenario after the changes; what is handed in stays as it is. A change whose place is not there is left to the server to refuse. */
export function edited(scenario, edits) {
  const result = structuredClone(scenario);
  for (const { op, at, value } of edits) {
    const path = at.split("/").slice(1).map(name);
    const key = path.pop();
    const parent = path.reduce((inside, step) => inside?.[step], result);
    if (typeof parent !== "object" || parent === null) continue;
    if (op === "set") parent[key] = JSON.parse(value);
    else if (op === "append") parent[key]?.push(JSON.parse(value));
    else if (Array.isArray(parent)) parent.splice(key, 1);
    else delete parent[key];
  }
  return result;
}
