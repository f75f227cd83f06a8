// Template source → syntax tree, or a TemplateSyntaxError that says where and what.
import { parse } from "handlebars/dist/cjs/handlebars/compiler/base.js";
import type { ParsedSource } from "../compile/compile-state.ts";
import { checkStructure, nameOfBlock } from "./check-structure.ts";
import { hintExpression } from "./hint-expression.ts";
import { parsePlain } from "./parse-plain.ts";
import { rewriteDialect } from "./rewrite-dialect.ts";
import { scanTags } from "./scan-tags.ts";
import { offsetFromPosition, TemplateSyntaxError } from "./syntax-error.ts";
import type { Located, ProgramNode } from "./syntax-tree.ts";
import type { Tag } from "./tag.ts";

export function parseTemplate(source: string, partial?: string): ParsedSource {
  return parsePlain(source, partial) ?? parseByGrammar(source, partial);
}

/** Apart for the tests, which compare both. */
export function parseByGrammar(source: string, partial?: string): ParsedSource {
  const tags = scanTags(source);
  checkStructure(source, tags);
  const rewritten = rewriteDialect(source, tags);
  const ends = new Map(tags.map(({ start, end }) => [start, end]));
  const offsetOf = ({ loc }: Located): number => {
    const start = { line: loc.start.line, column: loc.start.column + 1 };
    return rewritten.originalOffset(offsetFromPosition(rewritten.source, start));
  };
  return {
    source,
    program: parseRewritten(rewritten.source, source, tags),
    offsetOf,
    tagOf: (node) => {
      const offset = offsetOf(node);
      return source.slice(offset, ends.get(offset));
    },
    ...(partial !== undefined && { partial }),
  };
}

function parseRewritten(rewritten: string, source: string, tags: readonly Tag[]): ProgramNode {
  try {
    return parse(rewritten) as ProgramNode;
  } catch {
    throw explainFailure(source, tags);
  }
}

/** The parser names a line at best. Parsing each tag by itself finds the one that it stumbled over. */
function explainFailure(source: string, tags: readonly Tag[]): TemplateSyntaxError {
  const culprit = tags.find((tag) => !parsesAlone(source, tag));
  if (culprit === undefined) return new TemplateSyntaxError("it is not a Handlebars template", 0);
  const text = source.slice(culprit.start, culprit.end);
  return new TemplateSyntaxError(`"${text}" is not a Handlebars expression`, culprit.start, {
    hint: hintExpression(culprit.inner),
  });
}

function parsesAlone(source: string, tag: Tag): boolean {
  const text = source.slice(tag.start, tag.end);
  const { source: alone } = rewriteDialect(text, scanTags(text));
  try {
    parse(completeTag(alone, tag));
    return true;
  } catch {
    return false;
  }
}

/** Block tags need their other half to be parsed alone. */
function completeTag(text: string, tag: Tag): string {
  if (tag.kind === "else") return `{{#if x}}${text}{{/if}}`;
  if (tag.kind === "close") return "";
  if (tag.kind !== "open" && tag.kind !== "inverse") return text;
  const [close] = scanTags(text).map(nameOfBlock);
  return `${text}{{/${close}}}`;
}
