// The types that the compiler of one template passes from call to call, and the faults that it reports.

import type { TemplateLocation } from "../../text-span.ts";
import type { ReadSet, TemplateRead } from "../origin.ts";
import type { FieldTable } from "../render/body.ts";
import type { PartialKind } from "../render/enter-partial.ts";
import type { Reader, Renderer } from "../render/frame.ts";
import type { BlockHelper, HelperCall, HelperTable, LiteralProblem } from "../render/helper.ts";
import type { TemplateRoot } from "../render/scope.ts";
import type {
  BlockNode,
  CallNode,
  MustacheNode,
  ParsedSource,
  PartialNode,
  ProgramNode,
} from "../syntax-tree.ts";

/** A compiled expression: the closure and what it reads. */
export interface CompiledValue extends ReadSet {
  readonly read: Reader;
}

/** A compiled statement or body. */
export interface CompiledText {
  readonly render: Renderer;
  readonly reads: readonly TemplateRead[];
}

/** `literals` has one more element than there are dynamic parts between them. */
export interface CompiledBody extends CompiledText {
  readonly literals: readonly string[];
}

/** A partial in reach. */
export interface PartialDefinition {
  readonly kind: PartialKind;
  readonly parsed: ParsedSource;
  readonly program: ProgramNode;
  /** The block parameters in reach at its definition; named partials have none. */
  readonly locals?: CompileState["locals"];
  /** The partials that it sees; default: those of its caller. */
  readonly partials?: PartialScope;
  /** Identifies the program that defines an inline partial. */
  readonly owner?: object;
}

export type PartialScope = ReadonlyMap<string, PartialDefinition>;

/** A partial compiled for one scope; a partial that includes itself is compiled once. */
export interface PartialInstance {
  readonly program: ProgramNode;
  readonly partials: PartialScope;
  readonly isNested: boolean;
  /** Set after compiling. An object of its own, so that no closure keeps the syntax tree in memory. */
  readonly target: { render?: Renderer };
}

/** What all calls of the compiler share for one template. */
export interface CompileSession {
  readonly helpers: HelperTable;
  readonly roots: ReadonlyMap<string, TemplateRoot>;
  readonly fields: FieldTable;
  /** Whether lines of tags that show nothing are dropped. */
  readonly dropsLines: boolean;
  readonly probe: TemplateProbe | undefined;
  /** Its expressions, if the trace gets locations; of a partial, once for each scope that calls it. */
  readonly located: LocatedExpression[] | undefined;
  /** Grows while partials are compiled. */
  readonly instances: PartialInstance[];
  readonly faults: TemplateFault[];
  /** Whether further faults would be the same again and again. */
  mustStop: boolean;
  /**
   * Passed as an argument, because bodies contain blocks and partials, which contain bodies: an import
   * would close a cycle.
   */
  readonly compileBody: (program: ProgramNode, state: CompileState) => CompiledBody | undefined;
}

/** An expression of a template, whether it is rendered or not. */
export interface LocatedExpression {
  readonly expression: string;
  readonly at: TemplateLocation;
}

export interface CompileState {
  readonly session: CompileSession;
  readonly parsed: ParsedSource;
  /** Names of the block parameters in reach, one list per block, innermost last. */
  readonly locals: readonly (readonly string[])[];
  /** How many blocks around change the context. */
  readonly contextDepth: number;
  /** How many blocks are around, within the same partial. */
  readonly blockDepth: number;
  /** How many partials are around. */
  readonly partialDepth: number;
  /** How many bodies of blocks and partials are around. */
  readonly bodyDepth: number;
  readonly partials: PartialScope;
}

/** Returns undefined, which is the result of a compile function that failed. */
export function report(
  { session, parsed: { partial } }: CompileState,
  { start: offset }: { readonly start: number },
  fault: FaultDetail,
): undefined {
  session.faults.push({ ...fault, offset, ...(partial !== undefined && { partial }) });
  session.mustStop ||= ENDLESS.has(fault.code);
  return undefined;
}

/** Further compiling would repeat these faults without end. */
const ENDLESS: ReadonlySet<FaultCode> = new Set(["template_too_deep", "template_partial_cyclic"]);

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
  readonly expression: (node: MustacheNode, parsed: ParsedSource, value: CompiledValue) => Reader;
  /** A helper that is called with values, also within another call. `reads` are those of its arguments. */
  readonly call: (node: CallNode, parsed: ParsedSource, call: ProbedCall) => HelperCall;
  readonly block: (node: BlockNode, parsed: ParsedSource, helper: BlockHelper) => BlockHelper;
  readonly partial: (node: PartialNode, parsed: ParsedSource) => void;
  readonly body: (program: ProgramNode, render: Renderer) => Renderer;
}

/** One thing that is wrong with a tree, or with the partials and helpers that it is linked with. */
export type TemplateFault = FaultDetail & {
  /** In UTF-16 code units from the start of the template, or of the partial where `partial` names one. */
  readonly offset: number;
  readonly partial?: string | undefined;
};

export type FaultCode =
  | "template_syntax"
  | "template_too_deep"
  | "template_helper_unknown"
  | "template_helper_misused"
  | "template_partial_unknown"
  | "template_partial_cyclic"
  | "template_decorator";

/** `helper` is always the name of a helper, and `call` the node of its call. */
export type FaultDetail =
  | { readonly code: "template_helper_unknown"; readonly helper: string; readonly call: CallNode }
  | ({ readonly code: "template_helper_misused" } & Misuse)
  /** `{{@name}}`, which means nothing; `name` with the at sign, and its parts without. */
  | { readonly code: "template_syntax"; readonly name: string; readonly parts: readonly string[] }
  /** `names` are those of the partials in reach; `name` is absent where the event would choose it. */
  | {
      readonly code: "template_partial_unknown";
      readonly name?: string;
      readonly names: readonly string[];
    }
  | { readonly code: "template_partial_cyclic" | "template_too_deep" | "template_decorator" };

export type Misuse =
  /** A block that is called like a value, and the reverse. */
  | { readonly kind: "block" | "value"; readonly helper: string }
  | {
      readonly kind: "count";
      readonly helper: string;
      readonly arity: readonly [number, number];
      readonly call: CallNode;
    }
  /** A named argument that the helper does not take; `known` are those that it takes. */
  | {
      readonly kind: "argument";
      readonly helper: string;
      readonly name: string;
      readonly known: readonly string[];
    }
  /** A block parameter that never gets a value. */
  | { readonly kind: "local"; readonly helper: string; readonly name: string }
  /** A literal that the helper never accepts. */
  | ({ readonly kind: "literal"; readonly helper: string } & LiteralProblem)
  /** A partial with more than one context. */
  | { readonly kind: "context"; readonly count: number };
