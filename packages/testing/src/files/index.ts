// What integrators import from @hookwright/testing/files: tests of configs in files.
export { loadEventFile } from "@hookwright/config";
export { changesToText, suggestionToText } from "./changes-between.ts";
export { type Exception, findUnused, isIgnored } from "./exceptions.ts";
export { findConfig, findTestFiles, isTestName } from "./find-config.ts";
export type { SuiteOptions } from "./load-suite.ts";
export { createSuiteLoader, type LoadedSuite } from "./load-suite.ts";
export { loadTestFile } from "./load-test-file.ts";
export {
  type LocatedReport,
  type LocatedUnit,
  locateValue,
  placeOf,
  type ValueLocation,
  type WrittenDocument,
} from "./locate-value.ts";
export {
  groupByConfig,
  type MeasuredConfig,
  measureSuites,
  type RunSuite,
  type ShownReport,
} from "./measure-suites.ts";
export type { SnapshotMode } from "./run-suite.ts";
export {
  type FileCaseResult,
  type RunSuiteOptions,
  runSuite,
  type SuiteResult,
} from "./run-suite.ts";
export { isReviewed, suggestedName, suggestedText } from "./suggested-file.ts";
export { type ConfigTest, isCi, type TestConfigOptions, testConfig } from "./test-config.ts";
export type { EventOfFile, IgnoredMutant, TestSuite } from "./test-suite.ts";
