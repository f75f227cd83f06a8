// What `explain` says of an event → the text of its golden file: a few lines of fields, then the prompt.
import type { Action } from "../../src/model/action.ts";
import type { Explanation } from "../../src/model/explanation.ts";
import type { ActionResolution, Resolution } from "../../src/model/resolution.ts";

type SingleResolution = Exclude<Resolution, { readonly outcome: "batch" }>;

export function goldenFromExplanation(explanation: Explanation): string {
  const { resolution } = explanation;
  if (resolution.outcome === "unmatched") return lines(["unmatched", ...reasons(explanation)]);
  const empty = [...new Set(explanation.emptyExpressions.map(describeEmpty))];
  const head = `empty expressions: ${empty.length === 0 ? "none" : empty.join(", ")}\n`;
  if (resolution.outcome !== "batch") return head + describe(resolution);
  const elements = resolution.elements.map(
    ({ index, resolution: element }) => `\nelement: ${index}\n${describe(element)}`,
  );
  return head + elements.join("");
}

function describeEmpty({ field, expression, nearest }: Explanation["emptyExpressions"][number]) {
  return `${expression} (${field}${nearest === undefined ? "" : `, perhaps ${nearest}`})`;
}

/** Mappings for other events are not worth a line; what came near says what kept the event out. */
function reasons({ matches }: Explanation): readonly string[] {
  return matches
    .filter(({ clause }) => clause === "when" || clause === "not")
    .map(({ mappingId, clause }) => `${mappingId}: kept out by "${clause}"`);
}

function describe(resolution: SingleResolution): string {
  if (resolution.outcome !== "action") return lines([JSON.stringify(resolution)]);
  const { action } = resolution;
  // People read it in one piece.
  if (action.kind === "deliver") {
    return `${lines(headFromAction(resolution, action))}\n--- text ---\n${action.text}\n`;
  }
  const texts = action.parts.map(
    (part) =>
      `\n--- ${part.kind === "trusted" ? "instructions" : `from outside: ${part.source}`} ---\n${part.text}\n`,
  );
  return lines(headFromAction(resolution, action)) + texts.join("");
}

/** Fields that have their default are left out. */
function headFromAction({ mappingId }: ActionResolution, action: Action): readonly string[] {
  const { kind } = action;
  if (kind === "wake") return [`mapping: ${mappingId}`, `kind: ${kind}`, `mode: ${action.mode}`];
  if (kind === "deliver")
    return [`mapping: ${mappingId}`, `kind: ${kind}`, `channel: ${action.channel}`];
  const { name, sessionKey, deliver, sessionMode } = action;
  return [
    `mapping: ${mappingId}`,
    `kind: ${kind}`,
    `name: ${name}`,
    `sessionKey: ${sessionKey}`,
    ...(sessionMode === undefined ? [] : [`sessionMode: ${sessionMode}`]),
    `deliver: ${deliver}`,
    ...(action.to === undefined ? [] : [`channel: ${action.channel}`, `to: ${action.to}`]),
  ];
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join("");
}
