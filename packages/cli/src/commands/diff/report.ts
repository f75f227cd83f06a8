// A comparison and both configs → one report, from which text, JSON and a page are made.

import { readPath } from "@hookwright/base";
import type { ConfigPath } from "@hookwright/core";
import type {
  ChangeGroup,
  ComparedResult,
  HooksComparison,
  RunsPerDay,
  SettingChange,
  StaticChanges,
  TextChange,
} from "@hookwright/testing/comparison";
import { type Allowance, hasStaticChanges } from "./allow.ts";
import { type ChangedConfig, listConfigChanges } from "./config-changes.ts";
import type { ConfigLine, DiffSide } from "./load-side.ts";

export interface DiffReport {
  readonly schema: "hookwright.diff/1";
  /** Whether all differences are allowed. */
  readonly ok: boolean;
  readonly events: number;
  readonly same: number;
  readonly groups: readonly ReportedGroup[];
  readonly static: StaticChanges;
  /** Settings in `host` that differ. */
  readonly host: readonly ChangedLine[];
  readonly runsPerDay?: RunsPerDay;
  /** The classes that are not allowed, the most serious first; `static` for differences of the mappings. */
  readonly notAllowed: readonly string[];
}

export interface ReportedGroup {
  readonly class: ChangeGroup["class"];
  readonly isAllowed: boolean;
  readonly text: string;
  readonly before: ComparedResult;
  readonly after: ComparedResult;
  readonly fields: readonly string[];
  readonly count: number;
  readonly share: number;
  readonly example: string;
  readonly events: readonly string[];
  readonly config: readonly ChangedLine[];
  readonly texts?: TextChange;
  readonly sessions?: TextChange;
  readonly undecided?: readonly string[];
}

interface ReportContext extends DiffSides {
  readonly names: readonly string[];
  readonly allowance: Allowance;
}

export function createReport(context: ReportContext): DiffReport {
  const { comparison, names, allowance } = context;
  const groups = comparison.groups.map((group) => reportGroup(group, context));
  const refused = groups.filter(({ isAllowed }) => !isAllowed).map((group) => group.class);
  // Events decide if there are any: a new mapping alone changes nothing.
  const isStatic = names.length === 0 && !allowance.allowsStatic;
  const host = listHostLines(context);
  const refusesStatic = isStatic && (host.length > 0 || hasStaticChanges(comparison.static));
  const notAllowed = [...new Set<string>([...refused, ...(refusesStatic ? ["static"] : [])])];
  return {
    schema: "hookwright.diff/1",
    ok: notAllowed.length === 0,
    events: names.length,
    same: comparison.same,
    groups,
    static: comparison.static,
    host,
    ...(comparison.runsPerDay && { runsPerDay: comparison.runsPerDay }),
    notAllowed,
  };
}

function reportGroup(group: ChangeGroup, context: ReportContext): ReportedGroup {
  const { names, allowance } = context;
  const events = group.events.map((index) => names[index] as string);
  return {
    class: group.class,
    isAllowed: allowance.allows(group),
    text: describeGroup(group),
    before: group.before,
    after: group.after,
    fields: group.fields,
    count: events.length,
    share: group.share,
    example: events[0] as string,
    events,
    config: group.class === "undecided" ? [] : listChangedLines(group, context),
    ...(group.text && { texts: group.text }),
    ...(group.sessions && { sessions: group.sessions }),
    ...(group.undecided.length > 0 && { undecided: group.undecided }),
  };
}

/** One sentence each. */
export function describeStatic({ static: changes, host }: DiffReport): readonly string[] {
  const names = STATIC.flatMap(([key, text]) =>
    changes[key].length === 0 ? [] : [`${text}: ${changes[key].join(", ")}`],
  );
  const ofHost = host.map(({ file, line, text }) => `Host: ${file}:${line}  ${text}`);
  return [...names, ...changes.settings.map(describeSetting), ...ofHost];
}

/** `Setting of ci: maxConcurrent 1 → 2` */
function describeSetting({ mapping, setting, before, after }: SettingChange): string {
  const shown = (value: unknown) => (value === undefined ? "not set" : JSON.stringify(value));
  return `Setting of ${mapping}: ${setting} ${shown(before)} → ${shown(after)}`;
}

type Names = Exclude<keyof StaticChanges, "settings">;

const STATIC: readonly (readonly [key: Names, text: string])[] = [
  ["added", "Mappings added"],
  ["removed", "Mappings removed"],
  ["moved", "Mappings moved"],
  ["unreachable", "Unreachable now"],
  ["appearedNames", "Hook names that appear"],
  ["vanishedNames", "Hook names that vanish"],
];

/** The last line: runs per day, and the reason of the exit code. */
export function describeEnd({ ok, notAllowed, runsPerDay }: DiffReport): string {
  const runs =
    runsPerDay === undefined
      ? ""
      : `Runs: ${round(runsPerDay.before)} a day → ${round(runsPerDay.after)} a day. `;
  const verb = notAllowed.length === 1 ? "is" : "are";
  return `${runs}${ok ? "Exit 0." : `Exit 1: ${notAllowed.join(", ")} ${verb} not allowed.`}`;
}

