// What authors of transform modules import from @hookwright/core/transform.
export type {
  Transform,
  TransformCall,
  TransformContext,
  TransformModule,
  TransformResult,
} from "../model/transform.ts";
export { defineTransform } from "./define-transform.ts";
