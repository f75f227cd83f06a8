// Reports of coverage → lcov's text, which editors show beside the lines of the config.
import { visibleLine } from "@hookwright/base";
import type { LocatedReport, LocatedUnit } from "@hookwright/testing/files";

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
