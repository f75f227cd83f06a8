// What integrators import from @hookwright/transforms.
export {
  createTransformLoader,
  type TransformLoaderOptions,
} from "./load/transform-loader.ts";
