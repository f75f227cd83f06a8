// What the compiler of one template carries with it.
import type { Located, ProgramNode } from "./ast.ts";
import type { Frame } from "./frame.ts";
import type { HelperTable } from "./helper.ts";
import type { RootName } from "./scope.ts";

export type Reader = (frame: Frame) => unknown;
export type Renderer = (frame: Frame) => string;

/** One place of the event that a template reads. */
export interface TemplateRead {
  readonly root: RootName;
  readonly steps: readonly string[];
  /** Whether the steps start at the root, and not at some element of a block. */
  readonly exact: boolean;
}

/** A parsed text with a way back to the offsets of what its author wrote. */
export interface ParsedSource {
  readonly source: string;
  readonly program: ProgramNode;
  readonly offsetOf: (node: Located) => number;
  /** The partial whose text this is; absent for the template itself. */
  readonly partial?: string;
}

/** A partial in reach. */
export interface PartialDefinition {
  /** From the config, from an inline decorator, or the body of a partial block. */
  readonly kind: "named" | "inline" | "body";
  readonly parsed: ParsedSource;
  readonly program: ProgramNode;
  /** Block parameters of the place that defined it; named partials have none. */
  readonly locals?: CompileState["locals"];
  /** The partials that it sees; default: those of its caller. */
  readonly partials?: PartialScope;
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
  readonly reads: TemplateRead[];
  /** Helpers called, in order; grows while compiling. */
  readonly calls: string[];
  /** Partials as compiled for a scope, so that a partial that includes itself is compiled once. */
  readonly instances: PartialInstance[];
  /** Passed on, because programs contain blocks and partials, which contain programs. */
  readonly compileProgram: (program: ProgramNode, state: CompileState) => CompiledProgram;
}

export interface PartialInstance {
  readonly program: ProgramNode;
  readonly partials: PartialScope;
  readonly isNested: boolean;
  render: Renderer | undefined;
}

export interface CompileState {
  readonly session: CompileSession;
  readonly parsed: ParsedSource;
  /** Names of the block parameters in reach, one list per block, innermost last. */
  readonly locals: readonly (readonly string[])[];
  /** How many blocks around change the context. */
  readonly contextDepth: number;
  readonly partials: PartialScope;
}
