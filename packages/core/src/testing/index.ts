// What integrators import from @hookwright/core/testing: events for tests.

export { type Coverage, createCoverage } from "./coverage/create-coverage.ts";
export type {
  AssertedParts,
  CoverageCount,
  CoverageKind,
  CoverageReport,
  CoverageRun,
  CoverageUnit,
  UnitLocation,
} from "./coverage/model.ts";
export { event } from "./event.ts";
