// A config and an event as texts → what the config makes of it. The same in the worker of the page and in tests.
import {
  addFixes,
  type ConfigDocument,
  includeTexts,
  locateProblems,
  parseConfigText,
} from "@hookwright/config/text";
import {
  createHooksCompiler,
  type EventChange,
  type Explanation,
  type HookEvent,
  type Hooks,
  type Problem,
  type Resolution,
} from "@hookwright/core";
import { FIXED_ID, modulesOf, patchEvent, stubbedOptions } from "@hookwright/testing";
import { type At, atId } from "../model/at-id.ts";
import { readEvent } from "../model/event-text.ts";
import type {
  Answer,
  ExpressionValue,
  HookOfEvent,
  LineValues,
  LocateQuestion,
  MappingRow,
  NamedEvent,
  NearMiss,
  Question,
  Result,
  StripRow,
} from "../model/messages.ts";

interface Engine {
  /** Never rejects because of its input: mistakes are problems. */
  ask(question: Question): Promise<Answer>;
  /** Undefined if the payload has no such value. */
  locate(question: LocateQuestion): Promise<readonly [start: number, end: number] | undefined>;
  /** Outcomes are compared with those of the config that was asked about last. */
  setBaseline(): void;
}

interface Compiled {
  readonly problems: readonly Problem[];
  /** Absent if the config has errors. */
  readonly usable?: UsableConfig;
}

interface UsableConfig {
  readonly document: ConfigDocument;
  readonly hooks: Hooks;
  /** The same hooks, for the sample events. */
  readonly ofSamples: Hooks;
}

export function createEngine(): Engine {
  let samples: readonly NamedEvent[] = [];
  let baseline: Hooks | undefined;
  let latest: Hooks | undefined;
  let compiler: { readonly modules: string; readonly compile: HooksCompiler } | undefined;

  /** Compiles the mapping that was edited alone, as long as the config names the same modules. */
  const compilerFor = (config: unknown): HooksCompiler => {
    const modules = modulesOf(config).join("\n");
    if (compiler?.modules !== modules) compiler = { modules, compile: createCompiler(config) };
    return compiler.compile;
  };

  let last: { readonly text: string; readonly compiled: Promise<Compiled> } | undefined;

  /** Who types at the event does not change the config. */
  const compileOnce = (question: Question): Promise<Compiled> => {
    const { format, config, includes = [] } = question;
    const text = JSON.stringify([format, config, includes]);
    if (last?.text !== text) last = { text, compiled: compile(question) };
    return last.compiled;
  };

  const compile = async ({ config, format, includes = [] }: Question): Promise<Compiled> => {
    const parsed = await parseConfigText(config, { format, filename: `hooks.${format}` });
    if (!parsed.ok) return { problems: parsed.problems };
    const document = await includeTexts(parsed, includes);
    const compiled = compilerFor(document.config)(document.config);
    const found = compiled.ok
      ? [...compiled.hooks.warnings, ...compiled.hooks.hints]
      : compiled.problems;
    const shown = found.filter(({ code }) => code !== "secret_missing");
    const located = locateProblems([...document.problems, ...shown], document);
    const problems = await addFixes(located, document);
    const isBroken = document.problems.some(({ severity }) => severity === "error");
    if (!compiled.ok || isBroken) return { problems };
    const { hooks } = compiled;
    return { problems, usable: { document, hooks, ofSamples: resolvingOnce(hooks) } };
  };

  return {
    ask: async (question) => {
      samples = question.samples ?? samples;
      const { problems, usable } = await compileOnce(question);
      const read = readEvent(question.event);
      const answer: Answer = { problems, ...(!read.ok && { eventProblem: read.message }) };
      if (usable === undefined || !read.ok) return answer;
      latest = usable.ofSamples;
      baseline ??= latest;
      const strip = await resolveStrip(latest, samples, baseline);
      return { ...answer, result: { ...(await explain(usable, read.event)), strip } };
    },
    locate: async ({ payload, path }) => {
      const document = await parseConfigText(payload, {
        format: "json5",
        filename: "payload.json",
      });
      if (!document.ok) return undefined;
      const { start, end } = document.rangeOf(path.split(".").map(indexOrKey));
      return [start.offset, end.offset];
    },
    setBaseline: () => {
      baseline = latest;
    },
  };
}

/**
 * Resolves each sample once, although the strip and its comparison both ask. A sample is known by its payload: the
 * comparison copies the event around it.
 */
function resolvingOnce(hooks: Hooks): Hooks {
  const resolutions = new WeakMap<object, ReturnType<Hooks["resolve"]>>();
  return {
    ...hooks,
    resolve: (event) => {
      const { payload } = event;
      if (typeof payload !== "object" || payload === null) return hooks.resolve(event);
      const resolution = resolutions.get(payload) ?? hooks.resolve(event);
      resolutions.set(payload, resolution);
      return resolution;
    },
  };
}

function indexOrKey(segment: string): string | number {
  return /^\d+$/.test(segment) ? Number(segment) : segment;
}

async function explain(
  { hooks, document }: UsableConfig,
  event: HookEvent,
): Promise<Omit<Result, "strip">> {
  const explanation = await hooks.explain(event, { transforms: "skip", details: "report" });
  return {
    explanation,
    row: rowOf("", event, explanation.resolution),
    nearMisses: await flipOneThing(explanation, event, hooks),
    lines: valuesByLine(explanation, document),
    hook: findHook(hooks, event.path),
    mappings: hooks.mappings.map(({ id, action, match, preset }, index): MappingRow => {
      const path = typeof match.path === "string" ? match.path : undefined;
      const at = ["hooks", "mappings", index];
      const included = document.includedAt?.(at);
      const { line } = (included?.document ?? document).locate(included?.path ?? at);
      return {
        ...(included !== undefined && { file: included.document.filename }),
        id,
        action,
        ...(path !== undefined && { path }),
        ...(preset === undefined && { line }),
      };
    }),
  };
}

