// An event → its resolution, with a report of every step of the same walk.

import type { RenderLimits } from "@hookwright/template";
import type {
  EmptyCall,
  OpenedBlock,
  RenderedExpression,
  RenderedHalf,
  RootPath,
  TemplateLocation,
} from "@hookwright/template/runtime";
import type {
  BlockReport,
  ConfigLocation,
  ConfigPath,
  ElementReport,
  EmptyExpression,
  EmptyReason,
  EventView,
  ExplainOptions,
  Explanation,
  ExplanationNote,
  FieldReport,
  HookEvent,
  OfMapping,
  Resolution,
  Span,
  SpanOrigin,
  UnreachedExpression,
} from "../../model/index.ts";
import type { ElementSubject, RuleNode } from "../../serving/match/index.ts";
import {
  type CompiledConfig,
  type CompiledMapping,
  type ResolveTrace,
  resolveEvent,
  viewEvent,
} from "../../serving/resolve/index.ts";
import { explainCondition } from "./condition/explain-condition.ts";
import { describePayload } from "./describe-payload.ts";
import { describeStage } from "./describe-stage.ts";
import { explainEmptyCall } from "./explain-empty-call.ts";
import { type ConfigLocator, type LocatedMapping, NO_LOCATOR } from "./locate-mapping.ts";
import { findMeantRead } from "./nearest-field.ts";
import { noteMissingPaths } from "./note-missing-paths.ts";
import { originToText, seeOrigin } from "./read-origin.ts";
import { reportMatches } from "./report-matches.ts";
import { reportParts } from "./report-parts.ts";

