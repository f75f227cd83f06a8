// An event → its resolution, with a report of every step of the same walk.
import type { CompiledConfig } from "../compiled.ts";
import type { EventView } from "../data/event-view.ts";
import type { RenderedExpression } from "../language/render/trace.ts";
import type { HookEvent } from "../model/event.ts";
import type { EmptyExpression, Explanation, FieldReport, Span } from "../model/explanation.ts";
import type { Resolution } from "../model/resolution.ts";
import { describePayload } from "./describe-payload.ts";
import { findNearestRead } from "./nearest-field.ts";
import { reportMatches } from "./report-matches.ts";
import { resolveEvent } from "./resolve-event.ts";
import { viewEvent } from "./view-event.ts";

interface FieldInProgress {
  readonly field: string;
  readonly view: EventView;
  readonly spans: Span[];
}

export async function explainEvent(event: HookEvent, config: CompiledConfig): Promise<Explanation> {
  const view = viewEvent(event, config);
  const fields: FieldInProgress[] = [];
  const empty = new Map<string, EmptyExpression>();
  const stages: string[] = [];
  const addSpan = (span: Span) => {
    if (span.text !== "") fields.at(-1)?.spans.push(span);
  };
  const addEmpty = (rendered: RenderedExpression, { field, view: element }: FieldInProgress) => {
    const nearest = findNearestRead(rendered.reads, element);
    const { expression } = rendered;
    const report = { field, expression, ...(nearest !== undefined && { nearest }) };
    // Loops and lists come by the same expression again and again.
    empty.set(JSON.stringify(report), report);
  };
  const resolution = await resolveEvent(view, config, {
    stage: (sentence) => {
      stages.push(sentence);
    },
    field: (field, element) => {
      fields.push({ field, view: element, spans: [] });
    },
    literal: (text) => addSpan({ text, origin: { kind: "operator" } }),
    expression: (rendered) => {
      addSpan(spanFromExpression(rendered));
      if (rendered.text === "") addEmpty(rendered, fields.at(-1) as FieldInProgress);
    },
  });
  if (hasEmptyText(resolution)) stages.unshift(describeEmptyText([...empty.values()]));
  return {
    resolution,
    notes: describePayload(view.payload, event.integersAsText),
    matches: reportMatches({ view, resolution }, config),
    fields: fields.filter(({ spans }) => spans.length > 0).map(reportField),
    emptyExpressions: [...empty.values()],
    stages,
  };
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

function reportField({ field, view: { index }, spans }: FieldInProgress): FieldReport {
  const text = spans.map((span) => span.text).join("");
  return { field, ...(index !== undefined && { index }), text, spans };
}

function spanFromExpression({ text, expression, reads, helpers }: RenderedExpression): Span {
  const paths = reads.map(({ root, steps }) => [root, ...steps].join("."));
  return { text, origin: { kind: "payload", expression, paths, helpers } };
}
