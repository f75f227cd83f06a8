// What integrators import from hookwright/testing: tests of configs that stand in files.
export { loadEventFile } from "@hookwright/config";
export type { SuiteOptions } from "./load-suite.ts";
export type { SnapshotMode } from "./run-suite.ts";
export { type ConfigTest, type TestConfigOptions, testConfig } from "./test-config.ts";
