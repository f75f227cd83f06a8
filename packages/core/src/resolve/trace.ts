// What the walk reports while `explain` listens; absent in ordinary use.
import type { RenderTrace } from "../language/render/frame.ts";
import type { ElementScope } from "./element-scope.ts";

export interface ResolveTrace extends RenderTrace {
  /** Said before each templated field is rendered, with what its template reads. */
  field(name: string, scope: ElementScope): void;
  stage(sentence: string): void;
}
