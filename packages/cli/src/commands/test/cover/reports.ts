// Reports of coverage → lines that count and name what is missing, lcov, which editors show beside the config, or JSON.

import { visibleJson, visibleLine } from "@hookwright/base";
import { COVERAGE_KINDS, type CoverageUnit } from "@hookwright/testing/coverage";
import {
  type LocatedReport,
  type LocatedUnit,
  placeOf,
  suggestionToText,
} from "@hookwright/testing/files";
import type { Style } from "../../../output/style.ts";

export function reportToText({ filename, report, units }: LocatedReport, style: Style): string {
  const { kinds, total } = report;
  const counts = COVERAGE_KINDS.map(
    (kind) => `${kind} ${kinds[kind].covered}/${kinds[kind].total}`,
  );
  const isWhole = total.covered === total.total;
  const percent = `${total.percent} %`;
  const head = [
    visibleLine(filename).padEnd(30),
    ...counts,
    isWhole ? style.good(percent) : style.error(percent),
  ];
  const missing = joinUnits(units.filter(({ unit }) => !unit.isCovered)).map((one) =>
    lineOf(one, style),
  );
  return `${[head.join("  "), ...missing].join("\n")}\n`;
}

/** One line for everything that a clause or comparison lacks: if it is never false, it also never decides. */
export function joinUnits(units: readonly LocatedUnit[]): readonly LocatedUnit[] {
  const joined = new Map<string | number, LocatedUnit>();
  for (const [index, one] of units.entries()) {
    const { kind, path, label } = one.unit;
    const isJoined = kind === "clauses" || kind === "conditions";
    const key = isJoined ? JSON.stringify([path, stemOf(label)]) : index;
    const first = joined.get(key);
    joined.set(key, first === undefined ? one : joinTwo(first, one));
  }
  return [...joined.values()];
}

function joinTwo(first: LocatedUnit, other: LocatedUnit): LocatedUnit {
  const [one, two] = [first.unit, other.unit];
  const reason = one.reason === two.reason ? one.reason : `${one.reason}; ${two.reason}`;
  return {
    ...first,
    unit: { ...two, ...one, label: stemOf(one.label), ...(reason && { reason }) },
  };
}

/** `payload.action == "opened"` of `payload.action == "opened" is false`. */
function stemOf(label: string): string {
  return label.replace(/ (?:is (?:true|false)|decides)$/, "");
}

function lineOf({ unit, ...location }: LocatedUnit, style: Style): string {
  const { label, reason = "", suggestion } = unit;
  const at = visibleLine(placeOf(location));
  const what = visibleLine(`${reason}: ${label}`);
  const line = `  ${style.title(at.padEnd(7))} ${ownerOf(unit)}  ${what}`;
  if (suggestion === undefined) return line;
  return `${line}   ${style.hint(suggestionToText(suggestion))}`;
}

export function ownerOf({ mappingId, path, usedBy }: CoverageUnit): string {
  if (mappingId !== undefined) return visibleLine(mappingId);
  if (usedBy === undefined) return String(path.at(-1));
  const [first, ...others] = usedBy;
  if (first === undefined) return visibleLine(`partial ${path[2]}`);
  const rest = others.length === 0 ? "" : ` and ${others.length} more`;
  return visibleLine(`partial ${path[2]} (${first.slice(1).join(".")}${rest})`);
}

/** A line is hit if a unit that begins in it is covered; each unit is a branch of its line. */
export function reportsToLcov(reports: readonly LocatedReport[]): string {
  return reports.flatMap(recordsOf).join("");
}

/** One for each file. */
function recordsOf({ filename, included, units }: LocatedReport): readonly string[] {
  const ofFile = (file: string | undefined) => units.filter((one) => one.file === file);
  return [
    recordOf(filename, ofFile(undefined)),
    ...included.map((one) => recordOf(one.filename, ofFile(one.filename))),
  ];
}

function recordOf(filename: string, units: readonly LocatedUnit[]): string {
  const lines = new Map<number, LocatedUnit[]>();
  for (const one of units) {
    if (one.range === undefined) continue;
    const { line } = one.range.start;
    lines.set(line, [...(lines.get(line) ?? []), one]);
  }
  const sorted = [...lines].sort(([a], [b]) => a - b);
  const all = sorted.flatMap(([, ones]) => ones);
  const hitsOf = (ones: readonly LocatedUnit[]) => ones.filter(({ unit }) => unit.isCovered).length;
  return [
    "TN:",
    `SF:${visibleLine(filename)}`,
    ...sorted.flatMap(([line, ones]) =>
      ones.map(({ unit }, branch) => `BRDA:${line},0,${branch},${Number(unit.isCovered)}`),
    ),
    `BRF:${all.length}`,
    `BRH:${hitsOf(all)}`,
    ...sorted.map(([line, ones]) => `DA:${line},${hitsOf(ones)}`),
    `LF:${sorted.length}`,
    `LH:${sorted.filter(([, ones]) => hitsOf(ones) > 0).length}`,
    "end_of_record\n",
  ].join("\n");
}

export function reportsToJson(reports: readonly LocatedReport[]): string {
  const configs = describeCoverage(reports);
  return `${visibleJson({ schema: "hookwright.coverage/1", configs }, 2)}\n`;
}

/** The JSON of a run → the same with what its cases cover. */
export function withCoverage(report: string, reports: readonly LocatedReport[]): string {
  return `${visibleJson({ ...JSON.parse(report), coverage: describeCoverage(reports) }, 2)}\n`;
}

function describeCoverage(reports: readonly LocatedReport[]): readonly object[] {
  return reports.map(({ filename, report: { total, kinds }, units }) => ({
    config: filename,
    total,
    kinds,
    units: units.map(({ unit: { suggestion, ...unit }, ...location }) => ({
      ...unit,
      ...location,
      ...(suggestion !== undefined && {
        suggestion: {
          from: suggestion.from,
          ...(suggestion.patch !== undefined && { patch: suggestion.patch }),
          ...(suggestion.remove !== undefined && { remove: suggestion.remove }),
          becomes: suggestion.becomes,
          ...(suggestion.mapping !== undefined && { mapping: suggestion.mapping }),
        },
      }),
    })),
  }));
}
