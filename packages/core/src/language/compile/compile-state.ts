// What the compiler of one template carries with it.

import type { TemplateRead, ValueOrigin } from "../origin/template-read.ts";
import type { PartialKind } from "../render/enter-partial.ts";
import type { FieldTable } from "../render/field-table.ts";
import type { Frame } from "../render/frame.ts";
import type { HelperTable } from "../render/helper.ts";
import type { Located, ProgramNode } from "../syntax/syntax-tree.ts";

export type Reader = (frame: Frame) => unknown;
export type Renderer = (frame: Frame) => string;

/** A parsed text with a way back to the offsets of what its author wrote. */
export interface ParsedSource {
  readonly source: string;
  readonly program: ProgramNode;
  readonly offsetOf: (node: Located) => number;
  /** The tag of a statement as its author wrote it. */
  readonly tagOf: (node: Located) => string;
  /** The partial whose text this is; absent for the template itself. */
  readonly partial?: string;
}

/** A partial in reach. */
export interface PartialDefinition {
  readonly kind: PartialKind;
  readonly parsed: ParsedSource;
  readonly program: ProgramNode;
  /** Block parameters of the place that defined it; named partials have none. */
  readonly locals?: CompileState["locals"];
  /** The partials that it sees; default: those of its caller. */
  readonly partials?: PartialScope;
  /** Stands for the program that defines an inline partial. */
  readonly owner?: object;
}

export type PartialScope = ReadonlyMap<string, PartialDefinition>;

/** Literal text around the dynamic parts: one more literal than there are parts. */
export interface CompiledProgram {
  readonly render: Renderer;
  readonly literals: readonly string[];
}

/** What is shared by everything that is compiled for one template. */
export interface CompileSession {
  readonly helpers: HelperTable;
  readonly roots: ReadonlySet<string>;
  readonly fields: FieldTable;
  readonly reads: TemplateRead[];
  /** Helpers called, in order; grows while compiling. */
  readonly calls: string[];
  /** Partials as compiled for a scope, so that a partial that includes itself is compiled once. */
  readonly instances: PartialInstance[];
  /** Passed on, because programs contain blocks and partials, which contain programs. */
  readonly compileProgram: (program: ProgramNode, state: CompileState) => CompiledProgram;
  /** Undefined where what is compiled is wrong, which is then reported: the rest may be wrong, too. */
  readonly attempt: <T>(compile: () => T) => T | undefined;
  readonly report: (error: unknown) => void;
}

export interface PartialInstance {
  readonly program: ProgramNode;
  readonly partials: PartialScope;
  readonly isNested: boolean;
  /** Filled when it is compiled. Apart, so that what renders does not hold on to the syntax tree. */
  readonly target: { render?: Renderer };
}

/** How much was noted before an expression is compiled. */
export interface OriginStart {
  readonly reads: number;
  readonly calls: number;
}

export function startOrigin({ reads, calls }: CompileSession): OriginStart {
  return { reads: reads.length, calls: calls.length };
}

/** What was noted since. Two steps, not a callback: that would keep the syntax tree with the closures. */
export function originSince(start: OriginStart, { reads, calls }: CompileSession): ValueOrigin {
  const helpers = calls.length === start.calls ? NO_HELPERS : calls.slice(start.calls);
  return { reads: reads.slice(start.reads), helpers };
}

const NO_HELPERS: readonly string[] = [];

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
  readonly partials: PartialScope;
}
