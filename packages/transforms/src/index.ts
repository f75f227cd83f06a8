// What integrators import from @hookwright/transforms.
export {
  createTransformLoader,
  type TransformLoaderOptions,
} from "./load/transform-loader.ts";
export type { ModuleOutput, WriteModuleOutput } from "./worker/output-relay.ts";
