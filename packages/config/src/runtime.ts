// What a server of a plan imports: `@hookwright/config/runtime`. Nothing here reads a config.

export { createNodeCrypto } from "@hookwright/signatures/node";
export { createNodeDecompressor } from "./compression/create-node-decompressor.ts";
export { createNodeKeys, type NodeKeysOptions } from "./keys/create-node-keys.ts";
export type { LiveHooks, LoadedHooks, LoadReport, LoadResult } from "./load-result.ts";
export { loadPlan, type PlanWatchOptions, watchPlan } from "./plans/load-plan.ts";
export type { PlanLoadOptions, PlanLoadResult } from "./plans/plan-loader.ts";
export { type ActionReportOptions, formatAction } from "./report/format-action.ts";
export { formatProblems, type ReportOptions } from "./report/format-problems.ts";
export { limitProblems, sayFurtherProblems, type ToldProblems } from "./report/limit-problems.ts";
export { createNodeSecrets, type NodeSecretsOptions } from "./secrets/create-node-secrets.ts";
export type { EnvFileSource } from "./secrets/env-file.ts";
