// Transforms: binding a module's function, calling it, checking its result, and merging it into a draft.
import {
  findNearestName,
  hintNearestName,
  isPromiseLike,
  oneLine,
  type PromiseOrValue,
  readOwn,
  type Timer,
} from "@hookwright/base";
import { wholeSeconds } from "../../generated/action-records.ts";
import {
  MAPPING_KEYS,
  OVERLAID_FIELDS,
  RESULT_FIELDS,
  TEMPLATED_FIELDS,
} from "../../generated/field-lists.ts";
import {
  type ConfigPath,
  createProblem,
  type LockableField,
  type Problem,
  type Transform,
  type TransformContext,
  type TransformReference,
  type TransformResult,
  type Transforms,
  typeName,
} from "../../model/index.ts";
import type { Draft, Origin, Origins } from "./draft.ts";
import { findWrongFields } from "./find-wrong-fields.ts";
import { hideValues } from "./hide-values.ts";

export type TransformRun =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false;
      readonly code: "transform_failed" | "transform_overloaded";
      readonly detail: string;
    };

type FailedRun = Extract<TransformRun, { ok: false }>;

interface TransformLimits {
  readonly timer: Timer;
  readonly timeoutMs: number;
}

/** Never throws and never rejects. The limit cannot stop code that blocks the thread. */
export function runTransform(
  transform: Transform,
  context: TransformContext,
  limits: TransformLimits,
): PromiseOrValue<TransformRun> {
  try {
    const result: unknown = transform(context, { timeoutMs: limits.timeoutMs });
    return isPromiseLike(result) ? withinLimit(result, context, limits) : { ok: true, result };
  } catch (error) {
    return runFromError(error, context);
  }
}

function withinLimit(
  result: PromiseLike<unknown>,
  context: TransformContext,
  { timer, timeoutMs }: TransformLimits,
): Promise<TransformRun> {
  return new Promise((resolve) => {
    const cancel = timer(() => {
      resolve(failed(`did not answer within ${timeoutMs} ms`));
    }, timeoutMs);
    const settle = (run: TransformRun) => {
      cancel();
      resolve(run);
    };
    Promise.resolve(result).then(
      (value) => settle({ ok: true, result: value }),
      (error: unknown) => settle(runFromError(error, context)),
    );
  });
}

/** For the record: the name and message of the error, without values of the event. */
function runFromError(error: unknown, context: TransformContext): FailedRun {
  try {
    if (!(error instanceof Error)) return failed(`threw ${typeName(error)}`);
    const { name, message } = error;
    // Only the runner of modules throws these two, and their messages are complete descriptions.
    if (name === "TransformFailure") return failed(message);
    if (name === "TransformOverload") {
      return { ok: false, code: "transform_overloaded", detail: message };
    }
    return failed(`threw ${name}: ${hideValues(message, context)}`);
  } catch {
    // A thrown object may have throwing getters, or a symbol as its message.
    return failed("threw an error that cannot be read");
  }
}

function failed(detail: string): FailedRun {
  return { ok: false, code: "transform_failed", detail };
}

type BindTransformResult =
  | { readonly ok: true; readonly transform: Transform }
  | { readonly ok: false; readonly problem: Problem };

/** A transform reference and the available modules → the function to call, or the problem. */
export function bindTransform(
  reference: TransformReference,
  transforms: Transforms,
  configPath: ConfigPath,
): BindTransformResult {
  const { module: name } = reference;
  if (!Object.hasOwn(transforms, name))
    return { ok: false, problem: noModule(name, transforms, configPath) };
  const exported = findExport(transforms[name], reference.export);
  if (typeof exported === "function") return { ok: true, transform: exported as Transform };
  return {
    ok: false,
    problem: noExport(reference, transforms[name], configPath),
  };
}

/** The export that the mapping names, else `default`, else `transform`. A module may itself be a function. */
function findExport(module: unknown, name: string | undefined): unknown {
  if (typeof module === "function") return module;
  if (name !== undefined) return readExport(module, name);
  return readExport(module, "default") ?? readExport(module, "transform");
}

/** The exports of a CommonJS module are the `default` of its namespace. */
function readExport(module: unknown, name: string): unknown {
  const found = [readOwn(module, name), readOwn(readOwn(module, "default"), name)];
  return found.find((exported) => typeof exported === "function");
}

function noModule(name: string, transforms: Transforms, configPath: ConfigPath): Problem {
  const path = [...configPath, "transform", "module"];
  const names = Object.keys(transforms);
  const hint =
    names.length === 0
      ? `Pass its function: compileHooks(config, { transforms: { ${JSON.stringify(name)}: … } }).`
      : hintNearestName(name, names);
  const message = `The transform module "${name}" is not available.`;
  return createProblem("transform_unavailable", path, message, { hint });
}

function noExport(reference: TransformReference, module: unknown, configPath: ConfigPath): Problem {
  const wanted = reference.export ?? "default";
  const path = [...configPath, "transform", reference.export === undefined ? "module" : "export"];
  const message = `The transform module "${reference.module}" exports no function "${wanted}".`;
  const names = functionsOf(module);
  const hint = names.length === 0 ? "It exports no function." : hintNearestName(wanted, names);
  return createProblem("transform_export_missing", path, message, { hint });
}

/** Includes the functions of `module.exports` of a CommonJS module. */
function functionsOf(module: unknown): readonly string[] {
  const names = [module, readOwn(module, "default")].flatMap((holder) =>
    Object.keys(Object(holder)),
  );
  return [...new Set(names)].filter((name) => readExport(module, name) !== undefined);
}

