// A tag → the call inside of it, with offsets into what the author wrote; undefined if it is not a call.

import type { ExpressionNode, HashNode, LiteralNode, PathNode } from "../../serving/syntax-tree.ts";
import { createGrammar, type Grammar } from "../generated/grammar.ts";
import { normalizeDialect } from "./dialect.ts";
import { nameOfBlock, type Tag } from "./scan-tag.ts";
import { isReserved, PLAIN_PATH, plainPath } from "./scan-template.ts";
import { offsetFromPosition } from "./template-problem.ts";

export interface ParsedCall {
  /** What is called: of a partial it may be a sub-expression. */
  readonly path: ExpressionNode;
  readonly params: readonly ExpressionNode[];
  readonly hash: HashNode | undefined;
  readonly blockParams: readonly string[] | undefined;
}

export function parseTag(tag: Tag): ParsedCall | undefined {
  return parsePlainCall(tag) ?? parseCall(tag);
}

/** `#each commits`, `upper user.name`, `> row item`: nothing but plain paths. */
const PLAIN_CALL = new RegExp(String.raw`^\s*${PLAIN_PATH.source}(?:\s+${PLAIN_PATH.source})*\s*$`);

function parsePlainCall({ kind, sigil, inner, innerStart }: Tag): ParsedCall | undefined {
  if (kind === "else" || kind === "raw" || sigil === "#*" || !PLAIN_CALL.test(inner))
    return undefined;
  const paths: PathNode[] = [];
  for (const { 0: path, index } of inner.matchAll(/\S+/g)) {
    if (isReserved(path)) return undefined;
    paths.push(plainPath(path, innerStart + index));
  }
  const [path, ...params] = paths;
  return path && { path, params, hash: undefined, blockParams: undefined };
}

/** By the grammar. Apart for the tests, which compare both. */
export function parseCall(tag: Tag): ParsedCall | undefined {
  const { text, originalOffset } = normalizeDialect(tag.inner);
  const { before, after, find } = frameFor(tag, text);
  const framed = before + text + after;
  const node = find(parseByGrammar(framed));
  const named = node?.path ?? node?.name;
  if (node === undefined || named === undefined) return undefined;
  const convert = (inner: GrammarNode): ExpressionNode => {
    const { line, column } = inner.loc.start;
    const offset = offsetFromPosition(framed, { line, column: column + 1 }) - before.length;
    return nodeFromGrammar(inner, tag.innerStart + originalOffset(offset), convert);
  };
  return {
    path: convert(named),
    ...argumentsFromGrammar(node, convert),
    blockParams: (node.program ?? node.inverse)?.blockParams,
  };
}

/** The text around the inside of a tag that makes it a whole template for the grammar. */
interface GrammarFrame {
  readonly before: string;
  readonly after: string;
  readonly find: (template: GrammarNode | undefined) => GrammarNode | undefined;
}

const findFirst: GrammarFrame["find"] = (template) => template?.body?.[0];

/** The spaces keep a "~" of the inside from being taken for whitespace control. */
function frameFor({ kind, sigil }: Tag, text: string): GrammarFrame {
  if (kind === "else") {
    const find: GrammarFrame["find"] = (template) => findFirst(template)?.inverse?.body?.[0];
    return { before: "{{#x}}{{", after: " }}{{/x}}", find };
  }
  const close = nameOfBlock(text);
  if (kind === "raw") return { before: "{{{{ ", after: ` }}}}{{{{/${close}}}}}`, find: findFirst };
  if (kind === "open" || kind === "inverse") {
    return { before: `{{${sigil} `, after: ` }}{{/${close}}}`, find: findFirst };
  }
  // Only a tag without a sigil can be an "else".
  const before = sigil === ">" || sigil === "" ? `{{${sigil} ` : "{{& ";
  return { before, after: " }}", find: findFirst };
}

type Convert = (node: GrammarNode) => ExpressionNode;

function argumentsFromGrammar({ params, hash }: GrammarNode, convert: Convert) {
  const pairs = hash?.pairs.map(({ key, value }) => ({ key, value: convert(value) }));
  return {
    params: (params as readonly GrammarNode[]).map(convert),
    hash: pairs && { pairs },
  };
}

function nodeFromGrammar(node: GrammarNode, start: number, convert: Convert): ExpressionNode {
  switch (node.type) {
    case "PathExpression": {
      const { data, depth, parts, original } = node as unknown as PathNode;
      return { type: "PathExpression", data, depth, parts, original, start };
    }
    case "SubExpression":
      return {
        type: "SubExpression",
        path: convert(node.path as GrammarNode) as PathNode | LiteralNode,
        ...argumentsFromGrammar(node, convert),
        start,
      };
    case "NumberLiteral":
      return { type: "NumberLiteral", value: numberForJson(node.value as number), start };
    default:
      return { type: node.type, value: node.value, start } as LiteralNode;
  }
}

function numberForJson(value: number): NumberNode["value"] {
  if (Object.is(value, -0)) return "-0";
  return Number.isFinite(value) ? value : (String(value) as NumberNode["value"]);
}

type NumberNode = Extract<LiteralNode, { type: "NumberLiteral" }>;

/** A node as the grammar makes it, with the line and column at which it starts. */
interface GrammarNode {
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
 * many configs have plain fields only. It is the same for all users, so sharing it
 * is safe.
 */
let grammar: Grammar | undefined;

/** One tag in the spelling of Handlebars → its syntax tree, or undefined if the grammar refuses it. */
function parseByGrammar(text: string): GrammarNode | undefined {
  grammar ??= createGrammar();
  try {
    return grammar.parseWithoutProcessing(text) as GrammarNode;
  } catch {
    return undefined;
  }
}
