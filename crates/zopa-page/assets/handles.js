// Handles on the plot by which BATNAs are moved, with a pointer or with keys. They lie over the picture, which is replaced with
// every answer, so that a drag and the focus survive it.

import { number, pointerIn, scaleOf } from "./plane.js";

const SVG = "http://www.w3.org/2000/svg";
const KEYS = { ArrowRight: 0.01, ArrowUp: 0.01, ArrowLeft: -0.01, ArrowDown: -0.01, PageUp: 0.1, PageDown: -0.1 };

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The ends of both axes without their margins (4 hundredths of what lies between), so that the same axes are made for them. */
function cornersOf(axes) {
  const ends = axes.map(([low, high]) => [low + ((high - low) * 0.04) / 1.08, high - ((high - low) * 0.04) / 1.08]);
  return [0, 1].map((end) => ends.map((axis) => axis[end]));
}

const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * Handles in a picture. `moved(party, value, done, shown)` is told of each move; `shown` are places that must stay inside the axes while
 * a drag goes on. What comes back places the handles after each answer.
 */
export function handles(picture, moved) {
  const overlay = element("svg", { class: "handles", role: "group", "aria-label": "BATNAs on the plot" });
  picture.append(overlay);
  const values = [0, 0];
  let scale = null;
  let dragged = null;

  const parts = [0, 1].map((party) => {
    const group = element("g", {
      class: `handle handle-${party}`,
      role: "slider",
      tabindex: "0",
      "aria-valuemin": "0",
      "aria-valuemax": "1",
      "aria-orientation": party === 0 ? "horizontal" : "vertical",
    });
    const line = element("path", { class: "handle-line" });
    const knob = element("circle", { class: "handle-knob", r: "9" });
    group.append(line, knob);
    overlay.append(group);

    const set = (value, done) => {
      values[party] = clamp(value, 0, 1);
      place();
      moved(party, values[party], done, cornersOf((dragged ?? { scale }).scale.axes));
    };
    group.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !scale) return;
      event.preventDefault();
      group.focus();
      group.setPointerCapture(event.pointerId);
      dragged = { party, scale, from: values[party] };
    });
    group.addEventListener("pointermove", (event) => {
      if (dragged?.party !== party) return;
      const [low, high] = dragged.scale.axes[party];
      const value = dragged.scale.toUtilities(pointerIn(overlay, event))[party];
      set(Math.round(clamp(value, low, high) * 100) / 100, false);
    });
    const end = () => {
      if (dragged?.party !== party) return;
      const { from } = dragged;
      dragged = null;
      if (values[party] !== from) set(values[party], true);
    };
    group.addEventListener("pointerup", end);
    group.addEventListener("pointercancel", end);
    group.addEventListener("keydown", (event) => {
      const step = KEYS[event.key];
      const whole = { Home: 0, End: 1 }[event.key];
      if ((step === undefined && whole === undefined) || !scale) return;
      event.preventDefault();
      set(whole ?? Math.round((values[party] + step) * 100) / 100, true);
    });
    return { group, line, knob };
  });

  const place = () => {
    if (!scale) return;
    const { left, top, right, bottom } = scale.frame;
    const [x, y] = scale.toPixels(values);
    parts[0].line.setAttribute("d", `M${x} ${bottom}V${top}`);
    parts[0].knob.setAttribute("cx", x);
    parts[0].knob.setAttribute("cy", bottom);
    parts[1].line.setAttribute("d", `M${left} ${y}H${right}`);
    parts[1].knob.setAttribute("cx", left);
    parts[1].knob.setAttribute("cy", y);
    parts.forEach(({ group }, party) => {
      group.setAttribute("aria-valuenow", number(values[party]));
      group.setAttribute("visibility", "visible");
    });
  };

  return {
    /** After an answer: the picture, the BATNAs that the moves so far made, and the names of the parties. */
    update(svg, batnas, parties) {
      overlay.setAttribute("viewBox", svg.getAttribute("viewBox"));
      scale = scaleOf(svg);
      parts.forEach(({ group }, party) => {
        group.setAttribute("aria-label", `BATNA of ${parties[party]}`);
        if (dragged?.party !== party) values[party] = batnas[party];
      });
      place();
    },
    /** Where there is nothing to drag. */
    hide() {
      scale = null;
      for (const { group } of parts) group.setAttribute("visibility", "hidden");
    },
  };
}
