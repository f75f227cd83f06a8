// @ts-check
// What a host does → lines for the terminal.
import { visible } from "./action-to-lines.mjs";

/** More of a prompt is the default text of every heartbeat. */
const MOST_PROMPT_LINES = 6;

/**
 * A turn of the main session: the events that it reads. Other turns have shown their message as an action.
 *
 * @param {string} prompt
 * @param {import("./create-paint.mjs").Paint} paint
 */
export function turnToLines(prompt, paint) {
  if (!prompt.startsWith("System:")) return [];
  const lines = prompt
    .split("\n")
    .filter((line) => /^(?:System:| {2}> (?!<<<|Source|SECURITY))/.test(line));
  const titles = lines.filter((line) => line.startsWith("System:"));
  return [
    `  ${paint.strong("heartbeat")} ${paint.dim(`the main session reads ${titles.length} system events`)}`,
    ...titles.slice(0, MOST_PROMPT_LINES).map((line) => `    ${paint.dim(visible(line))}`),
  ];
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
