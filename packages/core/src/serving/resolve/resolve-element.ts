// A mapping and an event or one element of it → its action, "handled", or a refusal.
import {
  hasInvisibleCharacters,
  isBlank,
  isKey,
  MAX_KEY_CHARACTERS,
  mapPromise,
  oneLine,
  type PromiseOrValue,
  readPath,
  readPayload,
} from "@hookwright/base";
import {
  Budget,
  type CompiledTemplate,
  createRootFrame,
  type Frame,
  failureFromError,
  hasSolidValue,
  type RenderLimits,
  type RenderTrace,
  WorkLimitError,
} from "@hookwright/template/runtime";
import { renderedFields } from "../../generated/action-records.ts";
import {
  type ActionResolution,
  type ChannelReportKind,
  type ChannelReports,
  createRefusal,
  type EventCode,
  type EventView,
  type HandledResolution,
  type Refusal,
  type RefusedResolution,
  type TransformContext,
  type TransformResult,
} from "../../model/index.ts";
import { collectSpans } from "./collect-spans.ts";
import type { CompiledConfig, CompiledMapping, CompiledTransform } from "./compiled.ts";
import { refuseMissingText } from "./describe-refusal.ts";
import type { Draft } from "./draft.ts";
import { type FinishingWalk, finishDraft } from "./finish-action.ts";
import { hideValues } from "./hide-values.ts";
import { refuseDraft } from "./trace.ts";
import {
  checkTransformResult,
  describeIgnored,
  listLocked,
  mergeChanges,
  runTransform,
  type TransformRun,
} from "./transform.ts";

type ElementOutcome = ActionResolution | HandledResolution | RefusedResolution;

/** Throws a `WorkLimitError` when the budget is spent, which refuses the event and not only an element. */
export type Walk = FinishingWalk;

export function resolveElement(
  mapping: CompiledMapping,
  view: EventView,
  walk: Walk,
): PromiseOrValue<ElementOutcome> {
  const { config } = walk;
  let draft: Draft;
  try {
    draft = renderDraft(mapping, view, walk);
  } catch (error) {
    if (error instanceof WorkLimitError) throw error;
    return refuseAt(mapping, refusalFromError(error, view), walk);
  }
  const { transform } = mapping;
  const isLeftOut = transform !== undefined && walk.trace?.leavesOut(mapping.id) === true;
  if (isLeftOut && mapping.text === undefined) return refuseAt(mapping, refuseMissingText(), walk);
  if (transform === undefined || isLeftOut) {
    const notes = mapping.firstOnly.length === 0 ? NO_NOTES : noteUnread(mapping, view);
    return resolveDraft(draft, mapping, walk, notes);
  }
  const context = view.transformContext(config.settings.path);
  const step = applyTransform({ draft, mapping, transform, context, config });
  return mapPromise(step, (done) => resolveStep(done, { draft, mapping, walk }));
}

/** Throws errors of templates, which the caller turns into refusals. */
function renderDraft(
  mapping: CompiledMapping,
  view: EventView,
  { budget, trace, config: { environment } }: Walk,
): Draft {
  const { limits } = environment;
  const frame = createRootFrame(view, budget, trace);
  const renderers = {
    line: (field: string, template: CompiledTemplate) => {
      trace?.field(field, view);
      return renderLine(template, frame);
    },
    id: (field: string, template: CompiledTemplate) => {
      trace?.field(field, view);
      const id = template.render(frame).trim();
      // A blank agent is kept, so that the policy refuses it: undefined would mean the default agent.
      return id === "" && field !== "agentId" ? undefined : id;
    },
  };
  trace?.field(mapping.action === "agent" ? "message" : "text", view);
  // Only deliveries pay for the pieces of their text.
  const collected = mapping.action === "deliver" ? collectSpans(trace) : undefined;
  const ofText = collected === undefined ? frame : createRootFrame(view, budget, collected.trace);
  const text = mapping.text?.render(ofText) ?? "";
  const emptyExpressions =
    mapping.text === undefined ? 0 : countEmptyExpressions(text, mapping.text, { view, limits });
  trace?.field("sessionKey", view);
  const { sessionKey: keyTemplate } = mapping.fields;
  const sessionKey = keyTemplate && renderSessionKey(keyTemplate, frame);
  trace?.field("instructions", view);
  const instructions = mapping.instructions?.render(frame).trim() ?? "";
  return {
    kind: mapping.action,
    text,
    ...(collected !== undefined && { spans: collected.spans }),
    emptyExpressions,
    instructions,
    fields: renderedFields(mapping.fields, sessionKey, renderers),
    origins: mapping.origins,
    taintedFields: mapping.taintedFields,
    ...(mapping.dedupeKey !== undefined && {
      dedupeKey: renderDedupeKey(mapping.dedupeKey, { frame, view, trace }),
    }),
    ...(mapping.coalesce !== undefined && {
      coalesce: renderCoalesce(mapping.coalesce, { frame, view, trace }),
    }),
    ...(mapping.channelReports.length > 0 &&
      renderChannelReports(mapping.channelReports, { frame, view, trace })),
  };
}

