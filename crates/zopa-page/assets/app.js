// The live page: one scenario as a text with its history, the form and the plot over it, and the server that analyses it.

import * as api from "./api.js";
import { askConflict, askDiscard, askPath, askResource, showChanges } from "./dialogs.js";
import { Editor, batnaOf, isEditable } from "./editor.js";
import { edited } from "./edits.js";
import { handles } from "./handles.js";
import { attach } from "./plane.js";
import { askTargets, askTuned } from "./tune.js";

const $ = (id) => document.getElementById(id);

/** What is on the page. `history[at]` is the text. */
const state = {
  path: null,
  version: null,
  saved: "",
  history: [""],
  at: 0,
  convention: document.documentElement.dataset.convention,
  runs: null,
  view: null,
};
const text = () => state.history[state.at];
const isDirty = () => state.path !== null && text() !== state.saved;

/* Asking for analyses: one at a time, and of moves that follow each other quickly the last one. */

const waiting = [];
let isWorking = false;
/** What is being answered. */
let asked = null;
/** The changes of a move that goes on: they are shown, and not part of the text. */
let moving = [];
/** Resolved when everything was answered. */
let idle = Promise.resolve();

/** Moves in this file that were made and are not part of its text yet. */
const unanswered = () => [asked, ...waiting].filter((request) => request?.done && request.history === state.history);
/** The scenario that the next move starts from. The answers to moves come later than the moves. */
const current = () => edited(JSON.parse(text()), unanswered().flatMap((request) => request.edits));

function ask({ edits = [], done = false, shown = [] } = {}) {
  const last = waiting.at(-1);
  if (last && !last.done) waiting.pop();
  waiting.push({ edits, done, shown, history: state.history });
  moving = done ? [] : edits;
  showForm();
  if (!isWorking) idle = work();
}

async function work() {
  isWorking = true;
  document.body.dataset.asking = "";
  while (waiting.length > 0) {
    asked = waiting.shift();
    const { edits, done, shown, history } = asked;
    const { convention, runs } = state;
    let view = state.view;
    let failure = null;
    try {
      view = await api.analyze({ text: text(), edits, convention, hidden: [...editor.hidden], runs, shown });
    } catch (error) {
      failure = error;
    }
    asked = null;
    // the answer is for a file that was left meanwhile
    if (history !== state.history) continue;
    if (done && !failure && view.text !== text()) {
      state.history.splice(state.at + 1, Infinity, view.text);
      state.at += 1;
    }
    if (failure && waiting.length === 0) moving = [];
    if (view) show(view);
    tell(failure);
  }
  isWorking = false;
  delete document.body.dataset.asking;
}

/* Showing an answer. */

function put(id, html) {
  const section = $(id);
  section.hidden = !html;
  const content = section.querySelector(".content");
  const open = content.querySelector("details")?.open;
  // the server escapes whatever comes from a file, and the policy of the page forbids scripts in it
  content.innerHTML = html ?? "";
  if (open) content.querySelector("details").open = true;
}

/** The text that the page shows, perhaps one in the middle of a move. */
let shownText = null;

function show(view) {
  state.view = view;
  if (view.text !== shownText) {
    // it was worked out for another text
    $("sensitivity").querySelector(".content").replaceChildren();
    shownText = view.text;
  }
  $("sensitivity").hidden = !view.analysis;
  $("tune").disabled = !view.analysis;
  showState();
  put("findings", view.findings);
  const scenario = showForm();
  $("live-heading").textContent = scenario?.name ?? state.path ?? "Nothing to show";
  document.title = `${scenario?.name ?? state.path} - zopa`;
  for (const id of ["zone", "lints", "solutions", "latent", "frontier"]) put(id, view[id]);
  $("runs").querySelector(".content").innerHTML = view.runs ?? "";
  $("solutions-heading").textContent = view.mood === "none" ? "Closest to agreement" : "Fair solutions";
  showVerdict(view);
  showPlane(view, isEditable(scenario) ? scenario : null);
}

