// The arithmetic of sliders; no browser is needed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { places, renormalised, scaledTo, spelled, units } from "../../crates/zopa-page/assets/weights.js";

const sum = (values) => values.reduce((all, value) => all + value, 0);
const none = [false, false, false, false];

test("what one gains the others lose in proportion", () => {
  // 50 of 100 go to the first one: the others keep 50 of their 80, so 25 of 40, 12.5 of 20 twice; the first of equals is rounded up
  assert.deepEqual(renormalised([20, 40, 20, 20], 0, 50, none), [50, 25, 13, 12]);
  assert.deepEqual(renormalised([20, 40, 20, 20], 1, 0, none), [34, 0, 33, 33]);
});

test("locked ones keep what they have, and limit what can be had", () => {
  const locked = [false, true, false, false];
  assert.deepEqual(renormalised([20, 40, 20, 20], 0, 50, locked), [50, 40, 5, 5]);
  assert.deepEqual(renormalised([20, 40, 20, 20], 0, 90, locked), [60, 40, 0, 0]);
  assert.deepEqual(renormalised([20, 80], 0, 50, [false, true]), [20, 80]);
});

test("others that have nothing get equal parts", () => {
  assert.deepEqual(renormalised([100, 0, 0, 0], 0, 10, none), [10, 30, 30, 30]);
});

test("the sum never changes", () => {
  let seed = 7;
  const random = (below) => (seed = (seed * 16807) % 2147483647) % below;
  for (let round = 0; round < 2000; round += 1) {
    const values = Array.from({ length: 1 + random(12) }, () => random(1000));
    const locked = values.map(() => random(4) === 0);
    const moved = renormalised(values, random(values.length), random(1500), locked);
    assert.equal(sum(moved), sum(values));
    assert.ok(moved.every((value) => value >= 0));
  }
});

test("a sum is reached without the locked ones", () => {
  assert.deepEqual(scaledTo([10, 20, 30, 0], 120, none), [20, 40, 60, 0]);
  assert.deepEqual(scaledTo([10, 20, 30, 0], 70, [true, false, false, false]), [10, 24, 36, 0]);
  assert.deepEqual(scaledTo([50, 10], 40, [true, false]), [50, 10]);
});

test("numbers keep their places", () => {
  assert.equal(places([0.2, 0.125]), 3);
  assert.equal(places([0.5]), 2);
  assert.equal(places([1 / 3]), 6);
  assert.equal(spelled(units(0.35, 3), 3), "0.35");
  assert.equal(spelled(0, 2), "0");
  assert.equal(spelled(100, 2), "1");
});
