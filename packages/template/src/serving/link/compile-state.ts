// The types that the compiler of one template passes from call to call, and its `report`.

import {
  type PositionFinder,
  problemAt,
  type SourceProblem,
  type TemplateCode,
} from "../../authoring/syntax/template-problem.ts";
import type { ReadSet, TemplateRead } from "../origin.ts";
import type { FieldTable } from "../render/body.ts";
import type { PartialKind } from "../render/enter-partial.ts";
import type { Reader, Renderer } from "../render/frame.ts";
import type { BlockHelper, HelperCall, HelperTable } from "../render/helper.ts";
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
/** Knows what to write in place of a mistake. */
export interface TemplateAdviser {
  /** For the name of a helper that does not exist. `args`: those of the call, where all are plain names. */
  readonly hintHelper: (name: string, known: readonly string[], args?: readonly string[]) => string;
  /** The problems of a template → the same; a habit of another language is told once, with what to write here. */
  readonly hintRewrites: (
    problems: readonly SourceProblem[],
    sources: RewriteSources,
  ) => readonly SourceProblem[];
}

export interface RewriteSources {
  /** The text of a partial, or of the template itself. */
  readonly sourceOf: (partial: string | undefined) => string;
  readonly helpers: HelperTable;
}

export interface CompileSession {
  /** Absent where nobody reads a hint. */
  readonly adviser: TemplateAdviser | undefined;
  readonly helpers: HelperTable;
  readonly roots: ReadonlyMap<string, TemplateRoot>;
  readonly fields: FieldTable;
  readonly partialsHint: string;
  /** Whether lines of tags that show nothing are dropped. */
  readonly dropsLines: boolean;
  readonly probe: TemplateProbe | undefined;
  /** Grows while partials are compiled. */
  readonly instances: PartialInstance[];
  readonly problems: SourceProblem[];
  readonly positionAt: PositionFinder;
  /** Whether further problems would be the same again and again. */
  mustStop: boolean;
  /**
   * Passed as an argument, because bodies contain blocks and partials, which contain bodies: an import
   * would close a cycle.
   */
  readonly compileBody: (program: ProgramNode, state: CompileState) => CompiledBody | undefined;
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

interface Report {
  readonly code: TemplateCode;
  readonly message: string;
  /** A function where it takes long. */
  readonly hint?: string | (() => string | undefined) | undefined;
}

/** Returns undefined, which is the result of a compile function that failed. */
export function report(
  { session, parsed }: CompileState,
  { start }: { readonly start: number },
  { code, message, hint }: Report,
): undefined {
  const isAmongFirst = session.problems.length < MAX_HINTS;
  const written = typeof hint === "function" && isAmongFirst ? hint() : hint;
  const told = typeof written === "string" ? written : undefined;
  session.problems.push(
    problemAt(start, { code, message, hint: told }, parsed, session.positionAt),
  );
  session.mustStop ||= ENDLESS.has(code);
  return undefined;
}

/** Reports tell at most 100 problems, and a search for the name that was meant takes longer than all else. */
const MAX_HINTS = 1_000;

/** Further compiling would repeat these problems without end. */
const ENDLESS: ReadonlySet<TemplateCode> = new Set([
  "template_too_deep",
  "template_partial_cyclic",
]);

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