function findHook(hooks: Hooks, path: string): HookOfEvent {
  const auth = hooks.endpoint(path)?.auth;
  const basePath = hooks.settings.path;
  if (auth === undefined || auth.orToken) return { basePath, auth: "token", secretHeaders: [] };
  if (auth.kind === "none") return { basePath, auth: "none", secretHeaders: [] };
  return { basePath, auth: "signature", secretHeaders: [...auth.secretPlaces.headers] };
}

/** More chips than fit into a few lines help nobody. */
const MAX_NEAR_MISSES = 16;

/** Each change of the event that the explanation knows, with what the changed event becomes. */
async function flipOneThing(
  { matches }: Explanation,
  event: HookEvent,
  hooks: Hooks,
): Promise<readonly NearMiss[]> {
  const changes = matches.flatMap(({ change, clauses = [] }) => [
    ...(change === undefined ? [] : [change]),
    ...clauses.flatMap(({ change, atoms = [] }) => [change, ...atoms.map((atom) => atom.change)]),
  ]);
  const found = new Map<string, EventChange>();
  for (const change of changes) if (change !== undefined) found.set(titleOf(change), change);
  const chosen = [...found].slice(0, MAX_NEAR_MISSES);
  const misses = chosen.map(async ([title, change]): Promise<readonly NearMiss[]> => {
    const patched = patchEvent(event, change);
    if (!patched.ok) return [];
    const resolution = await hooks.resolve(patched.event);
    return [{ title, event: patched.event, row: rowOf(title, patched.event, resolution) }];
  });
  return (await Promise.all(misses)).flat();
}

function titleOf({ patch = {}, remove = [] }: EventChange): string {
  const name = (path: string): string => path.replace(/^(?:payload|headers)\./, "");
  return [
    ...remove.map((path) => `without ${name(path)}`),
    ...Object.entries(patch).map(([path, value]) => `${name(path)} = ${JSON.stringify(value)}`),
  ].join(", ");
}

async function resolveStrip(
  hooks: Hooks,
  samples: readonly NamedEvent[],
  baseline: Hooks,
): Promise<readonly StripRow[]> {
  const events = samples.map(({ event }) => event);
  const rows = await Promise.all(
    samples.map(async ({ name, event }) => rowOf(name, event, await hooks.resolve(event))),
  );
  if (baseline === hooks) return rows;
  const { compareEvents } = await import("@hookwright/testing/comparison");
  const { events: compared } = await compareEvents(baseline, hooks, { events });
  const changes = new Map(compared.map(({ index, changes }) => [index, changes[0]?.class]));
  return rows.map((row, index) => {
    const change = changes.get(index);
    return change === undefined ? row : { ...row, change };
  });
}

function rowOf(name: string, { path }: HookEvent, resolution: Resolution): StripRow {
  const mapping = "mappingId" in resolution ? resolution.mappingId : undefined;
  const mappings = resolution.outcome === "batch" ? resolution.mappingIds : undefined;
  const base = {
    name,
    path,
    ...(mapping !== undefined && { mapping }),
    ...(mappings !== undefined && { mappings }),
  };
  if (resolution.outcome !== "action") return { ...base, outcome: resolution.outcome, empty: 0 };
  const { action, emptyExpressions = 0 } = resolution;
  // A session with a random id is a new one for each event.
  const hasSession = action.kind === "agent" && !action.sessionKey.includes(FIXED_ID);
  const session = hasSession ? { session: action.sessionKey } : {};
  return { ...base, ...session, outcome: action.kind, empty: emptyExpressions };
}

/** A loop renders an expression once for each element: the first values say enough. */
const MAX_VALUES_PER_EXPRESSION = 3;

/** The rendered values, at the lines of their expressions. */
function valuesByLine(
  { fields, emptyExpressions }: Explanation,
  document: ConfigDocument,
): readonly LineValues[] {
  const found = new Map<string, { readonly at: At; readonly texts: string[] }>();
  const add = (at: At | undefined, text: string): void => {
    if (at === undefined) return;
    const id = atId(at);
    const texts = found.get(id)?.texts ?? [];
    if (texts.length < MAX_VALUES_PER_EXPRESSION) texts.push(text);
    found.set(id, { at, texts });
  };
  for (const { spans } of fields) {
    for (const { origin, text, at } of spans) if (origin.kind === "payload") add(at, text);
  }
  for (const { at } of emptyExpressions) add(at, "");
  const lines = new Map<string, LineValues & { readonly values: ExpressionValue[] }>();
  for (const [id, { at, texts }] of found) {
    const included = document.includedAt?.(at.path);
    const { rangeOf } = included?.document ?? document;
    const { start, end } = rangeOf(included?.path ?? at.path, { within: at.span });
    const file = included?.document.filename;
    const { line } = start;
    const key = `${file ?? ""}:${line}`;
    const added = lines.get(key) ?? { line, values: [], ...(file !== undefined && { file }) };
    added.values.push({ id, start: start.offset, end: end.offset, texts });
    lines.set(key, added);
  }
  for (const { values } of lines.values()) values.sort((one, other) => one.start - other.start);
  return [...lines.values()];
}

type HooksCompiler = ReturnType<typeof createHooksCompiler>;

/** A page needs neither the secrets nor the modules of its author to show what an event becomes. */
function createCompiler(config: unknown): HooksCompiler {
  const options = stubbedOptions(config);
  return createHooksCompiler({
    ...options,
    severities: { ...options.severities, hooks_missing: "error", hooks_misplaced: "error" },
    secrets: () => undefined,
  });
}
