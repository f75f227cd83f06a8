// The entry @hookwright/core/transform, for authors of transform modules.
export type {
  Transform,
  TransformCall,
  TransformContext,
  TransformModule,
  TransformResult,
  TransformUrl,
} from "./base/index.ts";
export { defineTransform } from "./base/index.ts";
