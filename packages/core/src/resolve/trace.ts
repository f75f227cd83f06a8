// What the walk reports while `explain` listens; absent in ordinary use.
import type { RenderTrace } from "../template/frame.ts";

export interface ResolveTrace extends RenderTrace {
  /** Said before each templated field is rendered. */
  field(name: string): void;
  stage(sentence: string): void;
}
