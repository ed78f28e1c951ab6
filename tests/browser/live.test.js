// The live page, end to end.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { folderOf, launch, open, root, serve, settled, slide, until, violations, zopa } from "./harness.js";

const NAME = "cofounder_windup_ip";
const FILE = `${NAME}.json`;

let browser, place, server, tab, page;
before(async () => (browser = await launch()));
after(() => browser.close());
beforeEach(async () => {
  place = folderOf(NAME, "wedding_speech_rift");
  server = await serve(place.folder);
  tab = await open(browser, server.address);
  page = tab.page;
  await settled(page);
});
afterEach(async () => {
  await tab.close();
  assert.equal(await server.close(), 0, "the server did not end in order");
  place.close();
});

const onDisk = () => readFileSync(join(place.folder, FILE), "utf8");
const verdict = () => page.locator("#verdict").innerText();
const field = (name) => page.getByRole("spinbutton", { name, exact: true });
async function type(name, value) {
  await field(name).fill(value);
  await field(name).blur();
  await settled(page);
}

test("the page shows what the command line says, and fetches from nowhere else", async () => {
  const analysis = JSON.parse(zopa("analyze", join(place.folder, FILE), "--format", "json"));
  assert.match(await verdict(), new RegExp(`at least ${Number(analysis.zopa.margin.toFixed(4))} more`));
  const nash = page.getByRole("row", { name: /^N Nash\b/ });
  assert.match(await nash.innerText(), new RegExp(analysis.solutions.nash.utility.map((u) => Number(u.toFixed(4))).join("\\s+")));
  assert.ok(tab.requests.every((url) => url.startsWith(server.address)), tab.requests.join("\n"));
  assert.deepEqual(tab.faults, []);
});

test("a slider changes the verdict, the sum stays, and undo brings it back", async () => {
  const before = await verdict();
  await slide(page, "Leak detector patent, valuation of Ben, slider", 0.9);
  await settled(page);
  assert.notEqual(await verdict(), before);
  const fields = await page.getByRole("spinbutton", { name: /valuation of Ben$/ }).all();
  const values = await Promise.all(fields.map((one) => one.inputValue()));
  assert.equal(values.reduce((sum, value) => sum + Math.round(value * 1e6), 0), 1e6);
  assert.equal(values[1], "0.9");
  await page.getByRole("button", { name: "Undo" }).click();
  await settled(page);
  assert.equal(await verdict(), before);
  await page.getByRole("button", { name: "Redo" }).click();
  await settled(page);
  assert.notEqual(await verdict(), before);
});

test("a BATNA that is dragged past the frontier leaves no ZOPA", async () => {
  assert.match(await verdict(), /^ZOPA/);
  const handle = page.getByRole("slider", { name: "BATNA of Ana", exact: true });
  const knob = await handle.locator(".handle-knob").boundingBox();
  const plot = await page.locator("svg.plot .frame").boundingBox();
  await page.mouse.move(knob.x + knob.width / 2, knob.y + knob.height / 2);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width * 0.6, knob.y, { steps: 4 });
  await page.mouse.move(plot.x + plot.width - 4, knob.y, { steps: 6 });
  await page.mouse.up();
  await settled(page);
  assert.match(await verdict(), /^No ZOPA/);
  assert.ok(Number(await field("BATNA of Ana").inputValue()) > 0.9);
  assert.ok(await page.getByRole("heading", { name: "Closest to agreement", level: 2 }).isVisible());
  // the keys bring it back
  await handle.focus();
  for (let press = 0; press < 9; press += 1) await page.keyboard.press("PageDown");
  await settled(page);
  assert.match(await verdict(), /^ZOPA/);
  assert.deepEqual(tab.faults, []);
});

/** Answers to moves come late, so that more moves are made meanwhile. */
const answerLate = () => page.route("**/api/analyze", async (route) => {
  await new Promise((resolve) => setTimeout(resolve, 200));
  await route.continue();
});

