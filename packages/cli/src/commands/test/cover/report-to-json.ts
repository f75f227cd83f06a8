// Reports of coverage → one JSON object, the same bytes for the same input.
import { visibleJson } from "@hookwright/base";
import type { LocatedReport } from "@hookwright/testing/files";

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
