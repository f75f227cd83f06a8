// What integrators import from @hookwright/transforms.
export { createModuleLoader, type ModuleLoaderOptions } from "./load/module-loader.ts";
export {
  createTransformLoader,
  type TransformLoaderOptions,
} from "./load/transform-loader.ts";
export type { ModuleOutput, WriteModuleOutput } from "./worker/output-relay.ts";