/** Shows in the form what the moves so far make of the text. Gives the scenario, or nothing where the text is broken. */
function showForm() {
  let scenario = null;
  try {
    scenario = edited(current(), moving);
  } catch {
    // the findings say where it is broken
  }
  const editable = isEditable(scenario);
  $("editor").hidden = !editable;
  if (editable) editor.show(scenario);
  return scenario;
}

function showVerdict(view) {
  const words = { zopa: "ZOPA", thin: "Thin ZOPA", none: "No ZOPA" };
  const mood = view.analysis ? view.mood : "none";
  const tag = Object.assign(document.createElement("strong"), { className: "tag", textContent: view.analysis ? words[mood] : "No analysis" });
  const paragraph = Object.assign(document.createElement("p"), { className: "verdict" });
  paragraph.dataset.mood = mood;
  paragraph.append(tag, " ", (view.verdict ?? view.missing ?? "").replaceAll("`", ""));
  if ($("verdict").textContent !== paragraph.textContent || $("verdict").firstChild?.dataset.mood !== mood) $("verdict").replaceChildren(paragraph);
}

function showPlane(view, scenario) {
  const figure = $("plane");
  figure.hidden = !view.plane;
  if (!view.plane) {
    knobs.hide();
    return;
  }
  const svg = document.importNode(new DOMParser().parseFromString(view.plane, "image/svg+xml").documentElement, true);
  const picture = figure.querySelector(".plane-picture");
  const old = picture.querySelector("svg.plot");
  if (old) old.replaceWith(svg);
  else picture.prepend(svg);
  figure.querySelector("script.places").textContent = JSON.stringify(view.places);
  refresh();
  if (scenario) knobs.update(svg, [0, 1].map((party) => batnaOf(scenario, party)), view.places.parties);
  else knobs.hide();
}

function showState() {
  const dirty = isDirty();
  $("state").textContent = state.path === null ? "" : dirty ? "not saved" : "saved";
  $("save").disabled = !dirty;
  $("changes").disabled = state.path === null;
  $("undo").disabled = state.at === 0;
  $("redo").disabled = state.at >= state.history.length - 1;
}

function tell(error) {
  const notice = $("notice");
  notice.hidden = !error;
  notice.textContent = error ? `${error.message}${error.help ? ` - ${error.help}` : ""}` : "";
}

/** Does what a button asks for when the moves before it are answered, and says why where it cannot be done. */
function doing(work) {
  return async (...args) => {
    try {
      await idle;
      tell(null);
      await work(...args);
    } catch (error) {
      tell(error);
    }
  };
}

/* The parts of the page. */

const editor = new Editor($("form"), {
  current,
  // a move that comes back to its start is one too
  change: (edits, done, shown) => (edits.length > 0 || moving.length > 0) && ask({ edits, done, shown }),
  hide: () => ask(),
  keeps: () => $("keep").checked,
});
const refresh = attach($("plane"));
const knobs = handles($("plane").querySelector(".plane-picture"), (party, value, done, shown) =>
  editor.moveBatna(party, value, done, done ? [] : shown));

/* Files. */

async function load(path) {
  const file = await api.read(path);
  waiting.length = 0;
  Object.assign(state, { path, version: file.version, saved: file.text, history: [file.text], at: 0, view: null });
  editor.reset();
  $("file").value = path;
  history.replaceState(null, "", `#${encodeURIComponent(path)}`);
  ask();
}

async function list(wanted) {
  const { files, folder } = await api.files();
  $("file").replaceChildren(...files.map((path) => new Option(path, path)));
  if (files.length === 0) {
    $("live-heading").textContent = "No scenarios";
    throw Object.assign(new Error(`there is no scenario file in the folder ${folder}`), { help: "put one there, or serve another folder" });
  }
  return files.includes(wanted) ? wanted : files[0];
}

async function save(base = state.version) {
  const saved = text();
  try {
    const { version } = await api.save(state.path, saved, base);
    Object.assign(state, { version, saved });
    showState();
  } catch (error) {
    if (error.code !== "changed-meanwhile") throw error;
    const { hunks } = await api.diff(state.path, saved);
    const answer = await askConflict(error.message, hunks);
    if (answer === "load") await load(state.path);
    if (answer === "over") await save(error.version);
  }
}

