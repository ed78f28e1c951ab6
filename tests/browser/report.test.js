// The report in a browser, from a file.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launch, open, until, violations, zopa } from "./harness.js";

const folder = mkdtempSync(join(tmpdir(), "zopa-report-"));
const all = join(folder, "all.html");
const one = join(folder, "one.html");

let browser;
before(async () => {
  browser = await launch();
  zopa("report", "data/scenarios", "--runs", "data/runs/mixed.jsonl", "-o", all);
  zopa("report", "data/scenarios/cofounder_windup_ip.json", "--runs", "data/runs/cofounder_windup_ip.jsonl", "-o", one);
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

test("it asks for nothing, and shows the deal behind each place", async () => {
  const tab = await open(browser, pathToFileURL(one).href);
  await tab.page.getByLabel("Walk along the frontier").focus();
  await tab.page.keyboard.press("End");
  const shows = (holds) => until(tab.page, (holds) => /Ana 0\.85, Ben 0\.04/.test(document.querySelector(".walk-deal").innerText) === holds, holds);
  await shows(true);
  const mark = tab.page.locator("svg.plot .mark").first();
  await mark.scrollIntoViewIfNeeded();
  const dot = await mark.boundingBox();
  await tab.page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  await shows(false);
  assert.deepEqual(tab.requests, [pathToFileURL(one).href]);
  assert.deepEqual(tab.faults, []);
  await tab.close();
});

test("it is whole without scripts", async () => {
  const tab = await open(browser, pathToFileURL(one).href, { javaScriptEnabled: false });
  assert.match(await tab.page.locator("body").innerText(), /Nash/);
  await tab.close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe-core finds nothing, ${colorScheme}`, async () => {
    for (const [file, width] of [[one, 1280], [one, 375], [all, 1280]]) {
      const tab = await open(browser, pathToFileURL(file).href, { colorScheme, viewport: { width, height: 900 } });
      assert.deepEqual(await violations(tab.page), []);
      const overflow = await tab.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0, "the page is wider than the window");
      await tab.close();
    }
  });
}

test("it prints", async () => {
  const tab = await open(browser, pathToFileURL(one).href);
  const pdf = await tab.page.pdf({ format: "A4" });
  assert.equal(pdf.subarray(0, 4).toString(), "%PDF");
  await tab.close();
});
