// What integrators import from @hookwright/adapter-node.
export type { ConfigDocument, ConfigReading } from "./config/document.ts";
export type {
  HooksLoaded,
  HooksLoading,
  HooksLoadOptions,
  HooksUnloadable,
} from "./config/hooks-loading.ts";
export { loadConfigFile } from "./config/load-config-file.ts";
export { compileDocument, loadHooks } from "./config/load-hooks.ts";
export { locateProblems } from "./config/locate-problems.ts";
export { type ConfigTextOptions, parseConfigText } from "./config/parse-config-text.ts";
export {
  type HooksReload,
  type HooksWatchOptions,
  type LiveHooks,
  watchHooks,
} from "./config/watch-hooks.ts";
export { formatProblems, type ReportOptions } from "./report/format-problems.ts";
export {
  createNodeHandler,
  type NodeHandler,
  type NodeHandlerOptions,
} from "./request/create-node-handler.ts";
export type { NodeRequest } from "./request/node-request.ts";
export { createNodeSecrets, type NodeSecretsOptions } from "./secrets/create-node-secrets.ts";
export {
  createHooksServer,
  type HooksServer,
  type HooksServerOptions,
} from "./server/create-hooks-server.ts";
export type { ListenAddress } from "./server/listen.ts";
export {
  createTransformLoader,
  type LoadedTransforms,
  type TransformLoader,
  type TransformLoaderOptions,
} from "./transforms/load/transform-loader.ts";
export type { ModuleOutput, WriteModuleOutput } from "./transforms/worker/output-relay.ts";
