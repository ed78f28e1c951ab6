// A served folder and a browser, for each test anew.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const program = process.env.ZOPA ?? join(root, "target/release/zopa");
const executablePath = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const axe = readFileSync(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

// What must come is waited for as long as a machine with much else to do may take; a test that passes does not wait.
const PATIENCE = 120_000;

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

export const zopa = (...args) => execFileSync(program, args, { encoding: "utf8", cwd: root });

/** A browser for the tests of a file. */
export async function launch() {
  assert.ok(executablePath, "there is no Chromium: set CHROMIUM to its path");
  return chromium.launch({ executablePath, args: FLAGS, timeout: PATIENCE });
}

/** A folder with copies of scenarios; `close` removes it. */
export function folderOf(...names) {
  const folder = mkdtempSync(join(tmpdir(), "zopa-browser-"));
  for (const name of names) cpSync(join(root, "data/scenarios", `${name}.json`), join(folder, `${name}.json`));
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

/** `zopa serve` over a folder on a free port. How long its analyses take is the machine's affair. */
export async function serve(folder) {
  const server = spawn(program, ["serve", folder, "--port", "0", "--time-limit", "600"], { stdio: ["ignore", "pipe", "ignore"] });
  const lines = createInterface({ input: server.stdout });
  const [address] = await new Promise((resolve, reject) => {
    lines.once("line", (line) => resolve([line]));
    server.once("exit", (code) => reject(new Error(`zopa serve ended with ${code}`)));
  });
  const ended = new Promise((resolve) => server.once("exit", resolve));
  const close = async () => {
    server.kill("SIGINT");
    return ended;
  };
  return { address, close };
}

/** A page whose console must stay silent. What was said there is in `faults`. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const faults = [];
  const requests = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(address);
  return { page, faults, requests, close: () => context.close() };
}

/** Waits until something holds on the page. It is asked from outside: the page's policy lets nothing be evaluated in it. */
export async function until(page, holds, ...args) {
  const late = Date.now() + PATIENCE;
  while (!(await page.evaluate(holds, ...args))) {
    if (Date.now() > late) throw new Error(`it never held that ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Waits until the page has shown the answer to everything that was asked. */
export async function settled(page) {
  await until(page, () => document.querySelector("#verdict .verdict") !== null && !("asking" in document.body.dataset));
}

/** What axe-core finds against WCAG 2.2 A and AA and its best practices, in short. Run outside the page's policy. */
export async function violations(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setBypassCSP", { enabled: true });
  await session.send("Runtime.evaluate", { expression: axe });
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
    expression: "axe.run(document, { resultTypes: ['violations'] }).then((found) => JSON.stringify(found.violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`)))",
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
  return JSON.parse(result.value);
}

/** Sets a slider as a user's drag does. */
export async function slide(page, name, value, done = true) {
  await page.getByRole("slider", { name, exact: true }).evaluate(
    (range, [value, done]) => {
      range.value = value;
      range.dispatchEvent(new Event("input", { bubbles: true }));
      if (done) range.dispatchEvent(new Event("change", { bubbles: true }));
    },
    [value, done],
  );
}
