// Questions and answers in a dialog. Each function resolves when it is closed.

import { made } from "./editor.js";

const dialog = document.getElementById("dialog");

/** Shows a dialog with a heading, content and buttons; resolves to the value of the button that closed it, or null. */
function ask(heading, content, buttons) {
  const form = made("form", { method: "dialog" },
    made("h2", { id: "dialog-heading" }, heading),
    ...content,
    made("div", { class: "buttons" }, ...buttons.map(([value, label, kind]) =>
      made("button", { value, class: kind, formnovalidate: value === "cancel" }, label))));
  dialog.replaceChildren(form);
  dialog.returnValue = "cancel";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "cancel" ? null : dialog.returnValue), { once: true });
  });
}

/** Lines of a file that differ, as a table that reads line by line. */
function hunksOf(hunks) {
  if (hunks.length === 0) return made("p", {}, "Nothing differs.");
  const lines = hunks.flatMap((hunk, index) => [
    ...(index > 0 ? [made("div", { class: "gap" }, "...")] : []),
    ...hunk.map(({ sign, line, text }) => {
      const said = { "-": "removed", "+": "added", " ": "" }[sign];
      return made("div", { class: "line", "data-sign": sign },
        made("span", { class: "line-number" }, String(line)),
        made("span", { class: "sign" }, sign, said ? made("span", { class: "hidden-text" }, ` ${said}: `) : ""),
        made("code", {}, text));
    }),
  ]);
  return made("div", { class: "diff", tabindex: 0, role: "region", "aria-label": "Changed lines" }, ...lines);
}

/** How the page's text differs from the file on disk. */
export function showChanges(path, hunks) {
  return ask(`Changes against ${path} on disk`, [hunksOf(hunks)], [["cancel", "Close", "primary"]]);
}

/** The file was changed meanwhile: `load`, `over` or null. */
export function askConflict(message, hunks) {
  return ask("The file on disk is not the one that was opened", [
    made("p", {}, `${message[0].toUpperCase()}${message.slice(1)}. Below is what your text would change in it.`),
    hunksOf(hunks),
  ], [["cancel", "Cancel"], ["load", "Load the file on disk"], ["over", "Save over it", "danger"]]);
}

/** May changes be lost? `true` or `false`. */
export async function askDiscard(what) {
  const answer = await ask("Changes are not saved", [made("p", {}, `${what} loses the changes that are not saved.`)],
    [["cancel", "Keep them"], ["yes", "Lose them", "danger"]]);
  return answer === "yes";
}

/** A path inside the folder, or null. */
export async function askPath(known) {
  const field = made("input", { id: "path-field", type: "text", value: known, required: true, pattern: ".+\\.json", spellcheck: "false", autocomplete: "off" });
  const answer = await ask("Save as", [
    made("p", { class: "soft" }, "A path inside the folder that is served. A file that is there already is not overwritten."),
    made("label", { for: "path-field" }, "File"), field,
  ], [["cancel", "Cancel"], ["save", "Save", "primary"]]);
  return answer ? field.value.trim() : null;
}

const TARGETS = [
  ["zopa", "A ZOPA with a margin of at least", "0.05"],
  ["no-zopa", "No ZOPA, by a gap of at least", "0.05"],
  ["margin", "The margin between", "0.02..0.05"],
  ["equal-gains", "Equal Nash gains, but for at most", "0.01"],
  ["nash-lead", "The Nash deal ahead of the next one by a part of at least", "0.05"],
  ["unique-nash", "One Nash deal alone", null],
  ["tv", "The valuations apart (total variation) between", "0.1..0.3"],
  ["potential", "The integrative potential between", "0.1..0.2"],
  ["latent", "Revealing the latent resources adds to the margin at least", "0.05"],
  ["difficulty", "The computed difficulty", ["novice", "intermediate", "expert"]],
];

