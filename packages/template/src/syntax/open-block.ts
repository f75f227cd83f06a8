// The tags and branches of one block → its node, with the white space inside of it trimmed.
import type { ParsedCall } from "./parse-tag.ts";
import type {
  BlockNode,
  DecoratorNode,
  PartialNode,
  ProgramNode,
  StatementNode,
} from "./syntax-tree.ts";
import type { Tag } from "./tag.ts";
import {
  type Body,
  type BodyItem,
  type BodyStatement,
  isText,
  type Trims,
  trimBlock,
  trimBody,
} from "./trim-whitespace.ts";

/** A block whose close is still to come. */
export interface OpenBlock {
  readonly tag: Tag;
  /** The block itself and, after each "else", one more. */
  readonly branches: Branch[];
  hasElse: boolean;
}

/** The text behind the opening tag, or behind an "else". */
interface Branch {
  readonly tag: Tag;
  /** Absent behind an "else" without a condition. */
  call: ParsedCall | undefined;
  readonly body: BodyItem[];
}

/** What comes behind an "else": the last branch, or the rest of a chain as a block of its own. */
interface Otherwise {
  readonly tag: Tag;
  readonly body: Body;
  /** The branch next to the "else": that of an "else if" where there is a chain. */
  readonly branch: Body;
}

export function closeBlock({ tag, branches }: OpenBlock, close: Trims): BodyStatement {
  for (const { body } of branches) trimBody(body, false);
  let otherwise: Otherwise | undefined;
  for (let index = branches.length - 1; index > 0; index--) {
    const { tag: between, call, body } = branches[index] as Branch;
    // As in Handlebars, each "else if" but the first ends with the white space of its own tag.
    const end = index === 1 ? close : between;
    const branch: Branch = { tag: between, call, body };
    const rest = call === undefined ? body : [buildBlock(branch, otherwise, end)];
    otherwise = { tag: between, body: rest, branch: body };
  }
  const build = tag.kind === "inverse" ? buildInverse : buildBlock;
  return build(branches[0] as Branch, otherwise, close);
}

function buildBlock(
  { tag, call, body }: Branch,
  otherwise: Otherwise | undefined,
  close: Trims,
): BodyStatement {
  const between = otherwise?.tag;
  const other = otherwise && { body: otherwise.body, branch: otherwise.branch };
  const edges = trimBlock({ main: body, other, open: tag, between, close });
  const program = programFromBody(body, call?.blockParams);
  const isChained = otherwise !== undefined && otherwise.body !== otherwise.branch;
  const rest = otherwise && programFromBody(otherwise.body);
  const inverse = rest && isChained ? { ...rest, chained: true } : rest;
  return { node: nodeFromCall(tag, call as ParsedCall, { program, inverse }), edges };
}

/** `{{^x}}…{{else}}…{{/x}}`: the first branch is what is shown otherwise. */
function buildInverse(
  { tag, call, body }: Branch,
  otherwise: Otherwise | undefined,
  close: Trims,
): BodyStatement {
  const main = otherwise?.body;
  const other = { body, branch: body };
  const edges = trimBlock({ main, other, open: tag, between: otherwise?.tag, close });
  const program = main && programFromBody(main);
  const inverse = programFromBody(body, call?.blockParams);
  return { node: nodeFromCall(tag, call as ParsedCall, { program, inverse }), edges };
}

interface Halves {
  readonly program: ProgramNode | undefined;
  readonly inverse: ProgramNode | undefined;
}

function nodeFromCall(
  { kind, sigil, start, end }: Tag,
  { path, params, hash }: ParsedCall,
  { program, inverse }: Halves,
): BlockNode | DecoratorNode | PartialNode {
  if (sigil === "#>") {
    return { type: "PartialBlockStatement", name: path, params, hash, program, indent: "", start };
  }
  const call = { path: path as BlockNode["path"], params, hash, program, start };
  if (sigil === "#*") return { type: "DecoratorBlock", ...call };
  return { type: "BlockStatement", ...call, inverse, openEnd: end, isRaw: kind === "raw" };
}

export function programFromBody(body: Body, blockParams?: readonly string[]): ProgramNode {
  const nodes = body.map((item) => (isText(item) ? item : item.node));
  const decorators = nodes.filter(isDecorator);
  if (decorators.length === 0) {
    return { type: "Program", body: nodes as readonly StatementNode[], blockParams };
  }
  const statements = nodes.filter((node) => !isDecorator(node));
  return { type: "Program", body: statements, decorators, blockParams };
}

function isDecorator(node: StatementNode | DecoratorNode): node is DecoratorNode {
  return node.type === "Decorator" || node.type === "DecoratorBlock";
}