test("moves that are quicker than their answers are all made", async () => {
  await answerLate();
  const handle = page.getByRole("slider", { name: "BATNA of Ana", exact: true });
  await handle.focus();
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press("ArrowUp");
    await new Promise((resolve) => setTimeout(resolve, 90));
  }
  const range = page.getByRole("slider", { name: "BATNA of Ben, slider", exact: true });
  await range.focus();
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press("ArrowUp");
    await new Promise((resolve) => setTimeout(resolve, 90));
  }
  // the text has BATNAs of 0.28 and 0.16; nothing that is not part of it yet is left out of a save
  await page.keyboard.press("Control+s");
  await until(page, () => document.getElementById("state").textContent === "saved");
  assert.deepEqual(JSON.parse(onDisk()).participants.map((party) => party.batna_config.utility), [0.33, 0.21]);
  assert.equal(await handle.getAttribute("aria-valuenow"), "0.33");
  assert.equal(await field("BATNA of Ben").inputValue(), "0.21");
  // and each is one step back
  await page.getByRole("button", { name: "Undo" }).click();
  await settled(page);
  assert.deepEqual([await field("BATNA of Ana").inputValue(), await field("BATNA of Ben").inputValue()], ["0.33", "0.2"]);
});

test("an answer does not take away what is being typed", async () => {
  await answerLate();
  await field("BATNA of Ana").fill("0.3");
  await field("BATNA of Ana").blur();
  await field("BATNA of Ben").fill("0.2");
  await settled(page);
  assert.equal(await field("BATNA of Ben").inputValue(), "0.2");
  await field("BATNA of Ben").blur();
  await settled(page);
  assert.deepEqual([await field("BATNA of Ana").inputValue(), await field("BATNA of Ben").inputValue()], ["0.3", "0.2"]);
  assert.equal(await page.getByRole("slider", { name: "BATNA of Ben", exact: true }).getAttribute("aria-valuenow"), "0.2");
});

test("a drag there and back leaves the valuations as they were, and late answers keep their sum", async () => {
  await answerLate();
  const fields = await page.getByRole("spinbutton", { name: /valuation of Ben$/ }).all();
  const values = () => Promise.all(fields.map(async (one) => Number(await one.inputValue())));
  const sum = (all) => all.reduce((sum, value) => sum + Math.round(value * 1e6), 0);
  const start = await values();
  const name = "Leak detector patent, valuation of Ben, slider";
  for (const value of [0.5, 0.9, 1, 0.7]) {
    await slide(page, name, value, false);
    assert.equal(sum(await values()), 1e6, "while the answer is awaited");
    await settled(page);
    assert.equal(sum(await values()), 1e6, "with the answer");
  }
  await slide(page, name, start[1]);
  await settled(page);
  assert.deepEqual(await values(), start);
  assert.equal(await page.locator("#state").innerText(), "saved");
  // two moves, the second one before the answer to the first
  await slide(page, name, start[1] + 0.01);
  await slide(page, name, start[1] + 0.02);
  await page.getByRole("button", { name: "Remove Cash at bank" }).click();
  await page.getByRole("heading", { name: "Cash at bank" }).waitFor({ state: "detached" });
  await page.keyboard.press("Control+s");
  await until(page, () => document.getElementById("state").textContent === "saved");
  const { resources } = JSON.parse(onDisk());
  assert.equal(sum(resources.map((resource) => resource.valuations.Ben)), 1e6);
  assert.deepEqual(tab.faults, []);
});

test("a save changes the file where it was changed, and a reload shows it", async () => {
  const before = onDisk();
  await type("BATNA of Ana", "0.31");
  assert.equal(await page.locator("#state").innerText(), "not saved");
  await page.getByRole("button", { name: "Changes" }).click();
  assert.deepEqual(await page.locator(".line[data-sign='+'] code").allInnerTexts(), ['        "utility": 0.31,']);
  await page.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("Control+s");
  await until(page, () => document.getElementById("state").textContent === "saved");
  assert.equal(onDisk(), before.replace('"utility": 0.28', '"utility": 0.31'));
  await page.reload();
  await settled(page);
  assert.equal(await field("BATNA of Ana").inputValue(), "0.31");
});

test("a file that was changed meanwhile is not overwritten unseen", async () => {
  await type("BATNA of Ana", "0.31");
  const theirs = onDisk().replace('"utility": 0.16', '"utility": 0.17');
  writeFileSync(join(place.folder, FILE), theirs);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "The file on disk is not the one that was opened" }).waitFor();
  assert.equal(onDisk(), theirs);
  await page.getByRole("button", { name: "Cancel" }).click();
  assert.equal(onDisk(), theirs);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("button", { name: "Load the file on disk" }).click();
  await settled(page);
  await until(page, () => document.querySelector("[data-key='batna-1']").value === "0.17");
  assert.equal(await field("BATNA of Ana").inputValue(), "0.28");
});

