// An event → its resolution, with a report of every step of the same walk.
import type { CompiledConfig } from "../compile/compile-config.ts";
import type { HookEvent } from "../model/event.ts";
import type { EmptyExpression, Explanation, FieldReport, Span } from "../model/explanation.ts";
import type { RenderedExpression } from "../template/frame.ts";
import { EventScope } from "./event-scope.ts";
import { findNearestField } from "./nearest-field.ts";
import { reportMatches } from "./report-matches.ts";
import { resolveEvent } from "./resolve-event.ts";

type FieldInProgress = Omit<FieldReport, "text" | "spans"> & { readonly spans: Span[] };

export async function explainEvent(event: HookEvent, config: CompiledConfig): Promise<Explanation> {
  const scope = new EventScope(event, config.environment.clock);
  const fields: FieldInProgress[] = [];
  const emptyExpressions: EmptyExpression[] = [];
  const stages: string[] = [];
  let current: FieldInProgress = { field: "", spans: [] };
  const addSpan = (span: Span) => {
    if (span.text !== "") current.spans.push(span);
  };
  const resolution = await resolveEvent(event, config, {
    stage: (sentence) => {
      stages.push(sentence);
    },
    field: (field, index) => {
      current = { field, ...(index !== undefined && { index }), spans: [] };
      fields.push(current);
    },
    literal: (text) => addSpan({ text, origin: { kind: "operator" } }),
    expression: (rendered) => {
      addSpan(spanFromExpression(rendered));
      if (rendered.text === "") emptyExpressions.push(reportEmpty(current.field, rendered, scope));
    },
  });
  return {
    resolution,
    matches: reportMatches(scope, config),
    fields: fields
      .map((field) => ({ ...field, text: field.spans.map((span) => span.text).join("") }))
      .filter(({ spans }) => spans.length > 0),
    emptyExpressions,
    stages,
  };
}

function spanFromExpression({ text, expression, reads, helpers }: RenderedExpression): Span {
  const paths = reads.map(({ root, steps }) => [root, ...steps].join("."));
  return { text, origin: { kind: "payload", expression, paths, helpers } };
}

function reportEmpty(
  field: string,
  { expression, reads }: RenderedExpression,
  scope: EventScope,
): EmptyExpression {
  const nearest = reads
    .filter(({ root, exact }) => root === "payload" && exact)
    .map(({ steps }) => findNearestField(scope.payload, steps))
    .find((name) => name !== undefined);
  return { field, expression, ...(nearest !== undefined && { nearest }) };
}
