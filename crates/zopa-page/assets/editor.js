// The form: BATNAs, valuations with their locks, latent resources. It knows the scenario as parsed JSON, and tells of each move the
// changes of the text that make it.

import { number } from "./plane.js";
import { places, renormalised, scaledTo, spelled, units } from "./weights.js";

/** An element with attributes and children. */
export function made(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

const token = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");
const set = (at, value) => ({ op: "set", at, value });

const KINDS = { divisible: "divisible", indivisible: "indivisible", both_benefit: "shared, benefits both", joint_obligation: "shared burden" };

function kindOf(resource) {
  const kind = KINDS[resource.shared_mode] ?? KINDS[resource.divisibility] ?? "";
  return resource.polarity === "liability" ? `${kind} burden` : kind;
}

const namesOf = (scenario) => scenario.participants.map((party) => party.name);
const valuationsOf = (scenario, name) => (scenario.resources ?? []).map((resource) => resource.valuations?.[name] ?? 0);

/** Is there enough in the text for a form? */
export function isEditable(scenario) {
  const two = Array.isArray(scenario?.participants) && scenario.participants.length === 2;
  const named = two && scenario.participants.every((party) => typeof party?.name === "string");
  const listed = scenario?.resources === undefined || Array.isArray(scenario.resources);
  const valued = (resource) =>
    namesOf(scenario).every((name) => typeof resource?.valuations?.[name] === "number") && typeof resource.id === "string";
  return named && listed && (scenario.resources ?? []).every(valued);
}

/**
 * The form in an element. `change(edits, done)` is told of moves; `done` is false while one goes on. `hide(ids)` is told which latent
 * resources are to be hidden in the analysis.
 */
export class Editor {
  constructor(root, { change, hide, keeps }) {
    Object.assign(this, { root, change, hide, keeps });
    this.locks = new Set();
    this.hidden = new Set();
    this.shape = null;
  }

  /** Shows a scenario. Where its shape is the same the fields stay, and with them the focus. */
  show(scenario) {
    this.scenario = scenario;
    const shape = JSON.stringify([
      namesOf(scenario),
      (scenario.resources ?? []).map(({ id, name, unit, quantity, divisibility, shared_mode, polarity, visibility, held_by }) =>
        [id, name, unit, quantity, divisibility, shared_mode, polarity, visibility, held_by]),
    ]);
    if (shape !== this.shape) {
      this.shape = shape;
      this.build();
    }
    this.fill();
  }

  /** Another file: what was locked or hidden in the last one is forgotten. */
  reset() {
    this.locks.clear();
    this.hidden.clear();
    this.shape = null;
  }

  build() {
    const focused = document.activeElement?.dataset?.key;
    this.fields = [];
    const { scenario } = this;
    const parties = namesOf(scenario).map((name, party) =>
      made("fieldset", { class: "batna" },
        made("legend", {}, made("span", { class: `party party-${party}` }, name)),
        this.row(`BATNA of ${name}`, "BATNA", `batna-${party}`, (value, done) => this.moveBatna(party, value, done), () => batnaOf(this.scenario, party)),
        this.sums(name, party)));
    const resources = (scenario.resources ?? []).map((resource, index) => this.resource(resource, index));
    this.root.replaceChildren(made("div", { class: "batnas" }, ...parties), ...resources);
    if (focused) this.root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  }

  /** A slider and a number of the same value. */
  row(name, label, key, move, value) {
    const range = made("input", { type: "range", min: 0, max: 1, step: 0.01, "aria-label": `${name}, slider`, "data-key": `${key}-range` });
    const field = made("input", { type: "number", min: 0, max: 1, step: "any", inputmode: "decimal", "aria-label": name, "data-key": key });
    range.addEventListener("input", () => move(range.valueAsNumber, false));
    range.addEventListener("change", () => move(range.valueAsNumber, true));
    field.addEventListener("change", () => {
      const wanted = field.valueAsNumber;
      if (Number.isFinite(wanted)) move(Math.min(1, Math.max(0, wanted)), true);
      else this.fill();
    });
    this.fields.push({ range, field, value });
    return made("div", { class: "row" }, made("span", { class: "row-label" }, label), range, field);
  }

  sums(name, party) {
    const text = made("span", { class: "soft" });
    const button = made("button", { type: "button", class: "small", "data-key": `one-${party}` }, "Make it 1");
    button.addEventListener("click", () => this.makeOne(name));
    this.fields.push({
      fill: () => {
        const values = valuationsOf(this.scenario, name);
        const digits = places(values);
        const sum = values.reduce((all, value) => all + units(value, digits), 0) / 10 ** digits;
        text.textContent = `valuations sum to ${number(sum)}`;
        button.hidden = sum === 1 || values.length === 0 || this.scenario.resources.some((r) => r.valuation_basis === "raw");
      },
    });
    return made("p", { class: "sums" }, text, " ", button);
  }

  resource(resource, index) {
    const names = namesOf(this.scenario);
    const title = resource.name ?? resource.id;
    const quantity = typeof resource.quantity === "number" ? resource.quantity.toLocaleString("en-US") : "";
    const unit = resource.unit === "other" ? resource.unit_label : resource.unit;
    const remove = made("button", { type: "button", class: "small", "aria-label": `Remove ${title}`, "data-key": `remove-${resource.id}` }, "Remove");
    remove.addEventListener("click", () => this.remove(index));
    const rows = names.map((name, party) => {
      const key = `${resource.id}-${party}`;
      const row = this.row(`${title}, valuation of ${name}`, name, key,
        (value, done) => this.moveValuation(index, name, value, done), () => this.scenario.resources[index].valuations[name]);
      row.firstChild.className = `row-label party party-${party}`;
      const lock = made("button", { type: "button", class: "lock", "aria-pressed": this.locks.has(key), "aria-label": `Lock ${title} for ${name}`, "data-key": `lock-${key}` }, "Lock");
      lock.addEventListener("click", () => {
        if (!this.locks.delete(key)) this.locks.add(key);
        lock.setAttribute("aria-pressed", this.locks.has(key));
      });
      row.append(lock);
      return row;
    });
    return made("article", { class: "resource" },
      made("div", { class: "resource-head" }, made("h3", {}, title), remove),
      made("p", { class: "soft" }, `${quantity} ${unit ?? ""} - ${kindOf(resource)}`),
      ...rows,
      this.latent(resource, index, title));
  }

  latent(resource, index, title) {
    const names = namesOf(this.scenario);
    const isLatent = resource.visibility === "latent";
    const box = made("input", { type: "checkbox", "data-key": `latent-${resource.id}` });
    box.checked = isLatent;
    box.addEventListener("change", () => {
      const edits = [set(`/resources/${index}/visibility`, JSON.stringify(box.checked ? "latent" : "known"))];
      if (box.checked && !names.includes(resource.held_by)) edits.push(set(`/resources/${index}/held_by`, JSON.stringify(names[0])));
      this.change(edits, true);
    });
    const parts = [made("label", { class: "check" }, box, " Latent")];
    if (isLatent) {
      const holder = made("select", { "aria-label": `Holder of ${title}`, "data-key": `holder-${resource.id}` }, ...names.map((name) => made("option", {}, name)));
      holder.value = resource.held_by ?? names[0];
      holder.addEventListener("change", () => this.change([set(`/resources/${index}/held_by`, JSON.stringify(holder.value))], true));
      const hide = made("input", { type: "checkbox", "data-key": `hide-${resource.id}` });
      hide.checked = this.hidden.has(resource.id);
      hide.addEventListener("change", () => {
        if (hide.checked) this.hidden.add(resource.id);
        else this.hidden.delete(resource.id);
        this.hide([...this.hidden]);
      });
      parts.push(made("span", {}, "held by ", holder), made("label", { class: "check" }, hide, " Analyse without it"));
    }
    return made("div", { class: "latent" }, ...parts);
  }

  /** The locks of valuations, as `zopa tune` spells them. */
  lockNames() {
    const names = namesOf(this.scenario);
    const all = this.scenario.resources.flatMap((resource) => names.map((name, party) => [resource.id, name, party]));
    return all.filter(([id, , party]) => this.locks.has(`${id}-${party}`)).map(([id, name]) => `${id}:${name}`);
  }

  fill() {
    for (const { range, field, value, fill } of this.fields) {
      if (fill) {
        fill();
        continue;
      }
      const now = value();
      if (document.activeElement !== range || !range.matches(":active")) range.value = now;
      if (document.activeElement !== field || field.valueAsNumber !== now) field.value = now;
    }
  }

  moveBatna(party, value, done) {
    const at = `/participants/${party}/batna_config`;
    const known = this.scenario.participants[party].batna_config;
    const text = spelled(Math.round(value * 1e6), 6);
    const whole = JSON.stringify({ utility: Number(text), description: "Not described yet." });
    this.change([known ? set(`${at}/utility`, text) : set(at, whole)], done);
  }

  /** The change of a party's valuations from what they are to these units. */
  valuationEdits(name, values, digits) {
    const now = valuationsOf(this.scenario, name);
    const differing = values.map((value, index) => [index, value]).filter(([index, value]) => units(now[index], digits) !== value);
    return differing.map(([index, value]) => set(`/resources/${index}/valuations/${token(name)}`, spelled(value, digits)));
  }

  lockedOf(name) {
    const party = namesOf(this.scenario).indexOf(name);
    return this.scenario.resources.map((resource) => this.locks.has(`${resource.id}-${party}`));
  }

  moveValuation(index, name, value, done) {
    const now = valuationsOf(this.scenario, name);
    const digits = places([...now, value]);
    const values = now.map((known) => units(known, digits));
    const wanted = units(value, digits);
    const moved = this.keeps() ? renormalised(values, index, wanted, this.lockedOf(name)) : values.with(index, wanted);
    this.change(this.valuationEdits(name, moved, digits), done);
  }

  makeOne(name) {
    const now = valuationsOf(this.scenario, name);
    const digits = Math.max(3, places(now));
    const values = now.map((known) => units(known, digits));
    this.change(this.valuationEdits(name, scaledTo(values, 10 ** digits, this.lockedOf(name)), digits), true);
  }

  remove(index) {
    const edits = [];
    if (this.keeps()) {
      for (const name of namesOf(this.scenario)) {
        const now = valuationsOf(this.scenario, name);
        const digits = places(now);
        const values = now.map((known) => units(known, digits));
        edits.push(...this.valuationEdits(name, renormalised(values, index, 0, this.lockedOf(name)), digits));
      }
    }
    this.change([...edits, { op: "remove", at: `/resources/${index}` }], true);
  }

  /** Adds a resource that is worth nothing yet. */
  add({ name, unit, quantity, kind }) {
    const taken = new Set((this.scenario.resources ?? []).map((resource) => resource.id));
    const base = name.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || "resource";
    const stem = /^[a-z]/.test(base) ? base : `r_${base}`;
    let id = stem;
    for (let number = 2; taken.has(id); number += 1) id = `${stem}_${number}`;
    const shared = ["both_benefit", "joint_obligation"].includes(kind);
    const resource = {
      id,
      name,
      unit: unit ? "other" : "count",
      ...(unit ? { unit_label: unit } : {}),
      quantity,
      divisibility: shared ? "shared" : kind.replace("_liability", ""),
      ...(shared ? { shared_mode: kind } : {}),
      ...(kind.endsWith("_liability") ? { polarity: "liability" } : {}),
      ...(this.scenario.resources?.some((known) => known.valuation_basis === "raw") ? { valuation_basis: "raw" } : {}),
      valuations: Object.fromEntries(namesOf(this.scenario).map((party) => [party, 0])),
      visibility: "known",
    };
    const value = JSON.stringify(resource, null, 2);
    this.change([this.scenario.resources ? { op: "append", at: "/resources", value } : set("/resources", `[${value}]`)], true);
  }
}

function batnaOf(scenario, party) {
  return scenario.participants[party].batna_config?.utility ?? 0;
}