function round(value: number): string {
  return String(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
}

/** A group of differences → what became of its events, in words: `mail → unmatched`. */
function describeGroup(group: ChangeGroup): string {
  const { before, after, fields, sessions, sessionCount, undecided } = group;
  const name = after.mapping ?? before.mapping ?? "a built-in hook";
  switch (group.class) {
    case "unsafe":
      return `${name}: ${fields.map((field) => UNSAFE[field] ?? field).join(", ")}`;
    case "session-merged":
    case "session-split": {
      const counts = `(${sessionCount?.before} sessions → ${sessionCount?.after})`;
      return `${name}: ${sessions?.before} → ${sessions?.after}  ${counts}`;
    }
    case "target":
    case "fields":
    case "text":
      return `${name}: ${fields.join(", ")}`;
    case "undecided":
      return `${name}: ${undecided.map((path) => `${path} is redacted`).join(", ")}`;
    default:
      return describeResults(before, after);
  }
}

const UNSAFE: Readonly<Record<string, string>> = {
  fence: "the fence is off",
  instructions: "instructions are shorter",
  "transform.lock": "transform.lock has fewer fields",
};

/** A common mapping is named once. */
function describeResults(before: ComparedResult, after: ComparedResult): string {
  const [old, next] = [describeResult(before), describeResult(after)];
  if (before.mapping !== undefined && before.mapping === after.mapping) {
    return `${before.mapping}: ${old} → ${next}`;
  }
  return `${describeOutcome(before)} → ${describeOutcome(after)}`;
}

function describeResult({ becomes, code }: ComparedResult): string {
  return code === undefined ? becomes : `${becomes} (${code})`;
}

/** `agent ci`, `refused (session_key_refused) ci` */
export function describeOutcome(result: ComparedResult): string {
  return withName(result, describeResult(result));
}

function withName({ mapping }: ComparedResult, text: string): string {
  return mapping === undefined ? text : `${text} ${mapping}`;
}

/** A line of a config, and what differs there. */
interface ChangedLine extends ConfigLine {
  readonly text: string;
}

interface DiffSides {
  readonly before: DiffSide;
  readonly after: DiffSide;
  readonly comparison: HooksComparison;
}

/** The lines of the group's mappings, or of the rest of the config if the mappings are the same. */
function listChangedLines(group: ChangeGroup, sides: DiffSides): readonly ChangedLine[] {
  const { pairs } = sides.comparison;
  const old = group.before.mapping;
  const next = group.after.mapping;
  const origin = [...pairs].find(([, id]) => id === next)?.[0];
  const found = [
    ...(old === undefined ? [] : compareMapping(old, pairs.get(old), sides)),
    ...(next === undefined || origin === old ? [] : compareMapping(origin, next, sides)),
  ];
  if (found.length === 0) return listOtherLines(sides);
  const relevant = found.filter(({ keys }) => isAbout(keys, group));
  return (relevant.length > 0 ? relevant : found).map(({ line }) => line);
}

interface FoundLine {
  /** The key of the mapping; undefined for the whole mapping. */
  readonly keys: string | undefined;
  readonly line: ChangedLine;
}

const TEXT_KEYS = ["messageTemplate", "textTemplate", "instructions", "allowUnsafeExternalContent"];

/** Whether a change of this key explains the group. */
function isAbout(key: string | undefined, { class: name, fields }: ChangeGroup): boolean {
  if (key === undefined) return true;
  if (name === "text") return TEXT_KEYS.includes(key);
  if (name === "unsafe") return [...TEXT_KEYS.slice(2), "transform"].includes(key);
  return fields.length === 0 || fields.includes(key);
}

function compareMapping(
  oldId: string | undefined,
  nextId: string | undefined,
  { before, after, comparison }: DiffSides,
): readonly FoundLine[] {
  const old = oldId === undefined ? undefined : pathOf(oldId, before);
  const next = nextId === undefined ? undefined : pathOf(nextId, after);
  if (old !== undefined && next !== undefined) {
    const changes = listConfigChanges(
      { value: readPath(before.config, old), path: old },
      { value: readPath(after.config, next), path: next },
    );
    const found = changes.map((change) => ({
      keys: String(change.path[next.length]),
      line: lineOf(change, { before, after }),
    }));
    const isMoved = nextId !== undefined && comparison.static.moved.includes(nextId);
    const line = { ...after.locate(next), text: `mapping ${nextId} has another place` };
    return isMoved ? [...found, { keys: undefined, line }] : found;
  }
  return [
    ...(old === undefined ? [] : [whole(before.locate(old), `mapping ${oldId} is gone`)]),
    ...(next === undefined ? [] : [whole(after.locate(next), `mapping ${nextId} is new`)]),
  ];
}

function whole(line: ConfigLine, text: string): FoundLine {
  return { keys: undefined, line: { ...line, text } };
}

function listOtherLines({ before, after }: DiffSides): readonly ChangedLine[] {
  return ["hooks", "agents"].flatMap((key) =>
    listConfigChanges(
      { value: without(["mappings"], readPath(before.config, [key])), path: [key] },
      { value: without(["mappings"], readPath(after.config, [key])), path: [key] },
      key,
    ).map((change) => lineOf(change, { before, after })),
  );
}

/** These hold credentials under names of their own. */
const NOT_COMPARED = ["runner", "channels", "notify"];

function listHostLines({ before, after }: DiffSides): readonly ChangedLine[] {
  const path = ["host"];
  return listConfigChanges(
    { value: without(NOT_COMPARED, readPath(before.config, path)), path },
    { value: without(NOT_COMPARED, readPath(after.config, path)), path },
    "host",
  ).map((change) => lineOf(change, { before, after }));
}

function without(keys: readonly string[], value: unknown): unknown {
  if (typeof value !== "object" || value === null) return {};
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

function lineOf(
  { kind, path, text }: ChangedConfig,
  { before, after }: Pick<DiffSides, "before" | "after">,
): ChangedLine {
  return { ...(kind === "gone" ? before : after).locate(path), text };
}

/** Undefined for a mapping of a preset, which no file has. */
function pathOf(id: string, { hooks, config }: DiffSide): ConfigPath | undefined {
  const index = hooks.mappings.findIndex((mapping) => mapping.id === id);
  const path = ["hooks", "mappings", index];
  return readPath(config, path) === undefined ? undefined : path;
}
