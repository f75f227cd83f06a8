// One tag in the spelling of Handlebars → its syntax tree, or undefined where the grammar refuses it.
import { createGrammar, type Grammar } from "../generated/grammar.ts";

/** A node as the grammar makes it, with the line and column at which it starts. */
export interface GrammarNode {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number; readonly column: number } };
  readonly path?: GrammarNode;
  readonly name?: GrammarNode;
  readonly params?: readonly GrammarNode[];
  readonly hash?: {
    readonly pairs: readonly { readonly key: string; readonly value: GrammarNode }[];
  };
  readonly program?: GrammarNode;
  readonly inverse?: GrammarNode;
  readonly body?: readonly GrammarNode[];
  readonly blockParams?: readonly string[];
  readonly value?: string | number | boolean;
  readonly data?: boolean;
  readonly depth?: number;
  readonly parts?: readonly string[];
  readonly original?: string;
}

/**
 * Evaluated when the first template needs it: its tables take longer than all of our own modules, and
 * many configs have plain fields only. It never differs, so this is no state that one user shares with
 * another.
 */
let grammar: Grammar | undefined;

export function parseByGrammar(text: string): GrammarNode | undefined {
  grammar ??= createGrammar();
  try {
    return grammar.parseWithoutProcessing(text) as GrammarNode;
  } catch {
    return undefined;
  }
}
