// What listens while templates are compiled and rendered, to tell which of their parts an event used. Types only.
import type { ReadSet } from "../origin/read.ts";
import type { Reader, Renderer } from "../render/frame.ts";
import type { BlockHelper, HelperCall } from "../render/helper.ts";
import type {
  BlockNode,
  CallNode,
  MustacheNode,
  ParsedSource,
  PartialNode,
  ProgramNode,
} from "../syntax/syntax-tree.ts";

/** A compiled expression, and what it reads. */
interface ProbedValue extends ReadSet {
  readonly read: Reader;
}

/** The helper of a call, and what its arguments read. */
interface ProbedCall extends ReadSet {
  readonly call: HelperCall;
}

/**
 * Each function gets a part of a template while it is compiled, and what would render it, and returns what
 * renders it instead. Only tests of configs have a probe: templates without one are compiled as if there
 * were none, and render as fast. A partial is compiled once for each scope that calls it.
 */
export interface TemplateProbe {
  /** Said before and after a template is compiled; between them, the keys from the root of the config. */
  readonly begin: (path: readonly (string | number)[]) => void;
  readonly end: () => void;
  readonly expression: (node: MustacheNode, parsed: ParsedSource, value: ProbedValue) => Reader;
  /** A helper that is called with values, also within another call. `reads` are those of its arguments. */
  readonly call: (node: CallNode, parsed: ParsedSource, call: ProbedCall) => HelperCall;
  readonly block: (node: BlockNode, parsed: ParsedSource, helper: BlockHelper) => BlockHelper;
  readonly partial: (node: PartialNode, parsed: ParsedSource) => void;
  readonly body: (program: ProgramNode, render: Renderer) => Renderer;
}
