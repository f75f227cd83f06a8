// The JSON of a run and what mutants came to → one JSON object. The same input gives the same bytes.
import { visibleJson } from "@hookwright/base";
import type { MutatedConfig } from "./mutated-config.ts";

export function withMutation(report: string, mutated: readonly MutatedConfig[]): string {
  const mutation = mutated.map(({ filename, report, located, ignored, unused, sample }) => ({
    config: filename,
    score: report.score,
    counts: report.counts,
    ignored,
    unused,
    ...(sample !== undefined && { sample }),
    mutants: report.results.map(({ mutant, ...result }, index) => ({
      operator: mutant.operator,
      mapping: mutant.mappingId,
      partial: mutant.partial,
      path: mutant.path,
      ...located[index],
      label: mutant.label,
      ...result,
    })),
  }));
  return `${visibleJson({ ...JSON.parse(report), mutation }, 2)}\n`;
}
