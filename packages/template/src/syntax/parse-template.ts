// Template source → its syntax tree, or what is wrong with it. Only this folder throws, and nothing
// that it throws leaves it.
import { buildTree } from "./build-tree.ts";
import { scanTemplate, type Token } from "./scan-template.ts";
import { TemplateSyntaxError } from "./syntax-error.ts";
import type { ContentNode, MustacheNode, ParsedSource, ProgramNode } from "./syntax-tree.ts";
import { problemFromError, type TemplateProblem } from "./template-problem.ts";

export type ParseResult =
  | { readonly ok: true; readonly parsed: ParsedSource }
  | { readonly ok: false; readonly problem: TemplateProblem };

export function parseTemplate(source: string, partial?: string): ParseResult {
  try {
    return { ok: true, parsed: { source, program: parseProgram(source), partial } };
  } catch (error) {
    return { ok: false, problem: problemFromError(error, { source, partial }) };
  }
}

function parseProgram(source: string): ProgramNode {
  const tokens = scanTemplate(source);
  const program: ProgramNode = isPlain(tokens)
    ? { type: "Program", body: tokens }
    : buildTree(source, tokens);
  // As in Handlebars: text without it.
  if (source.includes("\0") && tokens.some(hasNull)) {
    throw new TemplateSyntaxError("it is not a Handlebars template", 0);
  }
  return program;
}

/** Text and fields, as most templates are: there is nothing to nest and no white space to trim. */
function isPlain(tokens: readonly Token[]): tokens is readonly (ContentNode | MustacheNode)[] {
  return tokens.every(({ type }) => type !== "Tag");
}

function hasNull(token: Token): boolean {
  return token.type === "ContentStatement" && token.value.includes("\0");
}