/** A report with a value that is blank or not a valid id is left out, and noted: the event itself is still good. */
function renderChannelReports(
  reports: CompiledMapping["channelReports"],
  { frame, view, trace }: Rendering,
): Pick<Draft, "channelReports" | "reportNotes"> {
  const rendered: { [Kind in ChannelReportKind]?: object } = {};
  const notes: string[] = [];
  for (const { kind, channel, values } of reports) {
    const found: Record<string, string> = { channel };
    const wrong = values.find(({ name, template }) => {
      trace?.field(`${kind}.${name}`, view);
      const value = template.render(frame).trim();
      const isSolid = template.isLiteral || hasSolidValue(value, template);
      if (!isSolid || !isKey(value) || hasInvisibleCharacters(value)) {
        return name !== "accountId";
      }
      found[name] = value;
      return false;
    });
    if (wrong === undefined)
      rendered[kind] = kind === "route" ? { from: found["to"], ...found } : found;
    else
      notes.push(
        `"${kind}" was left out, because its "${wrong.name}" is empty or not valid for this event.`,
      );
  }
  const isEmpty = Object.keys(rendered).length === 0;
  return {
    ...(!isEmpty && { channelReports: rendered as ChannelReports }),
    reportNotes: notes,
  };
}

interface Rendering extends Pick<Walk, "trace"> {
  readonly frame: Frame;
  readonly view: EventView;
}

/** Empty if every expression is blank: otherwise different events would have the same key. */
function renderDedupeKey(template: CompiledTemplate, { frame, view, trace }: Rendering): string {
  trace?.field("dedupeKey", view);
  const key = template.render(frame);
  return hasSolidValue(key, template) && !isBlank(key) ? key.trim() : "";
}

function renderCoalesce(
  { key: template, ...rest }: NonNullable<CompiledMapping["coalesce"]>,
  { frame, view, trace }: Rendering,
): NonNullable<Draft["coalesce"]> {
  trace?.field("coalesce.key", view);
  const key = template.render(frame);
  const isSolid = template.isLiteral || hasSolidValue(key, template);
  return { ...rest, key: isSolid ? key.trim() : "" };
}

/** Literals are already one line since the config was normalized. */
function renderLine(template: CompiledTemplate, frame: Frame): string | undefined {
  const line = template.isLiteral ? template.render(frame) : oneLine(template.render(frame));
  return line === "" ? undefined : line;
}

/** Empty if every expression is blank: only the literal text would be left. */
function renderSessionKey(template: CompiledTemplate, frame: Frame): string {
  const key = template.render(frame);
  if (template.isLiteral) return key.trim();
  return hasSolidValue(key, template) ? key.trim() : "";
}

interface Transformed {
  /** Before the transform. */
  readonly draft: Draft;
  readonly mapping: CompiledMapping;
  readonly walk: Walk;
}