test("locks, resources that come and go, conventions and hidden resources", async () => {
  await page.getByRole("button", { name: "Lock Cash at bank for Ana" }).click();
  await slide(page, "Leak detector patent, valuation of Ana, slider", 0.4);
  await settled(page);
  assert.equal(await field("Cash at bank, valuation of Ana").inputValue(), "0.2");
  assert.match(await page.locator(".sums").first().innerText(), /sum to 1$/);

  await page.getByRole("button", { name: "Add a resource" }).click();
  await page.locator("#dialog").getByLabel("Name", { exact: true }).fill("Workshop cat");
  await page.locator("#dialog").getByLabel("Kind").selectOption("indivisible asset");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("heading", { name: "Workshop cat" }).waitFor();
  await type("Workshop cat, valuation of Ben", "0.1");
  assert.equal(await field("Workshop cat, valuation of Ben").inputValue(), "0.1");
  await page.getByRole("button", { name: "Remove Workshop cat" }).click();
  await settled(page);
  assert.equal(await page.getByRole("heading", { name: "Workshop cat" }).count(), 0);

  const whole = await verdict();
  await page.getByLabel("Analyse without it").check();
  await settled(page);
  assert.notEqual(await verdict(), whole);
  await page.getByLabel("Analyse without it").uncheck();
  await page.getByLabel("Burdens").selectOption("avoided");
  await settled(page);
  assert.notEqual(await verdict(), whole);
  assert.deepEqual(tab.faults, []);
});

test("a change that was tuned for is shown, made, and taken back", async () => {
  const before = await verdict();
  await page.getByRole("button", { name: "Tune", exact: true }).click();
  await page.getByLabel("No ZOPA, by a gap of at least", { exact: true }).check();
  await page.getByLabel("Keep the valuations").check();
  await page.getByRole("button", { name: "Find the change" }).click();
  await page.getByRole("heading", { name: "The change", exact: true }).waitFor();
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.locator(".line[data-sign='+']").count(), await page.locator(".line[data-sign='-']").count());
  assert.equal(await verdict(), before);
  await page.getByRole("button", { name: "Make the change" }).click();
  await until(page, () => document.querySelector("#verdict").innerText.startsWith("No ZOPA"));
  await page.keyboard.press("Control+z");
  await until(page, () => document.querySelector("#verdict").innerText.startsWith("ZOPA"));
  assert.equal(await verdict(), before);
  assert.deepEqual(tab.faults, []);
});

test("a deal is made the Nash solution, within bounds", async () => {
  await page.getByRole("button", { name: "Tune", exact: true }).click();
  await page.getByLabel(/This deal as the Nash solution/).check();
  await page.getByLabel("Service van, who gets it").selectOption("Ana");
  await page.getByLabel("Cash at bank, share of Ana").fill("0");
  await page.getByLabel("Keep the BATNAs").check();
  await page.getByLabel("Lowest valuation").fill("0.01");
  await page.getByLabel("Decimal places").selectOption("3");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Find the change" }).click();
  await page.getByRole("heading", { name: "The change", exact: true }).waitFor();
  await page.getByRole("button", { name: "Make the change" }).click();
  await until(page, () => /^van: Ana$|van\s+Ana|Service van\s+Ana/m.test(document.querySelector("#solutions").innerText));
  assert.deepEqual(tab.faults, []);
});

test("what cannot be is said to be proved", async () => {
  await page.getByRole("button", { name: "Tune", exact: true }).click();
  await page.getByLabel("A ZOPA with a margin of at least", { exact: true }).check();
  await page.getByLabel("A ZOPA with a margin of at least, value").fill("0.9");
  await page.getByLabel("Keep the BATNAs").check();
  await page.getByLabel("Keep the valuations").check();
  await page.getByRole("button", { name: "Find the change" }).click();
  await page.getByRole("heading", { name: "There is no such change" }).waitFor();
  assert.match(await page.locator("#dialog").innerText(), /proved: the margin cannot be above/);
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Close" }).click();
});

test("what is missing is told where there is no ZOPA", async () => {
  await type("BATNA of Ana", "0.8");
  await type("BATNA of Ben", "0.8");
  assert.match(await verdict(), /No ZOPA/);
  assert.match(await page.locator("#zone").innerText(), /Both BATNAs would have to fall by/);
  assert.deepEqual(await violations(page), []);
});

