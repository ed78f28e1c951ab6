// Questions and answers in a dialog. Each function resolves when it is closed.

import { made } from "./editor.js";

const dialog = document.getElementById("dialog");

/** Shows a dialog with a heading, content and buttons; resolves to the value of the button that closed it, or null. */
export function ask(heading, content, buttons) {
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
export function hunksOf(hunks) {
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
