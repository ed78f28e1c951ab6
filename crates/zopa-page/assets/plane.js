// The deal behind each place of a frontier: under the pointer, or by walking along with a control.

/** A number for people: at most four decimal places. */
export function number(value) {
  const text = value.toFixed(4).replace(/\.?0+$/, "");
  return text === "-0" ? "0" : text;
}

function signed(value) {
  const text = number(value);
  return value > 0 && text !== "0" ? `+${text}` : text;
}

function amount(value) {
  const [whole, rest] = (Math.abs(value) < 10 ? number(value) : value.toFixed(2).replace(/\.?0+$/, "")).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return rest ? `${grouped}.${rest}` : grouped;
}

/** What is settled on an issue, or who gets how much of a resource: `Ana 72,000 usd, Ben 24,000 usd`, `Ana`, `both`, `nobody`. */
export function words(resource, parties, shares) {
  // an issue of a domain: the option by its index, or the number
  if (resource.options) return resource.options[Math.round(shares[0])];
  if (resource.range) return [amount(shares[0]), resource.unit].filter(Boolean).join(" ");
  if (shares[0] === 0 && shares[1] === 0) return "nobody";
  if (resource.shared && shares[0] === 1 && shares[1] === 1) return "both";
  const part = (share) =>
    resource.quantity === 1 ? `${amount(share * 100)}%` : `${amount(share * resource.quantity)} ${resource.unit}`;
  return parties
    .map((name, party) => [name, shares[party]])
    .filter(([, share]) => share !== 0)
    .map(([name, share]) => (resource.whole ? name : `${name} ${part(share)}`))
    .join(", ");
}

const mix = (from, to, share) => from + (to - from) * share;

/** The place on a piece at a share of its length: where it is, and its deal. */
function placeOn(piece, share) {
  if (!piece.to) return { at: piece.from, shares: piece.shares };
  return {
    at: piece.from.map((value, axis) => mix(value, piece.to[axis], share)),
    shares: piece.shares.map((pair, index) => pair.map((value, party) => mix(value, piece.toShares[index][party], share))),
  };
}

/** The share of a piece's length at which it is nearest to a place, and how near; in pixels of the picture. */
function nearest(piece, place, toPixels) {
  const from = toPixels(piece.from);
  const to = piece.to ? toPixels(piece.to) : from;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : ((place[0] - from[0]) * dx + (place[1] - from[1]) * dy) / length;
  const share = Math.min(1, Math.max(0, along));
  return { share, distance: Math.hypot(from[0] + dx * share - place[0], from[1] + dy * share - place[1]) };
}

/** How utilities and pixels of a picture belong together, from what the picture says of itself. */
export function scaleOf(svg) {
  const [left, top, right, bottom] = svg.dataset.frame.split(" ").map(Number);
  const [xLow, xHigh, yLow, yHigh] = svg.dataset.axes.split(" ").map(Number);
  return {
    frame: { left, top, right, bottom },
    axes: [[xLow, xHigh], [yLow, yHigh]],
    toPixels: ([x, y]) => [
      left + ((x - xLow) / (xHigh - xLow)) * (right - left),
      bottom - ((y - yLow) / (yHigh - yLow)) * (bottom - top),
    ],
    toUtilities: ([x, y]) => [
      mix(xLow, xHigh, (x - left) / (right - left)),
      mix(yLow, yHigh, (bottom - y) / (bottom - top)),
    ],
  };
}

/** The place of a pointer in the picture's own pixels. */
export function pointerIn(svg, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}

/** Steps of equal length along the frontier, each a piece and a share of its length. */
function walkOf(pieces) {
  const length = (piece) => (piece.to ? Math.hypot(piece.to[0] - piece.from[0], piece.to[1] - piece.from[1]) : 0);
  const total = pieces.reduce((sum, piece) => sum + length(piece), 0) || 1;
  return pieces.flatMap((piece) => {
    if (!piece.to) return [{ piece, share: 0 }];
    const steps = Math.max(2, Math.ceil((100 * length(piece)) / total));
    return Array.from({ length: steps + 1 }, (_, step) => ({ piece, share: step / steps }));
  });
}

/** How near a pointer must come to a piece, in pixels of the picture. */
const REACH = 28;

/**
 * Makes a figure with a picture and its places answer to pointer and keys. What comes back is to be called when the picture or the
 * places in it were replaced.
 */
export function attach(figure) {
  const picture = figure.querySelector(".plane-picture");
  const range = figure.querySelector(".walk-range");
  const output = figure.querySelector(".walk-deal");
  let svg, places, scale, walk, ring;

  const update = () => {
    svg = picture.querySelector("svg.plot");
    places = JSON.parse(figure.querySelector("script.places").textContent);
    scale = scaleOf(svg);
    walk = walkOf(places.pieces);
    range.max = String(Math.max(0, walk.length - 1));
    ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [name, value] of [["class", "here"], ["r", "9"], ["visibility", "hidden"]]) ring.setAttribute(name, value);
    svg.append(ring);
  };
  const show = (piece, share) => {
    const { at, shares } = placeOn(piece, share);
    const [x, y] = scale.toPixels(at);
    ring.setAttribute("cx", x);
    ring.setAttribute("cy", y);
    ring.setAttribute("visibility", "visible");
    output.replaceChildren(...deal(places, at, shares));
  };
  picture.addEventListener("pointermove", (event) => {
    if (event.buttons) return;
    const place = pointerIn(svg, event);
    let best = null;
    for (const piece of places.pieces) {
      const found = nearest(piece, place, scale.toPixels);
      if (!best || found.distance < best.distance) best = { piece, ...found };
    }
    if (best && best.distance <= REACH) show(best.piece, best.share);
  });
  range.addEventListener("input", () => {
    const step = walk[Number(range.value)];
    if (!step) return;
    show(step.piece, step.share);
    const { at } = placeOn(step.piece, step.share);
    range.setAttribute("aria-valuetext", places.parties.map((name, party) => `${name} ${number(at[party])}`).join(", "));
  });
  if (picture.querySelector("svg.plot")) update();
  return update;
}

/** A deal as elements: utilities, gains, and who gets what. */
function deal(places, at, shares) {
  const head = document.createElement("p");
  const strong = document.createElement("strong");
  strong.textContent = places.parties.map((name, party) => `${name} ${number(at[party])}`).join(", ");
  const gains = places.batna.map((batna, party) => signed(at[party] - batna)).join(" and ");
  head.append(strong, ` (${gains} over the BATNAs)`);
  const list = document.createElement("dl");
  list.className = "allocation";
  places.resources.forEach((resource, index) => {
    const row = document.createElement("div");
    const term = document.createElement("dt");
    term.textContent = resource.burden ? `${resource.name} (burden)` : resource.name;
    const what = document.createElement("dd");
    what.textContent = words(resource, places.parties, shares[index]);
    row.append(term, what);
    list.append(row);
  });
  return [head, list];
}
