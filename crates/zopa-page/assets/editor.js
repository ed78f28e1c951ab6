// The form: BATNAs, valuations with their locks, latent resources. It shows a scenario as parsed JSON, perhaps in the middle of a move,
// and tells of each move the changes of the text that make it.

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
 * The form in an element. `current()` gives the scenario that a move starts from: not the one that it shows, where a drag has moved
 * other sliders already. `change(edits, done, shown)` is told of moves; `done` is false while one goes on, and `shown` is handed through
 * from a handle. `hide()` is told when other latent resources are `hidden` in the analysis.
 */
export class Editor {
  constructor(root, { current, change, hide, keeps }) {
    Object.assign(this, { root, current, change, hide, keeps });
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
    const entry = { range, field, value, isTyped: false };
    field.addEventListener("input", () => (entry.isTyped = true));
    field.addEventListener("blur", () => (entry.isTyped = false));
    field.addEventListener("change", () => {
      entry.isTyped = false;
      const wanted = field.valueAsNumber;
      if (Number.isFinite(wanted)) move(Math.min(1, Math.max(0, wanted)), true);
      else this.fill();
    });
    this.fields.push(entry);
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
        this.hide();
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
    for (const { range, field, value, fill, isTyped } of this.fields) {
      if (fill) {
        fill();
        continue;
      }
      const now = value();
      // what a hand is at stays as it is
      if (document.activeElement !== range || !range.matches(":active")) range.value = now;
      if (!isTyped && (document.activeElement !== field || field.valueAsNumber !== now)) field.value = now;
    }
  }

  moveBatna(party, value, done, shown) {
    const at = `/participants/${party}/batna_config`;
    const known = this.current().participants[party].batna_config;
    const text = spelled(Math.round(value * 1e6), 6);
    const whole = JSON.stringify({ utility: Number(text), description: "Not described yet." });
    this.change([known ? set(`${at}/utility`, text) : set(at, whole)], done, shown);
  }

  /** The changes of a party's valuations in a scenario that `moved` makes of them, as whole numbers of the last of their decimal places. */
  valuationEdits(scenario, name, leastPlaces, moved) {
    const known = valuationsOf(scenario, name);
    const digits = Math.max(leastPlaces, places(known));
    const now = known.map((value) => units(value, digits));
    const party = namesOf(scenario).indexOf(name);
    const locked = scenario.resources.map((resource) => this.locks.has(`${resource.id}-${party}`));
    return moved(now, locked, digits).flatMap((value, index) =>
      value === now[index] ? [] : [set(`/resources/${index}/valuations/${token(name)}`, spelled(value, digits))]);
  }

  moveValuation(index, name, value, done) {
    const moved = (now, locked, digits) =>
      this.keeps() ? renormalised(now, index, units(value, digits), locked) : now.with(index, units(value, digits));
    this.change(this.valuationEdits(this.current(), name, places([value]), moved), done);
  }

  makeOne(name) {
    this.change(this.valuationEdits(this.current(), name, 3, (now, locked, digits) => scaledTo(now, 10 ** digits, locked)), true);
  }

  remove(index) {
    const scenario = this.current();
    const without = (now, locked) => renormalised(now, index, 0, locked);
    const edits = this.keeps() ? namesOf(scenario).flatMap((name) => this.valuationEdits(scenario, name, 0, without)) : [];
    this.change([...edits, { op: "remove", at: `/resources/${index}` }], true);
  }

  /** Adds a resource that is worth nothing yet. */
  add({ name, unit, quantity, kind }) {
    const scenario = this.current();
    const taken = new Set((scenario.resources ?? []).map((resource) => resource.id));
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
      ...(scenario.resources?.some((known) => known.valuation_basis === "raw") ? { valuation_basis: "raw" } : {}),
      valuations: Object.fromEntries(namesOf(scenario).map((party) => [party, 0])),
      visibility: "known",
    };
    const value = JSON.stringify(resource, null, 2);
    this.change([scenario.resources ? { op: "append", at: "/resources", value } : set("/resources", `[${value}]`)], true);
  }
}

/** A party's BATNA; 0 where none is declared. */
export function batnaOf(scenario, party) {
  return scenario.participants[party].batna_config?.utility ?? 0;
}
