// Template source → syntax tree, or a TemplateSyntaxError that says where and what.
import { parse } from "handlebars/dist/cjs/handlebars/compiler/base.js";
import type { ProgramNode } from "./ast.ts";
import { checkStructure } from "./check-structure.ts";
import type { ParsedSource } from "./compile-state.ts";
import { rewriteDialect } from "./rewrite-dialect.ts";
import { scanTags, type Tag } from "./scan-tags.ts";
import { offsetFromPosition, TemplateSyntaxError } from "./syntax-error.ts";

export function parseTemplate(source: string, partial?: string): ParsedSource {
  const tags = scanTags(source);
  checkStructure(source, tags);
  const rewritten = rewriteDialect(source, tags);
  return {
    source,
    program: parseRewritten(rewritten.source, source, tags),
    offsetOf: ({ loc }) => {
      const start = { line: loc.start.line, column: loc.start.column + 1 };
      return rewritten.originalOffset(offsetFromPosition(rewritten.source, start));
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
  const text = culprit === undefined ? source : source.slice(culprit.start, culprit.end);
  return new TemplateSyntaxError(`"${text}" is not a Handlebars expression`, culprit?.start ?? 0, {
    hint: "Write a path such as {{user.name}} or {{items[0].id}}, or a helper and its arguments.",
  });
}

function parsesAlone(source: string, tag: Tag): boolean {
  const text = source.slice(tag.start, tag.end);
  const [rescanned] = scanTags(text);
  const { source: alone } = rewriteDialect(text, rescanned === undefined ? [] : [rescanned]);
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
  const name = /^\{\{~?[#^][>*]?\s*([^\s~}]+)/.exec(text)?.[1] ?? "";
  return `${text}{{/${name}}}`;
}
