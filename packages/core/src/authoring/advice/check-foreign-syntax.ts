// A template that compiles → warnings of what other languages would evaluate in it.

import { type ForeignConstruct, findForeign, hintRewrite } from "@hookwright/template/compile";
import type { HelperTable } from "@hookwright/template/runtime";
import { createProblem, type Report } from "../../model/index.ts";
import { type CompiledSource, locateSpan } from "../config/index.ts";
import type { CodeRows } from "./code-row.ts";

export const CODES: CodeRows = {
  template_foreign_syntax: {
    section: "templates",
    meaning:
      "A template contains syntax of another template language, which is not evaluated here.",
    wrong: 'messageTemplate: "{user.name} opened {{title}}"',
    right: 'messageTemplate: "{{user.name}} opened {{title}}"',
    say: "See [coming from Jinja, Liquid, Go or n8n](coming-from.md). If you mean the text literally, write a backslash before it, or list its beginning in `hooks.templates.ignore`.",
  },
};

/** What such a text contains. Most templates have none of it, and nothing of this file runs. */
const MAY_BE_FOREIGN =
  /\{%|\$\{[A-Za-z_ ]|\$(?:json|now|node\[|\(|\.|\{\{)|\[\*?\]|\?\.|\{\{-?\s*(?:if|unless|range|with|for|end)|%[-A-Za-z]|2006|15:04|[“”„‘’]|\{\{[^{}]*\s\.[A-Za-z]|\{\{\s*\d+\.|%\{|<%=|(?<!\{)\{\s*[A-Za-z_][\w-]*[.[?]/;

interface CheckedTemplate extends CompiledSource {
  /** What it is, for use inside a sentence. */
  readonly what: string;
}

interface ForeignContext {
  readonly templates: { readonly helpers: HelperTable };
  /** Whether it compiles, where that is not known. */
  readonly isRight?: () => boolean;
  readonly report: Report;
}

export function checkForeignSyntax(
  { what, ...compiled }: CheckedTemplate,
  { templates, isRight = () => true, report }: ForeignContext,
): void {
  const { source, path, hooks } = compiled;
  if (!MAY_BE_FOREIGN.test(source) || !isRight()) return;
  const { ignore = [] } = hooks.templates ?? {};
  for (const construct of findForeign(source, templates.helpers)) {
    const { start, end, text, isGuess } = construct;
    const found = source.slice(start, end);
    if (ignore.some((ignored) => found.startsWith(ignored))) continue;
    const { message, hint } = describe(construct, found);
    const extras = {
      severity: "warning",
      hint,
      ...locateSpan({ start, end }, { ...compiled, text: isGuess ? undefined : text }),
    } as const;
    report(createProblem("template_foreign_syntax", path, `${what} ${message}`, extras));
  }
}

function describe({ isText, text, isGuess }: ForeignConstruct, found: string) {
  const shown = found.length > MAX_SHOWN_LENGTH ? `${found.slice(0, MAX_SHOWN_LENGTH)}…` : found;
  const rewrite =
    text === undefined
      ? "Expressions are {{name}}, blocks {{#if name}}…{{/if}}."
      : hintRewrite(text, isGuess);
  if (!isText) {
    const message = `has "${shown}", which does not mean here what it means in other template languages.`;
    return { message, hint: rewrite };
  }
  const message = `shows "${shown}" as it is written; only text in double braces is evaluated.`;
  return {
    message,
    hint: `${rewrite} If the text is meant literally, write a backslash before it.`,
  };
}

const MAX_SHOWN_LENGTH = 60;
