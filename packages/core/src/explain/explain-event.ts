// An event → its resolution, with a report of every step of the same walk.

import type {
  EmptyExpression,
  ExplainOptions,
  Explanation,
  ExplanationNote,
  HookEvent,
  Resolution,
} from "../base/index.ts";
import type { CompiledConfig } from "../resolve/index.ts";
import { resolveEvent, viewEvent } from "../resolve/index.ts";
import { collectRendering } from "./collect-rendering.ts";
import { describePayload } from "./describe-payload.ts";
import { type AskedElement, reportElements } from "./report-elements.ts";
import { reportMatches } from "./report-matches.ts";

export async function explainEvent(
  event: HookEvent,
  config: CompiledConfig,
  { transforms = "run", matches = "report" }: ExplainOptions = {},
): Promise<Explanation> {
  const view = viewEvent(event, config);
  const rendering = collectRendering();
  const asked: AskedElement[] = [];
  const leftOut = new Set<string>();
  const stages: string[] = [];
  const resolution = await resolveEvent(view, config, {
    ...rendering.trace,
    stage: (sentence) => {
      stages.push(sentence);
    },
    element: (element, isChosen, rule) => {
      asked.push({ element, isChosen, rule });
    },
    leavesOut: (mappingId) => {
      if (transforms === "skip") leftOut.add(mappingId);
      return transforms === "skip";
    },
  });
  const reports = rendering.report();
  if (hasEmptyText(resolution)) stages.unshift(describeEmptyText(reports.emptyExpressions));
  return {
    resolution,
    notes: [
      ...[...leftOut].map(noteLeftOut),
      ...describePayload(view.payload, event.integersAsText),
    ],
    matches: matches === "skip" ? [] : reportMatches({ view, resolution }, config),
    ...reports,
    elements: reportElements(asked, config.environment.limits),
    stages,
  };
}

function noteLeftOut(mappingId: string): ExplanationNote {
  const message = `The transform of mapping "${mappingId}" was left out. What is shown is what the mapping alone makes.`;
  return { code: "transform_left_out", message };
}

function hasEmptyText(resolution: Resolution): boolean {
  if (resolution.outcome === "batch") {
    return resolution.elements.some((element) => hasEmptyText(element.resolution));
  }
  return resolution.outcome === "action" && resolution.emptyExpressions !== undefined;
}

/** The first sentence of all, as nothing else is worth reading before it. */
function describeEmptyText(empty: readonly EmptyExpression[]): string {
  const ofText = empty.filter(({ field }) => field === "message" || field === "text");
  const names = [...new Set(ofText.map(({ expression }) => expression))].join(", ");
  return `Every expression of the ${ofText[0]?.field} is empty, so that only its literal text is left: ${names}.`;
}
