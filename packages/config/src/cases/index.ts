// What tools import from @hookwright/config/testing: test files of configs.

export { createFileWatcher } from "../watch/watch-files.ts";
export { findConfig, findTestFiles, isTestName } from "./find-config.ts";
export { loadTestFile } from "./load-test-file.ts";
export type { EventOfFile, IgnoredMutant, TestSuite } from "./test-suite.ts";