function resolveStep(step: TransformStep, { draft, mapping, walk }: Transformed): ElementOutcome {
  if (step.kind === "refused") return refuseAt(mapping, step.refusal, walk);
  if (step.kind === "handled") {
    walk.trace?.stage({ kind: "nothing to do" });
    return { outcome: "handled", mappingId: mapping.id };
  }
  walk.trace?.stage({ kind: "transformed", before: draft, after: step.draft, notes: step.notes });
  return resolveDraft(step.draft, mapping, walk, step.notes);
}

const NO_NOTES: readonly string[] = [];

/** Notes about list elements that the templates do not read. */
function noteUnread({ firstOnly }: CompiledMapping, { payload }: EventView): readonly string[] {
  return firstOnly.flatMap(({ name, keys, isFromPayload }) => {
    const list = isFromPayload ? readPayload(payload, keys) : readPath(payload, keys);
    if (!Array.isArray(list) || list.length < 2) return NO_NOTES;
    return `List "${name}" has ${list.length} elements, only [0] was read.`;
  });
}

function resolveDraft(
  draft: Draft,
  mapping: CompiledMapping,
  walk: Walk,
  notes: readonly string[],
): ElementOutcome {
  const { dedupeKey = "" } = draft;
  if (dedupeKey !== "" && !isKey(dedupeKey)) return refuseAt(mapping, WRONG_KEY, walk);
  const { coalesce } = draft;
  if (coalesce !== undefined && !isKey(coalesce.key)) {
    return refuseAt(mapping, coalesce.key === "" ? EMPTY_COALESCE_KEY : WRONG_COALESCE_KEY, walk);
  }
  const finished = finishDraft(draft, mapping, walk);
  if (!finished.ok) return refuseAt(mapping, finished.refusal, walk);
  const { action, warnings, taintedFields } = finished;
  const { emptyExpressions, origins, channelReports, reportNotes = NO_NOTES } = draft;
  const isKeyless = draft.dedupeKey === "";
  const allNotes =
    warnings.length === 0 && !isKeyless && reportNotes.length === 0
      ? notes
      : [...notes, ...warnings, ...reportNotes, ...(isKeyless ? [KEYLESS] : [])];
  return {
    outcome: "action",
    mappingId: mapping.id,
    action,
    warnings,
    taintedFields,
    ...(allNotes.length > 0 && { notes: allNotes }),
    ...(emptyExpressions > 0 && origins.text !== "transform" && { emptyExpressions }),
    ...(dedupeKey !== "" && { dedupeKey }),
    ...(channelReports !== undefined && { channelReports }),
  };
}

const KEYLESS =
  "Every expression of dedupeKey is empty for this event, so that a repeat of it is not recognized.";

const WRONG_KEY = createRefusal(
  "invalid_idempotency_key",
  `What dedupeKey renders for this event has more than ${MAX_KEY_CHARACTERS} characters, or control characters.`,
);

/** One key for unrelated events would join them. */
const EMPTY_COALESCE_KEY = createRefusal(
  "coalesce_key_refused",
  "What coalesce.key renders is made of values that this payload does not have.",
  { detail: "Every expression of coalesce.key is empty for this event." },
);

const WRONG_COALESCE_KEY = createRefusal(
  "coalesce_key_refused",
  `What coalesce.key renders for this event has more than ${MAX_KEY_CHARACTERS} characters, or control characters.`,
);

/**
 * 0 if an expression rendered something or none was evaluated. Lengths are compared first, because every
 * event with a message gets here.
 */
function countEmptyExpressions(
  text: string,
  template: CompiledTemplate,
  { view, limits }: { readonly view: EventView; readonly limits: RenderLimits },
): number {
  const { literalLength: length, isLiteral } = template;
  const isEmpty =
    text.length <= length || (length === -1 ? !hasSolidValue(text, template) : isBlank(text));
  if (!isEmpty || isLiteral) return 0;
  // Expressions in a skipped block are not evaluated, so the template is rendered again with a trace. Few
  // events get here.
  const expressions = new Set<string>();
  const trace: RenderTrace = {
    literal: () => undefined,
    expression: ({ expression }) => {
      expressions.add(expression);
    },
  };
  template.render(createRootFrame(view, new Budget(limits), trace));
  return expressions.size;
}

