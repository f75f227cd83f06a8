// The syntax tree of a template → changes of its expressions: blank, a sibling, or without a helper.

import { findEndOfSpan } from "@hookwright/core/internal";
import type {
  CallNode,
  ExpressionNode,
  MustacheNode,
  ParsedSource,
  ProgramNode,
  StatementNode,
  TextSpan,
} from "@hookwright/template/internal";
import type { MutationOperator } from "../../model.ts";
import type { TemplateChange } from "./edit.ts";
import type { FindSibling } from "./find-sibling.ts";
import { mutateLiterals } from "./mutate-literals.ts";

export interface ExpressionOptions {
  /** `key-merge` in session keys. */
  readonly blank: MutationOperator;
  readonly siblingOf: FindSibling;
}

export function mutateExpressions(
  { source, program }: ParsedSource,
  { blank, siblingOf }: ExpressionOptions,
): readonly TemplateChange[] {
  const found: TemplateChange[] = [];
  /** Whether names mean fields of the payload, and not of what a block is about. */
  const visit = (inner: ProgramNode | undefined, isAtRoot: boolean): void => {
    for (const node of inner?.body ?? []) visitStatement(node, isAtRoot);
  };
  const visitStatement = (node: StatementNode, isAtRoot: boolean): void => {
    switch (node.type) {
      case "MustacheStatement":
        found.push(blanked(source, node, blank));
        if (isAtRoot) found.push(...siblings(source, node, siblingOf));
        visitCall(node);
        break;
      case "BlockStatement": {
        if (node.isRaw) break;
        found.push(...firstOfEach(source, node));
        visitArguments(node);
        const { path } = node;
        const keepsScope = path.type === "PathExpression" && KEEPS_SCOPE.has(path.original);
        visit(node.program, isAtRoot && keepsScope);
        visit(node.inverse, isAtRoot);
        break;
      }
      case "PartialBlockStatement":
        visit(node.program, false);
        break;
      default:
        break;
    }
  };
  const visitArguments = ({ params, hash }: Pick<CallNode, "params" | "hash">): void => {
    const values = hash?.pairs.map(({ value }) => value) ?? [];
    for (const one of [...params, ...values]) if (one.type === "SubExpression") visitCall(one);
  };
  const visitCall = (node: Call): void => {
    found.push(...mutateCall(source, node));
    visitArguments(node);
  };
  visit(program, true);
  return found;
}

const KEEPS_SCOPE: ReadonlySet<string> = new Set(["if", "unless"]);

type Call = MustacheNode | Extract<ExpressionNode, { type: "SubExpression" }>;

function blanked(
  source: string,
  { start, end }: MustacheNode,
  operator: MutationOperator,
): TemplateChange {
  const label = `without ${source.slice(start, end)}`;
  return { operator, span: { start, end }, label, edits: [{ start, end, text: "" }] };
}

function siblings(
  source: string,
  { start, end, path, params }: MustacheNode,
  siblingOf: FindSibling,
): readonly TemplateChange[] {
  if (path.type !== "PathExpression" || path.data || path.depth > 0) return [];
  const { original, parts, start: from } = path;
  const to = from + original.length;
  if (params.length > 0 || source.slice(from, to) !== original) return [];
  const sibling = siblingOf(parts);
  const last = parts.at(-1) as string;
  if (sibling === undefined || !original.endsWith(last)) return [];
  const text = `${original.slice(0, -last.length)}${sibling}`;
  const label = `{{${original}}} → {{${text}}}`;
  const edits = [{ start: from, end: to, text }];
  return [{ operator: "expr-sibling", span: { start, end }, label, edits }];
}

function firstOfEach(source: string, { path, params, start }: CallNode): readonly TemplateChange[] {
  const [list] = params;
  if (path.type !== "PathExpression" || path.original !== "each" || list === undefined) return [];
  const { text, ...span } = textOf(source, list);
  const label = `{{#each ${text}}} with the first element only`;
  const edits = [{ ...span, text: `(slice ${text} 0 1)` }];
  return [
    { operator: "each-first", span: { start, end: findEndOfSpan(source, start) }, label, edits },
  ];
}

function mutateCall(source: string, node: Call): readonly TemplateChange[] {
  const { path, params, hash } = node;
  if (path.type !== "PathExpression" || params.length === 0) return [];
  const name = path.original;
  const all = [...params, ...(hash?.pairs.map(({ value }) => value) ?? [])];
  const whole = { start: node.start, end: findEndOfSpan(source, node.start) };
  const written = source.slice(whole.start, whole.end);
  const kept = params.find(({ type }) => !type.endsWith("Literal"));
  const drops: TemplateChange[] = [];
  if (kept !== undefined) {
    const { text } = textOf(source, kept);
    const isInTag = node.type === "MustacheStatement";
    // A call in a tag has no parentheses.
    const written = isInTag && text.startsWith("(") ? text.slice(1, -1) : text;
    const end = Math.max(...all.map((one) => textOf(source, one).end));
    const call = isInTag ? { start: path.start, end } : whole;
    drops.push({
      operator: name === "default" ? "default-drop" : "helper-drop",
      span: whole,
      label: `${source.slice(call.start, call.end)} → ${written}`,
      edits: [{ ...call, text: written }],
    });
  }
  return [...drops, ...mutateLiterals(source, all, { whole, written })];
}

export function textOf(
  source: string,
  { start }: ExpressionNode,
): TextSpan & { readonly text: string } {
  const end = findEndOfSpan(source, start);
  return { start, end, text: source.slice(start, end) };
}