async function saveAs() {
  const path = await askPath(state.path ?? "scenario.json");
  if (!path) return;
  const saved = text();
  const { version } = await api.save(path, saved, null);
  Object.assign(state, { path, version, saved });
  await list(path);
  $("file").value = path;
  history.replaceState(null, "", `#${encodeURIComponent(path)}`);
  showState();
}

function step(by) {
  const at = state.at + by;
  if (at < 0 || at >= state.history.length) return;
  state.at = at;
  ask();
}

function download(blob, ending) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = state.path.split("/").pop().replace(/json$/, ending);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A picture in twice its size as PNG. */
async function pngOf(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: image.width * 2, height: image.height * 2 });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

async function exportAs(kind) {
  $("export").open = false;
  const { svg, json } = await api.exported({ text: text(), convention: state.convention, hidden: [...editor.hidden], runs: state.runs });
  if (kind === "json") download(new Blob([json], { type: "application/json" }), "analysis.json");
  if (kind === "svg") download(new Blob([svg], { type: "image/svg+xml" }), "svg");
  if (kind === "png") download(await pngOf(svg), "png");
}

async function takeRuns(file) {
  state.runs = file ? await file.text() : null;
  $("runs-clear").hidden = !file;
  $("runs-file").value = "";
  ask();
}

async function workOut() {
  const asked = text();
  const button = $("sensitivity-ask");
  button.disabled = true;
  try {
    const { html } = await api.sensitivity({ text: asked, convention: state.convention });
    if (asked === text()) $("sensitivity").querySelector(".content").innerHTML = html;
  } finally {
    button.disabled = false;
  }
}

async function tune() {
  const before = text();
  const wanted = await askTargets(JSON.parse(before), state.view.analysis, editor.lockNames());
  if (!wanted) return;
  document.body.dataset.asking = "";
  let answer;
  try {
    answer = await api.tune({ text: before, convention: state.convention, ...wanted });
  } finally {
    delete document.body.dataset.asking;
  }
  if (!(await askTuned(answer)) || before !== text()) return;
  state.history.splice(state.at + 1, Infinity, answer.text);
  state.at += 1;
  ask();
}

/* Buttons and keys. */

$("file").addEventListener("change", doing(async () => {
  const wanted = $("file").value;
  if (isDirty() && !(await askDiscard("Opening another file"))) {
    $("file").value = state.path;
    return;
  }
  await load(wanted);
}));
$("reload").addEventListener("click", doing(async () => {
  if (isDirty() && !(await askDiscard("Reloading"))) return;
  await load(await list(state.path));
}));
const undo = doing(() => step(-1));
const redo = doing(() => step(1));
const saveChanges = doing(async () => isDirty() && (await save()));
$("undo").addEventListener("click", undo);
$("redo").addEventListener("click", redo);
$("save").addEventListener("click", saveChanges);
$("save-as").addEventListener("click", doing(saveAs));
$("sensitivity-ask").addEventListener("click", doing(workOut));
$("tune").addEventListener("click", doing(tune));
$("changes").addEventListener("click", doing(async () => showChanges(state.path, (await api.diff(state.path, text())).hunks)));
$("add").addEventListener("click", doing(async () => {
  const resource = await askResource();
  if (resource) editor.add(resource);
}));
for (const button of $("export").querySelectorAll("button")) button.addEventListener("click", doing(() => exportAs(button.dataset.export)));
$("convention").value = state.convention;
$("convention").addEventListener("change", () => {
  state.convention = $("convention").value;
  ask();
});
$("runs-file").addEventListener("change", doing(() => takeRuns($("runs-file").files[0])));
$("runs-clear").addEventListener("click", doing(() => takeRuns(null)));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", doing(async (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) await takeRuns(file);
}));
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || $("dialog").open) return;
  const key = event.key.toLowerCase();
  const action = { s: saveChanges, z: event.shiftKey ? redo : undo, y: redo }[key];
  if (!action) return;
  event.preventDefault();
  action();
});
addEventListener("beforeunload", (event) => {
  if (isDirty() || unanswered().length > 0) event.preventDefault();
});

doing(async () => load(await list(decodeURIComponent(location.hash.slice(1)))))();