test("what moves the verdict is worked out when it is asked for", async () => {
  await page.getByRole("button", { name: "Work it out" }).click();
  await page.locator("#sensitivity svg").waitFor();
  assert.deepEqual(await violations(page), []);
  await type("BATNA of Ana", "0.3");
  assert.equal(await page.locator("#sensitivity svg").count(), 0, "it is of another text");
});

test("runs are drawn, and taken away again", async () => {
  await page.getByLabel("Choose a file of runs").setInputFiles(join(root, "data/runs", `${NAME}.jsonl`));
  await page.locator("#runs table").waitFor();
  assert.ok((await page.locator("svg.plot .run").count()) > 1);
  await page.getByRole("button", { name: "Remove the runs" }).click();
  await settled(page);
  assert.equal(await page.locator("svg.plot .run").count(), 0);
});

test("the deal behind a place is told to pointer and keys", async () => {
  await page.getByLabel("Walk along the frontier").focus();
  await page.keyboard.press("End");
  const deal = await page.locator(".walk-deal").innerText();
  assert.match(deal, /Ana 0\.85, Ben 0\.04/);
  assert.match(deal, /Cash at bank\s+Ana 96,000 usd/);
  const dot = await page.locator("svg.plot .mark").first().boundingBox();
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  assert.notEqual(await page.locator(".walk-deal").innerText(), deal);
});

test("the exports are what the command line writes", async () => {
  for (const [button, ending, check] of [
    ["Analysis (JSON)", "analysis.json", (bytes) => assert.equal(bytes.toString(), zopa("analyze", join(place.folder, FILE), "--format", "json"))],
    ["Picture (SVG)", "svg", (bytes) => assert.match(bytes.toString(), /^<svg xmlns/)],
    ["Picture (PNG)", "png", (bytes) => assert.equal(bytes.subarray(1, 4).toString(), "PNG")],
  ]) {
    await page.locator("#export summary").click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
    assert.equal(download.suggestedFilename(), `${NAME}.${ending}`);
    check(readFileSync(await download.path()));
  }
  assert.deepEqual(tab.faults, []);
});

test("what goes wrong is said", async () => {
  await page.getByLabel("Scenario").selectOption("wedding_speech_rift.json");
  await until(page, () => document.getElementById("live-heading").textContent !== "Winding Up Tidemark Sensing");
  await settled(page);
  assert.match(await verdict(), /purely relational/);
  assert.equal(await page.locator("#plane").isVisible(), false);

  writeFileSync(join(place.folder, FILE), '{"id": 1');
  await page.getByLabel("Scenario").selectOption(FILE);
  await page.getByText("cut-off").waitFor();
  assert.match(await verdict(), /has errors/);

  assert.equal(await server.close(), 0);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByText("the server does not answer").waitFor();
  server.close = async () => 0;
});

for (const colorScheme of ["light", "dark"]) {
  for (const [width, height] of [[1280, 900], [375, 740]]) {
    test(`axe-core finds nothing, ${colorScheme}, ${width} wide`, async () => {
      const own = await open(browser, server.address, { colorScheme, viewport: { width, height } });
      await settled(own.page);
      await own.page.locator("#frontier summary").click();
      await own.page.getByRole("button", { name: "Lock Cash at bank for Ana" }).click();
      assert.deepEqual(await violations(own.page), []);
      const overflow = await own.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0, "the page is wider than the window");
      await own.page.getByRole("button", { name: "Add a resource" }).click();
      assert.deepEqual(await violations(own.page), []);
      await own.close();
    });
  }
}

test("everything can be reached by keys alone", async () => {
  const seen = new Set();
  await page.locator("body").press("Tab");
  for (let step = 0; step < 140; step += 1) {
    const name = await page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute("aria-label") ?? at?.labels?.[0]?.textContent.trim() ?? at?.textContent.trim();
    });
    seen.add(name);
    await page.keyboard.press("Tab");
  }
  for (const wanted of ["Skip to the valuations", "Changes", "BATNA of Ana", "BATNA of Ben", "Cash at bank, valuation of Ana", "Lock Cash at bank for Ben", "Walk along the frontier", "Add a resource"]) {
    assert.ok(seen.has(wanted), `${wanted} was not reached: ${[...seen].join(", ")}`);
  }
});