function refuseAt({ id }: CompiledMapping, refusal: Refusal, { trace }: Walk): RefusedResolution {
  return refuseDraft(refusal, { mappingId: id, trace });
}

function refusalFromError(error: unknown, view: EventView): Refusal {
  const { code, message } = failureFromError(error);
  return code === "helper_failed"
    ? createRefusal(code, "A template helper failed.", { detail: hideValues(message, view) })
    : createRefusal(code, `This payload cannot be rendered: ${message}.`);
}

type TransformStep =
  | { readonly kind: "draft"; readonly draft: Draft; readonly notes: readonly string[] }
  | { readonly kind: "handled" }
  | { readonly kind: "refused"; readonly refusal: Refusal };

interface TransformTask {
  readonly draft: Draft;
  readonly mapping: CompiledMapping;
  readonly transform: CompiledTransform;
  readonly context: TransformContext;
  readonly config: CompiledConfig;
}

/** Applies the transform of the mapping to a draft. */
function applyTransform(task: TransformTask): PromiseOrValue<TransformStep> {
  const { transform, context, config } = task;
  const { timer } = config.environment;
  const run = runTransform(transform.call, context, { timer, timeoutMs: transform.timeoutMs });
  return mapPromise(run, (done) => stepFromRun(done, task));
}

function stepFromRun(run: TransformRun, task: TransformTask): TransformStep {
  if (!run.ok) return failed(task.mapping, run.detail, run);
  const outcome = checkTransformResult(run.result);
  switch (outcome.kind) {
    case "unchanged":
      return { kind: "draft", draft: task.draft, notes: [] };
    case "handled":
      return { kind: "handled" };
    case "wrong":
      return failed(task.mapping, outcome.detail);
    case "changes":
      return stepFromChanges(outcome.changes, outcome.ignored, task);
  }
}

function stepFromChanges(
  changes: TransformResult,
  ignored: readonly string[],
  { draft, mapping, transform, config }: TransformTask,
): TransformStep {
  const channel = changes.channel && config.policies.channels.find(changes.channel);
  if (changes.channel !== undefined && !channel) {
    return failed(mapping, 'returned a "channel" that is not known');
  }
  if ((changes.kind ?? changes.action) === "deliver" && mapping.action !== "deliver") {
    return failed(
      mapping,
      'returned the kind "deliver", which its mapping does not have as "action"',
    );
  }
  const known = channel ? { ...changes, channel } : changes;
  const merged = mergeChanges(draft, known, transform.lock);
  // `deliver: false` of a transform drops the message.
  if (merged.kind === "deliver" && !merged.fields.deliver) return { kind: "handled" };
  const notes = [
    ...describeIgnored(ignored),
    ...listLocked(known, transform.lock).map(
      (field) => `The transform returned "${field}", which the mapping has locked.`,
    ),
    ...describeUnusedText(merged.kind, changes),
  ];
  return { kind: "draft", draft: merged, notes };
}

/** A text under the name that the other kind of action uses is ignored, so it is reported. */
function describeUnusedText(
  kind: Draft["kind"],
  { message, text }: TransformResult,
): readonly string[] {
  if (kind === "agent" && text !== undefined) {
    return ['The transform returned "text", which a run does not use: its text is "message".'];
  }
  if (kind !== "agent" && message !== undefined) {
    const what = kind === "wake" ? "a wake" : "a delivery";
    return [`The transform returned "message", which ${what} does not use: its text is "text".`];
  }
  return [];
}

type FailureCode = Extract<EventCode, "transform_failed" | "transform_overloaded">;

const MESSAGES: Readonly<Record<FailureCode, string>> = {
  transform_failed: "The transform of this hook failed.",
  transform_overloaded: "Too many events wait for this hook; try again.",
};

/** The sender learns that the transform failed; the record says how. */
function failed(
  mapping: CompiledMapping,
  detail: string,
  { code }: { readonly code: FailureCode } = { code: "transform_failed" },
): TransformStep {
  const refusal = createRefusal(code, MESSAGES[code], {
    detail: `The transform of mapping "${mapping.id}" ${detail}.`,
  });
  return { kind: "refused", refusal };
}
