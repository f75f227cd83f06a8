// The values of --min-coverage → the lowest percentages that are accepted; and reports → those below.
import { COVERAGE_KINDS, type CoverageKind } from "@hookwright/testing/coverage";
import type { LocatedReport } from "@hookwright/testing/files";
import { createUsageError } from "../../../cli-error.ts";

interface Floor {
  readonly of: CoverageKind | "total";
  readonly percent: number;
}

/** `80`, or `branches=90`; several with commas between them. */
export function parseFloors(text: string): readonly Floor[] {
  return text.split(",").map((part) => {
    const [, name = "total", number = ""] = /^\s*(?:(\w+)=)?(\d{1,3})\s*$/.exec(part) ?? [];
    const of = [...COVERAGE_KINDS, "total" as const].find((kind) => kind === name);
    const percent = Number(number);
    if (of !== undefined && number !== "" && percent <= 100) return { of, percent };
    throw createUsageError(
      `"${part.trim()}" is not a minimum coverage.`,
      `Write --min-coverage 80, or --min-coverage branches=90; the kinds are ${COVERAGE_KINDS.join(", ")}.`,
    );
  });
}

/** One sentence for each minimum that a config misses. */
export function findMissed(
  reports: readonly LocatedReport[],
  floors: readonly Floor[],
): readonly string[] {
  return reports.flatMap(({ filename, report: { total, kinds } }) =>
    floors.flatMap(({ of, percent }) => {
      const seen = of === "total" ? total.percent : kinds[of].percent;
      const what = of === "total" ? "coverage" : `coverage of ${of}`;
      return seen >= percent
        ? []
        : [`${filename}: ${what} is ${seen} %, and must be ${percent} %.`];
    }),
  );
}
