// Reports of coverage → one JSON object, the same bytes for the same input.
import { visibleJson } from "../../../output/visible-text.ts";
import type { LocatedReport } from "./located-report.ts";

export function reportsToJson(reports: readonly LocatedReport[]): string {
  const configs = reports.map(({ filename, report: { total, kinds }, units }) => ({
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
  return `${visibleJson({ schema: "hookwright.coverage/1", configs }, 2)}\n`;
}
