// Valuations as whole numbers of their last decimal place, so that sums stay what they are to the last digit.

/** The decimal places of a number as it is spelled. */
export function decimals(value) {
  const text = value.toFixed(12).replace(/0+$/, "");
  return text.length - text.indexOf(".") - 1;
}

/** Decimal places that hold all values, at least 2 and at most 6. */
export function places(values) {
  return Math.min(6, Math.max(2, ...values.map(decimals)));
}

export const units = (value, digits) => Math.round(value * 10 ** digits);

/** A number of units as a JSON number without zeros at its end. */
export function spelled(count, digits) {
  const text = (count / 10 ** digits).toFixed(digits).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}

const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

/** Puts `rest` into the places of `free` in proportion to what they have, to equal parts where they have nothing. */
function spread(values, free, rest) {
  const sum = sumOf(free.map((index) => values[index]));
  const exact = free.map((index) => (sum > 0 ? (values[index] * rest) / sum : rest / free.length));
  const result = [...values];
  free.forEach((index, at) => (result[index] = Math.floor(exact[at])));
  // the units that rounding left over go to the largest remainders
  const remainder = (at) => exact[at] - Math.floor(exact[at]);
  const order = free.map((_, at) => at).sort((a, b) => remainder(b) - remainder(a) || a - b);
  const left = rest - sumOf(free.map((index) => result[index]));
  for (const at of order.slice(0, Math.max(0, left))) result[free[at]] += 1;
  return result;
}

/**
 * The valuations after one of them was set, with the same sum: what it takes or leaves is taken from, or given to, the others that are
 * not locked. All are whole numbers; none falls below 0. What cannot be had, because the locked ones hold it, is not taken.
 */
export function renormalised(values, index, wanted, locked) {
  const free = values.map((_, other) => other).filter((other) => other !== index && !locked[other]);
  if (free.length === 0) return [...values];
  const total = sumOf(values);
  const held = sumOf(values.filter((_, other) => other !== index && locked[other]));
  const result = [...values];
  result[index] = Math.min(Math.max(0, wanted), Math.max(0, total - held));
  return spread(result, free, total - held - result[index]);
}

/** The valuations scaled to another sum; the locked ones stay. */
export function scaledTo(values, total, locked) {
  const free = values.map((_, index) => index).filter((index) => !locked[index]);
  const rest = total - sumOf(values.filter((_, index) => locked[index]));
  return free.length === 0 || rest < 0 ? [...values] : spread(values, free, rest);
}