/** Resolves an event with linked hooks, and reports every step; its details with the option, and where it is written with a locator. Never rejects. */
export async function explainEvent(
  event: HookEvent,
  config: CompiledConfig,
  { transforms = "run", matches = "report", details = "skip" }: ExplainOptions = {},
  locator: ConfigLocator = NO_LOCATOR,
): Promise<Explanation> {
  const isDetailed = details === "report";
  const { locateMapping, locateClause } = isDetailed ? locator : NO_LOCATOR;
  const view = viewEvent(event, config);
  const rendering = collectRendering();
  let taken: CompiledMapping | undefined;
  let isOneOf = false;
  const asked: AskedElement[] = [];
  const leftOut = new Set<string>();
  const stages: string[] = [];
  const resolution = await resolveEvent(view, config, {
    ...rendering.trace,
    mapping: (mapping, isOfSeveral) => {
      taken = mapping;
      isOneOf = isOfSeveral;
      return rendering.enter(locateMapping(mapping), isOfSeveral);
    },
    stage: (stage, element) => {
      // What is said of one mapping or element would otherwise read as if it were said of all.
      const ofMapping = isOneOf ? `Mapping "${taken?.id}": ` : "";
      const ofElement = element === undefined ? "" : `Element ${element}: `;
      stages.push(...describeStage(stage).map((sentence) => ofMapping + ofElement + sentence));
    },
    element: (element, isChosen, rule) => {
      const { id: mappingId } = taken as CompiledMapping;
      const path = locateClause(taken as CompiledMapping, "forEach.when");
      asked.push({ element, isChosen, rule, path, ...(isOneOf && { mappingId }) });
    },
    leavesOut: (mappingId) => {
      if (transforms === "skip") leftOut.add(mappingId);
      return transforms === "skip";
    },
  });
  const reports = rendering.report();
  const question = { locate: locateClause, clauses: isDetailed };
  const reported = matches === "skip" ? [] : reportMatches({ view, resolution }, config, question);
  if (hasEmptyText(resolution)) stages.unshift(describeEmptyText(reports.emptyExpressions));
  return {
    resolution,
    notes: [
      ...[...leftOut].map(noteLeftOut),
      ...describePayload(view.payload, event.integersAsText),
      ...noteMissingPaths({ view, resolution, matches: reported }, config),
    ],
    matches: reported,
    ...reports,
    parts: isDetailed ? reportParts(resolution, reports.fields) : [],
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

type RenderingReports = Pick<
  Explanation,
  "fields" | "blocks" | "emptyExpressions" | "unreachedExpressions"
>;

interface RenderingCollector {
  /** Called with each mapping that gets the event; returns the one to render. */
  readonly enter: (located: LocatedMapping, isOneOf: boolean) => CompiledMapping;
  readonly trace: Pick<ResolveTrace, "field" | "literal" | "expression" | "block" | "emptyCall">;
  readonly report: () => RenderingReports;
}

interface FieldInProgress {
  readonly located: LocatedMapping | undefined;
  readonly ofMapping: OfMapping;
  readonly field: string;
  readonly key: string;
  readonly view: EventView;
  readonly spans: Span[];
}

/** What an expression or a block shows comes from. */
interface Source {
  readonly reads: readonly RootPath[];
  readonly helpers: readonly string[];
}

/** What a trace reports while templates are rendered → reports of fields, blocks and empty expressions. */
function collectRendering(): RenderingCollector {
  const fields: FieldInProgress[] = [];
  const empty = new Map<string, EmptyExpression>();
  const blocks = collectBlocks();
  let calls: EmptyCall[] = [];
  let located: LocatedMapping | undefined;
  let ofMapping: OfMapping = {};
  const reached = new Set<TemplateLocation>();

  const locate = (at: TemplateLocation | undefined): ConfigLocation | undefined =>
    at && located?.locate(at, current().key);
  const current = () => fields.at(-1) as FieldInProgress;
  const add = (text: string, origin: SpanOrigin, location: TemplateLocation | undefined) => {
    const at = locate(location);
    current().spans.push(at === undefined ? { text, origin } : { text, origin, at });
  };
  /** Its own calls are those before it. Those for arguments of a partial wait for what shows them. */
  const takeReasons = ({ reads, helpers }: Source): readonly EmptyReason[] => {
    const context = { reads, view: current().view };
    const own = calls.filter(({ helper }) => helpers.includes(helper));
    calls = calls.filter(({ helper }) => !helpers.includes(helper));
    return own.flatMap((call) => explainEmptyCall(call, context) ?? []);
  };
  const addEmpty = (
    { expression, reads, at }: RenderedExpression,
    reasons: readonly EmptyReason[],
  ) => {
    const { field, view } = current();
    const location = locate(at);
    const meant = findMeantRead(reads, view);
    const report = {
      ...ofMapping,
      field,
      expression,
      ...(location && { at: location }),
      ...meant,
    };
    const key = JSON.stringify(report);
    // Loops and lists come by the same expression again and again.
    if (!empty.has(key)) empty.set(key, { ...report, ...(reasons.length > 0 && { reasons }) });
  };

  /** Of the templates of all fields that were rendered. */
  const listUnreached = (): readonly UnreachedExpression[] => {
    const entered = new Map(
      fields.map((one) => [JSON.stringify([one.ofMapping.mappingId, one.key]), one]),
    );
    return [...entered.values()].flatMap(({ located, ofMapping, key, field }) =>
      (located?.expressionsOf(key) ?? []).flatMap(({ expression, locations }) => {
        if (locations.some((location) => reached.has(location))) return [];
        const at = located?.locate(locations[0] as TemplateLocation, key);
        return [{ ...ofMapping, field, expression, ...(at && { at }) }];
      }),
    );
  };

  return {
    enter: (mapping, isOneOf) => {
      located = mapping;
      ofMapping = isOneOf ? { mappingId: mapping.mapping.id } : {};
      return mapping.mapping;
    },
    trace: {
      field: (field, view) => {
        const key = located?.keyOf(field) ?? field;
        fields.push({ located, ofMapping, field, key, view, spans: [] });
        calls = [];
      },
      literal: (text, at) => {
        if (text !== "") add(text, OPERATOR, at);
      },
      expression: (rendered) => {
        const { at, text } = rendered;
        const reasons = takeReasons(rendered);
        if (at !== undefined) reached.add(at);
        if (text === "") addEmpty(rendered, reasons);
        else add(text, originOfExpression(rendered), at);
      },
      block: (opened) =>
        blocks.open(opened, {
          ...current(),
          location: locate(opened.at),
          reasons: takeReasons(opened),
        }),
      emptyCall: (call) => {
        calls.push(call);
      },
    },
    report: () => ({
      fields: fields.filter(({ spans }) => spans.length > 0).map(reportField),
      blocks: blocks.report(),
      emptyExpressions: [...empty.values()],
      unreachedExpressions: listUnreached(),
    }),
  };
}

function reportField(one: FieldInProgress): FieldReport {
  const { ofMapping, field, key, view, spans } = one;
  const { index } = view;
  const text = spans.map((span) => span.text).join("");
  return { ...ofMapping, field, key, ...(index !== undefined && { index }), text, spans };
}

const OPERATOR: SpanOrigin = { kind: "operator" };

function originOfExpression({ expression, reads, helpers }: RenderedExpression): SpanOrigin {
  return { kind: "payload", expression, paths: reads.map(originToText), helpers };
}

interface BlockPosition {
  readonly ofMapping: OfMapping;
  readonly field: string;
  readonly view: EventView;
  readonly location: ConfigLocation | undefined;
  readonly reasons: readonly EmptyReason[];
}

interface BlockCollector {
  readonly open: (opened: OpenedBlock, position: BlockPosition) => (rendered: RenderedHalf) => void;
  readonly report: () => readonly BlockReport[];
}

/** Blocks as they are opened and closed → a report for each half of each block that was rendered. */
function collectBlocks(): BlockCollector {
  /** By block and half. A block is there when it opens, and so before those inside of it. */
  const blocks = new Map<string, BlockReport | undefined>();
  return {
    open: (opened, { ofMapping, field, view, location, reasons }) => {
      const { helper, expression, value, reads, helpers } = opened;
      const { index } = view;
      const { partial, start } = opened.at ?? {};
      const keyOf = (half: RenderedHalf["half"]) =>
        JSON.stringify([ofMapping.mappingId, field, index, expression, partial, start, half]);
      for (const half of HALVES) {
        const key = keyOf(half);
        if (!blocks.has(key)) blocks.set(key, undefined);
      }
      const seen = reads.map((path) => seeOrigin(path, view));
      return ({ half, turns }) => {
        const known = blocks.get(keyOf(half));
        const isLoop = helper === "each" || (helper === "section" && Array.isArray(value));
        const report: BlockReport = known ?? {
          ...ofMapping,
          field,
          ...(index !== undefined && { index }),
          expression,
          ...(location && { at: location }),
          rendered: half,
          times: 0,
          ...(isLoop && { turns }),
          ...(value !== undefined && { value }),
          seen,
          helpers,
          ...(reasons.length > 0 && { reasons }),
        };
        blocks.set(keyOf(half), { ...report, times: report.times + 1 });
      };
    },
    report: () => [...blocks.values()].filter((report) => report !== undefined),
  };
}

const HALVES: readonly RenderedHalf["half"][] = ["body", "else", "none"];

/** Each is explained with a budget of its own, and more than a screen of them says nothing new. */
const MAX_ELEMENTS = 20;

interface AskedElement extends OfMapping {
  readonly element: ElementSubject;
  readonly isChosen: boolean;
  readonly rule: RuleNode;
  readonly path: ConfigPath | undefined;
}

/** Elements of a list and the rule that chooses among them → what the rule saw in the first of them. */
function reportElements(
  asked: readonly AskedElement[],
  limits: RenderLimits,
): readonly ElementReport[] {
  return asked.slice(0, MAX_ELEMENTS).map(({ element, isChosen, rule, path, ...ofMapping }) => {
    const question = { subject: element, limits, wanted: true, path };
    const { atoms, change } = explainCondition(rule, question);
    return {
      ...ofMapping,
      index: element.index,
      isChosen,
      atoms,
      ...(change !== undefined && { wouldBeChosenIf: change }),
    };
  });
}
