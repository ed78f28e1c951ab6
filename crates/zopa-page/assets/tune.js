// What a scenario is to become, and the change that makes it so.

import { ask, hunksOf } from "./dialogs.js";
import { made } from "./editor.js";
import { number } from "./plane.js";

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

const check = (box, label) => made("label", { class: "check" }, box, ` ${label}`);

function targetRow([name, label, value]) {
  const box = made("input", { type: "checkbox", id: `target-${name}` });
  const field = value === null ? null : Array.isArray(value)
    ? made("select", { "aria-label": `${label}, level` }, ...value.map((level) => made("option", {}, level)))
    : made("input", { type: "text", value, "aria-label": `${label}, value`, autocomplete: "off" });
  field?.addEventListener("input", () => (box.checked = true));
  const spelled = () => (box.checked ? [field ? `${name}=${field.value.trim()}` : name] : []);
  return { row: made("div", { class: "target" }, check(box, label), field ?? ""), spelled };
}

/** A field for who gets a resource, and how `zopa tune` spells it. At first it is what `shares` says. */
function dealRow(resource, [a, b], shares) {
  const title = resource.name ?? resource.id;
  if (resource.shared_mode === "both_benefit") {
    return { row: made("div", { class: "target" }, made("span", {}, title), made("span", { class: "soft" }, "both")), spelled: () => `${resource.id}:both` };
  }
  const share = shares?.[a] ?? 0;
  if (resource.divisibility === "indivisible") {
    const who = made("select", { "aria-label": `${title}, who gets it` }, made("option", {}, a), made("option", {}, b));
    who.value = share >= 0.5 ? a : b;
    return { row: made("div", { class: "target" }, made("span", {}, title), who), spelled: () => `${resource.id}:${who.value}` };
  }
  const part = made("input", { type: "number", min: 0, max: 1, step: "any", value: number(Math.round(share * 100) / 100), required: true, "aria-label": `${title}, share of ${a}` });
  const spelled = () => (part.value === "0" ? `${resource.id}:${b}` : `${resource.id}:${a} ${part.value}`);
  return { row: made("div", { class: "target" }, made("span", {}, `${title}, share of ${a}`), part), spelled };
}

/** The deal that is to be the Nash solution: at first the one that is. */
function nashTarget(scenario, analysis) {
  const names = scenario.participants.map(({ name }) => name);
  const known = (analysis?.solutions?.nash ?? analysis?.closest_to_agreement)?.allocation;
  const deal = scenario.resources.map((resource) => dealRow(resource, names, known?.[resource.id]));
  const box = made("input", { type: "checkbox", id: "target-nash" });
  const label = "This deal as the Nash solution, ahead of the next one by a part of at least";
  const lead = made("input", { type: "text", value: "0", "aria-label": "Lead of the deal, value", autocomplete: "off" });
  const rows = made("fieldset", { class: "deal", hidden: true }, made("legend", {}, "The deal"), ...deal.map(({ row }) => row),
    made("p", { class: "soft" }, "A share between 0 and 1 is met exactly: that is a lot to ask of few decimal places."));
  box.addEventListener("change", () => (rows.hidden = !box.checked));
  lead.addEventListener("input", () => {
    box.checked = true;
    rows.hidden = false;
  });
  const spelled = () => (box.checked ? [`nash=${deal.map((one) => one.spelled()).join(",")}@${lead.value.trim() || "0"}`] : []);
  return { row: made("div", {}, made("div", { class: "target" }, check(box, label), lead), rows), spelled };
}

/** What may be changed, in the words of a request. */
function limits(scenario) {
  const batnas = made("input", { type: "checkbox" });
  const valuations = made("input", { type: "checkbox" });
  const add = made("input", { type: "checkbox" });
  const end = (label, value) => made("input", { type: "number", min: 0, max: 1, step: "any", value, required: true, "aria-label": label });
  const [low, high] = [end("Lowest valuation", "0"), end("Highest valuation", "1")];
  const decimals = made("select", { "aria-label": "Decimal places" }, made("option", { value: "" }, "as in the file"),
    ...[1, 2, 3, 4, 5, 6].map((count) => made("option", { value: count }, String(count))));
  const missing = scenario.participants.some((party) => !party.batna_config);
  const rows = made("fieldset", {}, made("legend", {}, "What may change"),
    made("p", {}, check(batnas, "Keep the BATNAs"), " ", check(valuations, "Keep the valuations"), ...(missing ? [" ", check(add, "Add the BATNAs that are missing")] : [])),
    made("div", { class: "limits" }, made("span", {}, "Changed valuations from"), low, made("span", {}, "to"), high, made("span", {}, "decimal places"), decimals));
  const wanted = () => ({
    locks: [...(batnas.checked ? ["batna"] : []), ...(valuations.checked ? ["valuations"] : [])],
    bounds: [low.value, high.value],
    decimals: decimals.value ? Number(decimals.value) : null,
    add_batnas: add.checked,
  });
  return { rows, wanted };
}

/** What the scenario is to become and what may change, as `/api/tune` takes it; or null. `locks` are those that hold already. */
export async function askTargets(scenario, analysis, locks) {
  const rows = [...TARGETS.map(targetRow), nashTarget(scenario, analysis)];
  const { rows: fields, wanted } = limits(scenario);
  const answer = await ask("Tune", [
    made("p", { class: "soft" }, "The smallest change of the numbers that has all that is chosen. Nothing is changed before you have seen it."),
    ...rows.map(({ row }) => row),
    fields,
    made("p", { class: "soft" }, locks.length === 0 ? "No valuation is locked." : `Locked valuations stay: ${locks.length}.`),
  ], [["cancel", "Cancel"], ["tune", "Find the change", "primary"]]);
  if (!answer) return null;
  const limit = wanted();
  return { ...limit, targets: rows.flatMap(({ spelled }) => spelled()), locks: [...locks, ...limit.locks] };
}

function whyNot(answer) {
  if (answer.late) return [made("p", {}, "No change was found in the time there was.")];
  const proved = answer.proof ? `No change within what may change has all that was asked for. That is proved: ${answer.proof}.` : "No change of the numbers that has all that was asked for was found.";
  if (answer.binding.length === 0) return [made("p", {}, proved), made("p", {}, "No single lock or target stands in the way alone; loosen several.")];
  return [made("p", {}, proved), made("p", {}, "It can be reached without any one of these:"), made("ul", {}, ...answer.binding.map((one) => made("li", {}, one)))];
}

/** The change that was found, or why there is none: `true` if it is to be made. */
export async function askTuned(answer) {
  const close = [["cancel", "Close", "primary"]];
  if (!answer.reached) {
    await ask(answer.proof ? "There is no such change" : "No change was found", whyNot(answer), close);
    return false;
  }
  if (answer.changes.length === 0) {
    await ask("Nothing to change", [made("p", {}, "The scenario is as wanted already.")], close);
    return false;
  }
  const proof = answer.smallest ? "proved: no smaller change is enough" : "the smallest that was found";
  const count = answer.changes.length;
  const answered = await ask("The change", [made("p", {}, `${count} ${count === 1 ? "number changes" : "numbers change"} by ${number(answer.size)} in all (${proof}).`), hunksOf(answer.hunks)],
    [["cancel", "Leave it"], ["apply", "Make the change", "primary"]]);
  return answered === "apply";
}
