// What a trace tells while templates are rendered → reports of fields, blocks and empty expressions.

import type { EmptyCall, RenderedExpression, RootPath } from "@hookwright/template/internal";
import type {
  BlockReport,
  EmptyExpression,
  EmptyReason,
  EventView,
  FieldReport,
  Span,
} from "../base/index.ts";
import type { ResolveTrace } from "../resolve/index.ts";
import { collectBlocks } from "./collect-blocks.ts";
import { explainEmptyCall } from "./explain-empty-call.ts";
import { findNearestRead } from "./nearest-field.ts";
import { originToText } from "./read-origin.ts";

export interface RenderingReports {
  readonly fields: readonly FieldReport[];
  readonly blocks: readonly BlockReport[];
  readonly emptyExpressions: readonly EmptyExpression[];
}

export interface RenderingCollector {
  readonly trace: Pick<ResolveTrace, "field" | "literal" | "expression" | "block" | "emptyCall">;
  readonly report: () => RenderingReports;
}

interface FieldInProgress {
  readonly field: string;
  readonly view: EventView;
  readonly spans: Span[];
}

/** What an expression or a block shows comes from. */
interface Source {
  readonly reads: readonly RootPath[];
  readonly helpers: readonly string[];
}

export function collectRendering(): RenderingCollector {
  const fields: FieldInProgress[] = [];
  const empty = new Map<string, EmptyExpression>();
  const blocks = collectBlocks();
  let calls: EmptyCall[] = [];

  const current = () => fields.at(-1) as FieldInProgress;
  const add = (span: Span) => {
    if (span.text !== "") current().spans.push(span);
  };
  /** Its own calls are those before it. Those for arguments of a partial wait for what shows them. */
  const takeReasons = ({ reads, helpers }: Source): readonly EmptyReason[] => {
    const context = { reads, view: current().view };
    const own = calls.filter(({ helper }) => helpers.includes(helper));
    calls = calls.filter(({ helper }) => !helpers.includes(helper));
    return own.flatMap((call) => explainEmptyCall(call, context) ?? []);
  };
  const addEmpty = ({ expression, reads }: RenderedExpression, reasons: readonly EmptyReason[]) => {
    const { field, view } = current();
    const nearest = findNearestRead(reads, view);
    const report = { field, expression, ...(nearest !== undefined && { nearest }) };
    const key = JSON.stringify(report);
    // Loops and lists come by the same expression again and again.
    if (!empty.has(key)) empty.set(key, { ...report, ...(reasons.length > 0 && { reasons }) });
  };

  return {
    trace: {
      field: (field, view) => {
        fields.push({ field, view, spans: [] });
        calls = [];
      },
      literal: (text) => add({ text, origin: { kind: "operator" } }),
      expression: (rendered) => {
        const reasons = takeReasons(rendered);
        add(spanFromExpression(rendered));
        if (rendered.text === "") addEmpty(rendered, reasons);
      },
      block: (opened) => blocks.open(opened, { ...current(), reasons: takeReasons(opened) }),
      emptyCall: (call) => {
        calls.push(call);
      },
    },
    report: () => ({
      fields: fields.filter(({ spans }) => spans.length > 0).map(reportField),
      blocks: blocks.report(),
      emptyExpressions: [...empty.values()],
    }),
  };
}

function reportField({ field, view: { index }, spans }: FieldInProgress): FieldReport {
  const text = spans.map((span) => span.text).join("");
  return { field, ...(index !== undefined && { index }), text, spans };
}

function spanFromExpression({ text, expression, reads, helpers }: RenderedExpression): Span {
  const paths = reads.map(originToText);
  return { text, origin: { kind: "payload", expression, paths, helpers } };
}
