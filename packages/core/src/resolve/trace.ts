// What the walk reports while `explain` listens; absent in ordinary use.
import type { RenderTrace } from "../template/frame.ts";

export interface ResolveTrace extends RenderTrace {
  /** Said before each templated field is rendered; `index` is that of the element, if there is one. */
  field(name: string, index: number | undefined): void;
  stage(sentence: string): void;
}
