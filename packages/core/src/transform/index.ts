// The entry @hookwright/core/transform, for authors of transform modules.
export type {
  Transform,
  TransformCall,
  TransformContext,
  TransformModule,
  TransformResult,
  TransformUrl,
} from "../model/transform.ts";
export { defineTransform } from "./define-transform.ts";
