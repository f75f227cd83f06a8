// What the compiler of one template carries with it, and how it reports.
import type { ReadSet, TemplateRead } from "../origin/read.ts";
import type { FieldTable } from "../render/body.ts";
import type { PartialKind } from "../render/enter-partial.ts";
import type { Reader, Renderer } from "../render/frame.ts";
import type { HelperTable } from "../render/helper.ts";
import type { TemplateRoot } from "../render/scope.ts";
import type { TemplateCode } from "../syntax/syntax-error.ts";
import type { ParsedSource, ProgramNode } from "../syntax/syntax-tree.ts";
import { problemAt, type TemplateProblem } from "../syntax/template-problem.ts";

/** An expression as compiled: what it reads is returned beside the closure. */
export interface CompiledValue extends ReadSet {
  readonly read: Reader;
}

/** Text as compiled. */
export interface CompiledText {
  readonly render: Renderer;
  readonly reads: readonly TemplateRead[];
}

/** Literal text around the dynamic parts: one more literal than there are parts. */
export interface CompiledBody extends CompiledText {
  readonly literals: readonly string[];
}

/** A partial in reach. */
export interface PartialDefinition {
  readonly kind: PartialKind;
  readonly parsed: ParsedSource;
  readonly program: ProgramNode;
  /** Block parameters in reach where it is defined; named partials have none. */
  readonly locals?: CompileState["locals"];
  /** The partials that it sees; default: those of its caller. */
  readonly partials?: PartialScope;
  /** Stands for the program that defines an inline partial. */
  readonly owner?: object;
}

export type PartialScope = ReadonlyMap<string, PartialDefinition>;

/** A partial as compiled for a scope, so that a partial that includes itself is compiled once. */
export interface PartialInstance {
  readonly program: ProgramNode;
  readonly partials: PartialScope;
  readonly isNested: boolean;
  /** Filled when it is compiled. Apart, so that what renders does not hold on to the syntax tree. */
  readonly target: { render?: Renderer };
}

/** What is shared by everything that is compiled for one template. */
export interface CompileSession {
  readonly helpers: HelperTable;
  readonly roots: ReadonlyMap<string, TemplateRoot>;
  readonly fields: FieldTable;
  /** Grows while partials are compiled. */
  readonly instances: PartialInstance[];
  /** The one list for what is wrong. */
  readonly problems: TemplateProblem[];
  /**
   * Passed on, because bodies contain blocks and partials, which contain bodies. Undefined where the
   * statement around must be given up; what is wrong is then reported.
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
  readonly hint?: string | undefined;
}

/** Gives undefined, which a compile function returns in place of what it was to compile. */
export function report(
  { session, parsed }: CompileState,
  { start }: { readonly start: number },
  { code, message, hint }: Report,
): undefined {
  session.problems.push(problemAt(start, { code, message, hint }, parsed));
  return undefined;
}

/** What would come again and again, if compiling went on. */
const ENDLESS: ReadonlySet<TemplateCode> = new Set([
  "template_too_deep",
  "template_partial_cyclic",
]);

export function mustStop({ problems }: CompileSession): boolean {
  return problems.some(({ code }) => ENDLESS.has(code));
}
