// Units → how many of them are covered, in all and of each kind.
import {
  COVERAGE_KINDS,
  type CoverageCount,
  type CoverageKind,
  type CoverageReport,
  type CoverageUnit,
} from "./model.ts";

export function countUnits(
  units: readonly CoverageUnit[],
): Pick<CoverageReport, "total" | "kinds"> {
  const ofKind = (kind: CoverageKind) => countOf(units.filter((unit) => unit.kind === kind));
  const kinds = Object.fromEntries(COVERAGE_KINDS.map((kind) => [kind, ofKind(kind)]));
  return { total: countOf(units), kinds: kinds as CoverageReport["kinds"] };
}

function countOf(units: readonly CoverageUnit[]): CoverageCount {
  const total = units.length;
  const covered = units.filter(({ isCovered }) => isCovered).length;
  return { covered, total, percent: total === 0 ? 100 : Math.floor((100 * covered) / total) };
}
