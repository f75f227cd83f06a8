// A comparison and both configs → one report, from which text, JSON and HTML are made.
import type {
  ChangeGroup,
  ComparedResult,
  RunsPerDay,
  StaticChanges,
  TextChange,
} from "@hookwright/testing";
import { type Allowance, hasStaticChanges } from "./allow.ts";
import { describeGroup } from "./describe-group.ts";
import { type ChangedLine, type DiffSides, listChangedLines } from "./explain-group.ts";

export interface DiffReport {
  readonly schema: "hookwright.diff/1";
  /** Whether nothing differs but what is allowed. */
  readonly ok: boolean;
  readonly events: number;
  readonly same: number;
  readonly groups: readonly ReportedGroup[];
  readonly static: StaticChanges;
  readonly runsPerDay?: RunsPerDay;
  /** The classes that are not allowed, the most serious first; `static` for what differs among the mappings. */
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

export interface ReportContext extends DiffSides {
  readonly names: readonly string[];
  readonly allowance: Allowance;
}

export function createReport(context: ReportContext): DiffReport {
  const { comparison, names, allowance } = context;
  const groups = comparison.groups.map((group) => reportGroup(group, context));
  const refused = groups.filter(({ isAllowed }) => !isAllowed).map((group) => group.class);
  // Where there are events, these decide: a mapping may well be added.
  const isStatic = names.length === 0 && !allowance.allowsStatic;
  const refusesStatic = isStatic && hasStaticChanges(comparison.static);
  const notAllowed = [...new Set<string>([...refused, ...(refusesStatic ? ["static"] : [])])];
  return {
    schema: "hookwright.diff/1",
    ok: notAllowed.length === 0,
    events: names.length,
    same: comparison.same,
    groups,
    static: comparison.static,
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
export function describeStatic(changes: StaticChanges): readonly string[] {
  return STATIC.flatMap(([key, text]) =>
    changes[key].length === 0 ? [] : [`${text}: ${changes[key].join(", ")}`],
  );
}

const STATIC: readonly (readonly [key: keyof StaticChanges, text: string])[] = [
  ["added", "Mappings added"],
  ["removed", "Mappings removed"],
  ["moved", "Mappings moved"],
  ["unreachable", "Unreachable now"],
  ["appearedNames", "Hook names that appear"],
  ["vanishedNames", "Hook names that vanish"],
];

/** The last line: runs in a day, and what the exit code is about. */
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