/** What the scenario is to become, as `zopa tune` spells it: `{targets, lockBatnas, lockValuations}` or null. */
export async function askTargets(locked) {
  const rows = TARGETS.map(([name, label, value]) => {
    const box = made("input", { type: "checkbox", id: `target-${name}` });
    const field = value === null ? null : Array.isArray(value)
      ? made("select", { "aria-label": `${label}, level` }, ...value.map((level) => made("option", {}, level)))
      : made("input", { type: "text", value, "aria-label": `${label}, value`, autocomplete: "off" });
    field?.addEventListener("input", () => (box.checked = true));
    const row = made("div", { class: "target" }, made("label", { class: "check" }, box, ` ${label}`), field ?? "");
    return { name, box, field, row };
  });
  const batnas = made("input", { type: "checkbox" });
  const valuations = made("input", { type: "checkbox" });
  const answer = await ask("Tune", [
    made("p", { class: "soft" }, "The smallest change of the numbers that has all that is chosen. Nothing is changed before you have seen it."),
    ...rows.map(({ row }) => row),
    made("p", {}, made("label", { class: "check" }, batnas, " Keep the BATNAs"), " ", made("label", { class: "check" }, valuations, " Keep the valuations")),
    made("p", { class: "soft" }, locked === 0 ? "No valuation is locked." : `Locked valuations stay: ${locked}.`),
  ], [["cancel", "Cancel"], ["tune", "Find the change", "primary"]]);
  if (!answer) return null;
  const chosen = rows.filter(({ box }) => box.checked);
  const targets = chosen.map(({ name, field }) => (field ? `${name}=${field.value.trim()}` : name));
  return { targets, lockBatnas: batnas.checked, lockValuations: valuations.checked };
}

/** The change that was found, or why there is none: `true` if it is to be made. */
export async function askTuned(answer) {
  if (!answer.reached) {
    const binding = answer.binding.length > 0 ? [made("p", {}, "It can be reached without any one of these:"), made("ul", {}, ...answer.binding.map((one) => made("li", {}, one)))]
      : [made("p", {}, "No single lock or target stands in the way alone; loosen several.")];
    await ask("No change was found", [made("p", {}, "No change of the numbers has all that was asked for."), ...binding], [["cancel", "Close", "primary"]]);
    return false;
  }
  if (answer.changes.length === 0) {
    await ask("Nothing to change", [made("p", {}, "The scenario is as wanted already.")], [["cancel", "Close", "primary"]]);
    return false;
  }
  const proof = answer.smallest ? "no smaller change is enough: all were tried" : "the smallest that was found";
  const count = answer.changes.length;
  const answered = await ask("The change", [made("p", {}, `${count} ${count === 1 ? "number changes" : "numbers change"} (${proof}).`), hunksOf(answer.hunks)],
    [["cancel", "Leave it"], ["apply", "Make the change", "primary"]]);
  return answered === "apply";
}

/** A new resource, or null. */
export async function askResource() {
  const name = made("input", { id: "new-name", type: "text", required: true, maxlength: 80, autocomplete: "off" });
  const quantity = made("input", { id: "new-quantity", type: "number", min: 0, step: "any", value: 1, required: true });
  const unit = made("input", { id: "new-unit", type: "text", maxlength: 40, autocomplete: "off", "aria-describedby": "new-unit-help" });
  const kind = made("select", { id: "new-kind" },
    ...[["divisible", "divisible asset"], ["indivisible", "indivisible asset"], ["both_benefit", "shared, benefits both"],
      ["divisible_liability", "divisible burden"], ["indivisible_liability", "indivisible burden"], ["joint_obligation", "shared burden"]]
      .map(([value, label]) => made("option", { value }, label)));
  const answer = await ask("Add a resource", [
    made("label", { for: "new-name" }, "Name"), name,
    made("label", { for: "new-quantity" }, "Quantity"), quantity,
    made("label", { for: "new-unit" }, "Unit"), unit,
    made("p", { class: "soft", id: "new-unit-help" }, "Left out: it is counted."),
    made("label", { for: "new-kind" }, "Kind"), kind,
    made("p", { class: "soft" }, "It is worth nothing to either party until its valuations are set."),
  ], [["cancel", "Cancel"], ["add", "Add", "primary"]]);
  if (!answer || !name.value.trim() || !(quantity.valueAsNumber > 0)) return null;
  return { name: name.value.trim(), quantity: quantity.valueAsNumber, unit: unit.value.trim(), kind: kind.value };
}
