// The entry @hookwright/core/transform, for authors of transform modules.
export type {
  Transform,
  TransformCall,
  TransformContext,
  TransformModule,
  TransformResult,
} from "../model/transform.ts";
export { defineTransform } from "./define-transform.ts";
