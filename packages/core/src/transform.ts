// The entry @hookwright/core/transform, for authors of transform modules.
export type {
  Transform,
  TransformCall,
  TransformContext,
  TransformModule,
  TransformResult,
  TransformUrl,
} from "./model/index.ts";
export { defineTransform } from "./model/index.ts";
