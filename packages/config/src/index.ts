// What integrators import from @hookwright/config.

export { createNodeCrypto } from "@hookwright/signatures/node";
export { createNodeDecompressor } from "./compression/create-node-decompressor.ts";
export { type SetValueOptions, type SetValueResult, setValue } from "./edit/set-value.ts";
export type {
  EventDocument,
  RecordedEvent,
  RecordingFacts,
  Redaction,
} from "./events/event-file.ts";
export { loadEventFile } from "./events/load-event-file.ts";
export { parseEventText } from "./events/parse-event-text.ts";
export { loadConfigFile } from "./files/load-config-file.ts";
export {
  type ConfigTexts,
  type FixedFile,
  type FixFilesOptions,
  type FixFilesResult,
  fixFiles,
} from "./fix/fix-files.ts";
export type { HooksLoadOptions } from "./hooks/hooks-loader.ts";
export { compileDocument, loadHooks } from "./hooks/load-hooks.ts";
export { locateProblems } from "./hooks/locate-problems.ts";
export { type HooksWatchOptions, watchHooks } from "./hooks/watch-hooks.ts";
export { includeFiles } from "./include/include-files.ts";
export { createNodeKeys, type NodeKeysOptions } from "./keys/create-node-keys.ts";
export type {
  ConfigDocument,
  IncludedSource,
  IncludedValue,
  LiveHooks,
  LoadedHooks,
  LoadReport,
  LoadResult,
  RangeOptions,
} from "./load-result.ts";
export { type ActionReportOptions, formatAction } from "./report/format-action.ts";
export { formatProblems, type ReportOptions } from "./report/format-problems.ts";
export { limitProblems, sayFurtherProblems, type ToldProblems } from "./report/limit-problems.ts";
export { type MaskedText, maskSecrets } from "./report/mask-secrets.ts";
export { createNodeSecrets, type NodeSecretsOptions } from "./secrets/create-node-secrets.ts";
export type { EnvFileSource } from "./secrets/env-file.ts";
export { type ConfigTextOptions, parseConfigText } from "./text/parse-config-text.ts";
