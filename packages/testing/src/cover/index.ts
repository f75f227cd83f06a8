// Events that were resolved → what of a config they have used: @hookwright/testing/coverage.
export { type Coverage, createCoverage } from "./create-coverage.ts";
export {
  COVERAGE_KINDS,
  type CoverageCount,
  type CoverageKind,
  type CoverageReport,
  type CoverageReportOptions,
  type CoverageRun,
  type CoverageUnit,
  type Suggestion,
  type UnitLocation,
} from "./model.ts";
