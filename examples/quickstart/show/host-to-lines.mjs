// @ts-check
// What a host does → lines for the terminal.
import { visible } from "./visible.mjs";

const MOST_EVENTS = 6;

/**
 * A turn of the main session: the events that it reads. Other turns have shown their message as an action.
 *
 * @param {string} prompt
 * @param {import("./create-paint.mjs").Paint} paint
 */
export function turnToLines(prompt, paint) {
  if (!prompt.startsWith("System:")) return [];
  const events = prompt.split(/^(?=System:)/m).map(eventToLine);
  return [
    `  ${paint.strong("heartbeat")} ${paint.dim(`the main session reads ${events.length} system event${events.length === 1 ? "" : "s"}`)}`,
    ...events.slice(0, MOST_EVENTS).map((line) => `    ${paint.dim(visible(line))}`),
  ];
}

/** Its title, and the first line of what came from outside: that stands below the title, indented, within a fence. */
function eventToLine(/** @type {string} */ event) {
  const [title = "", ...rest] = event.split("\n");
  const [first, ...more] = rest.flatMap((line) => /^ {2}> (.*\S)/.exec(line)?.[1] ?? []);
  if (first === undefined) return title;
  return `${title} ${first}${more.length > 0 ? " …" : ""}`;
}

/**
 * @param {{ readonly to: string, readonly text: string }} message
 * @param {import("./create-paint.mjs").Paint} paint
 */
export function messageToLines({ to, text }, paint) {
  return [
    `  ╭─ ${paint.strong(`message to ${visible(to)}`)}${paint.dim(', channel "terminal"')}`,
    ...text.split("\n").map((line) => `  │ ${visible(line)}`.trimEnd()),
    "  ╰─",
  ];
}

/**
 * @param {import("@hookwright/host").HostRecord} change
 * @param {import("./create-paint.mjs").Paint} paint
 */
export function changeToLines(change, paint) {
  if (change.kind === "run" && change.state !== "queued" && change.state !== "running") {
    const { sessionKey, state, durationMs = 0 } = change;
    const word = state === "done" ? paint.good(state) : paint.bad(state);
    return [
      `  ${paint.strong("run")} ${visible(sessionKey)} ${word} ${paint.dim(`(${durationMs} ms)`)}; its summary is an event of the main session`,
    ];
  }
  if (change.kind === "heartbeat") {
    const what =
      change.outcome === "ack" ? "nothing needs you, so nothing is sent" : change.outcome;
    return [`  ${paint.strong("heartbeat")} ${paint.good(what)}`];
  }
  if (change.kind === "delivery" && change.state === "sent") {
    return [`  ${paint.strong("delivery")} ${paint.good("sent")}`];
  }
  return [];
}