type TransformOutcome =
  | { readonly kind: "unchanged" }
  | { readonly kind: "handled" }
  | {
      readonly kind: "changes";
      readonly changes: TransformResult;
      /** Fields that no action has, or that no transform may set. */
      readonly ignored: readonly string[];
    }
  | { readonly kind: "wrong"; readonly detail: string };

/** Never throws, even for a proxy or throwing getters. */
export function checkTransformResult(result: unknown): TransformOutcome {
  if (result === undefined) return { kind: "unchanged" };
  if (result === null) return { kind: "handled" };
  try {
    if (typeName(result) !== "an object") {
      return { kind: "wrong", detail: `returned ${typeName(result)}, not part of an action` };
    }
    // The same copy is checked and used, because a getter may return another value the second time.
    return checkFields({ ...(result as object) });
  } catch {
    return { kind: "wrong", detail: "returned an object that cannot be read" };
  }
}

const FIELDS: ReadonlySet<string> = new Set(RESULT_FIELDS);

function checkFields(fields: Record<string, unknown>): TransformOutcome {
  if (fields["action"] === null) return { kind: "handled" };
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  const changes = Object.fromEntries(set.filter(([name]) => FIELDS.has(name)));
  const ignored = set.map(([name]) => name).filter((name) => !FIELDS.has(name));
  const issues = findWrongFields(changes, { known: RESULT_FIELDS });
  if (issues.length === 0) return { kind: "changes", changes, ignored };
  // The detail becomes part of a sentence in the record, which adds the period.
  const messages = issues.map(({ message }) => message).join(" ");
  return { kind: "wrong", detail: `returned a wrong field: ${messages.slice(0, -1)}` };
}

/** Merges the changes of a transform into a draft and updates its origins. */
export function mergeChanges(
  draft: Draft,
  changes: TransformResult,
  lock: readonly LockableField[],
): Draft {
  const kind = changes.kind ?? changes.action ?? draft.kind;
  const text = kind === "agent" ? changes.message : changes.text;
  const locked = listLocked(changes, lock);
  const laidOver = OVERLAID_FIELDS.filter(
    (field) => readChange(field, changes) !== undefined && !locked.includes(field.name),
  );
  const origin = (name: Exclude<keyof Origins, "text">): Origin =>
    laidOver.some((field) => field.name === name) ? "transform" : draft.origins[name];
  return {
    ...draft,
    kind,
    text: text ?? draft.text,
    ...(text !== undefined && { spans: undefined }),
    fields: {
      ...draft.fields,
      ...Object.fromEntries(laidOver.map((field) => [field.name, tidy(field, changes)])),
    },
    origins: {
      // Text of a transform is untrusted, because it may contain payload values.
      text: text === undefined ? draft.origins.text : "transform",
      sessionKey: origin("sessionKey"),
      agentId: origin("agentId"),
      to: origin("to"),
      accountId: origin("accountId"),
      model: origin("model"),
    },
    // Fields, too: a value that a transform sets may come from the payload.
    taintedFields: TEMPLATED_FIELDS.filter(
      (name) => draft.taintedFields.includes(name) || laidOver.some((field) => field.name === name),
    ),
  };
}

/** The fields of the result that are ignored because the mapping has locked them. */
export function listLocked(
  changes: TransformResult,
  lock: readonly LockableField[],
): readonly LockableField[] {
  return OVERLAID_FIELDS.filter((field) => {
    const value = readChange(field, changes);
    return value !== undefined && lock.includes(field.name) && !isAlwaysLaidOver(field, value);
  }).map(({ name }) => name);
}

type OverlaidField = (typeof OVERLAID_FIELDS)[number];

/** `deliver: false` always counts, because a sent message cannot be taken back. */
function isAlwaysLaidOver({ name }: OverlaidField, value: unknown): boolean {
  return name === "deliver" && value === false;
}

/** Wake actions have other names for some fields, and modules use both. */
function readChange(field: OverlaidField, changes: TransformResult): unknown {
  const value = changes[field.name];
  return value === undefined && "wakeName" in field ? changes[field.wakeName] : value;
}

/** As in templates: values are one line, and a blank value is unset. */
function tidy(field: OverlaidField, changes: TransformResult): unknown {
  const value = readChange(field, changes);
  if (typeof value === "number") return wholeSeconds(value);
  if (typeof value !== "string") return value;
  const text = field.value === "line" ? oneLine(value) : value.trim();
  return text === "" ? undefined : text;
}

/** A module may return many fields; hints for the first ones are enough. */
const MAX_HINTS = 3;

/** Attack: a module may make keys from payload values, so only known names are quoted. */
export function describeIgnored(keys: readonly string[]): readonly string[] {
  const known = keys.filter((key) => MAPPING_KEYS.includes(key));
  const unknown = keys.filter((key) => !MAPPING_KEYS.includes(key));
  return [
    ...known.map((key) => `The transform returned "${key}", which it cannot set.`),
    ...(unknown.length === 0 ? [] : [describeUnknown(unknown)]),
  ];
}

function describeUnknown(keys: readonly string[]): string {
  const meant = keys
    .slice(0, MAX_HINTS)
    .flatMap((key) => findNearestName(key, RESULT_FIELDS) ?? []);
  const hint = meant.length === 0 ? "" : `, perhaps instead of "${meant.join('", "')}"`;
  const fields = keys.length === 1 ? "a field" : `${keys.length} fields`;
  return `The transform returned ${fields} that no action has${hint}.`;
}
