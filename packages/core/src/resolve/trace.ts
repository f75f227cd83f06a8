// What the walk reports while `explain` listens; absent in ordinary use.

import type { RenderTrace } from "@hookwright/template/internal";
import type { EventView } from "../base/index.ts";
import type { ElementSubject } from "../match/index.ts";

export interface ResolveTrace extends RenderTrace {
  /** Said before each templated field is rendered, with what its template reads. */
  field(name: string, view: EventView): void;
  stage(sentence: string): void;
  /** Said of each element that `forEach.when`, here as written, was asked about. */
  element(element: ElementSubject, isChosen: boolean, rule: unknown): void;
  /** Asked before a transform: whether it is left out. */
  leavesOut(mappingId: string): boolean;
}
