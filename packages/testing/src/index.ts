// What integrators import from @hookwright/testing: cases, expectations, coverage, mutation, and the comparison of configs.
export { checkExpectation, type Subject } from "./check-expectation.ts";
export { findPatternProblem } from "./check-value.ts";
export { type CompareOptions, compareHooks } from "./compare/compare-hooks.ts";
export {
  CHANGE_CLASSES,
  type Change,
  type ChangeClass,
  type ChangeGroup,
  type ComparedEvent,
  type ComparedResult,
  type EventComparison,
  type HooksComparison,
  type RunsPerDay,
  type StaticChanges,
  type TextChange,
} from "./compare/model.ts";
export { type Coverage, createCoverage } from "./cover/create-coverage.ts";
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
} from "./cover/model.ts";
export { type EventParts, event } from "./event.ts";
export { expandCases } from "./expand-cases.ts";
export {
  type ActionDemand,
  describeWrong,
  ExpectationError,
  expectAction,
} from "./expect-action.ts";
export { findInEvents } from "./findings/find-in-events.ts";
export type { FindInEventsOptions } from "./findings/model.ts";
export { FIXED_ID, FIXED_NOW, FIXED_PORTS } from "./fixed-ports.ts";
export type * from "./model.ts";
export {
  type MappingEdit,
  type MappingMutant,
  MUTATION_OPERATORS,
  type Mutant,
  type MutantDifference,
  type MutantResult,
  type MutantVerdict,
  type MutationOperator,
  type MutationReport,
  type MutationSuite,
  type PartialMutant,
  type RunMutantsOptions,
} from "./mutate/model.ts";
export { type MutateConfigOptions, mutateConfig } from "./mutate/mutate-config.ts";
export { runMutants } from "./mutate/run-mutants.ts";
export { type SampleOptions, sampleMutants } from "./mutate/sample-mutants.ts";
export { type PatchEventResult, patchEvent } from "./patch-event.ts";
export { type CaseHooks, type RunCasesOptions, runCase, runCases } from "./run-case.ts";
export { snapshotText } from "./snapshot-text.ts";
export { type StubbedTransforms, stubTransforms, type TransformStub } from "./stub-transforms.ts";
export { ACTION_KEYS, type ActionKey } from "./view-action.ts";
