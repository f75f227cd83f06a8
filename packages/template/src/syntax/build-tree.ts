// Tags, fields and text in order → the syntax tree, or the first tag that does not fit.
import { hintExpression } from "./hint-expression.ts";
import { closeBlock, type OpenBlock, programFromBody } from "./open-block.ts";
import { type ParsedCall, parseTag } from "./parse-tag.ts";
import { nameOfBlock } from "./scan-tag.ts";
import type { Token } from "./scan-template.ts";
import { rawPieces } from "./scan-verbatim.ts";
import {
  closeError,
  depthError,
  elseError,
  isPlainElse,
  MAX_BLOCK_DEPTH,
  MAX_BRANCHES,
  neverClosedError,
  sigilError,
} from "./structure-error.ts";
import { TemplateSyntaxError } from "./syntax-error.ts";
import type { LiteralNode, PathNode, ProgramNode } from "./syntax-tree.ts";
import type { Tag } from "./tag.ts";
import { type BodyItem, type BodyStatement, createText, trimBody } from "./trim-whitespace.ts";

export function buildTree(source: string, tokens: readonly Token[]): ProgramNode {
  const builder = new TreeBuilder(source);
  for (const token of tokens) builder.add(token);
  return builder.finish();
}

/** Stands in for a call that cannot be read: in the end there is an error in place of a tree. */
const UNREADABLE: ParsedCall = {
  path: { type: "UndefinedLiteral", start: 0 },
  params: [],
  hash: undefined,
  blockParams: undefined,
};

class TreeBuilder {
  readonly #source: string;
  readonly #root: BodyItem[] = [];
  readonly #open: OpenBlock[] = [];
  /** The first tag that is no expression: told only where all tags fit together. */
  #unreadable: Tag | undefined;

  constructor(source: string) {
    this.#source = source;
  }

  add(token: Token): void {
    if (token.type === "ContentStatement") this.#addText(token.value);
    else if (token.type === "MustacheStatement") this.#push({ node: token, edges: NO_TRIMS });
    else if (token.kind === "open" || token.kind === "inverse") this.#openBlock(token);
    else if (token.kind === "else") this.#addBranch(token);
    else this.#push(this.#buildStatement(token));
  }

  #buildStatement(tag: Tag): BodyStatement {
    switch (tag.kind) {
      case "comment":
        return { node: COMMENT, edges: inlineEdges(tag) };
      case "raw":
        return this.#buildRaw(tag);
      case "close":
        return this.#closeBlock(tag);
      default:
        return this.#buildLeaf(tag);
    }
  }

  finish(): ProgramNode {
    const last = this.#open.pop();
    if (last !== undefined) throw neverClosedError(this.#source, last.tag);
    if (this.#unreadable !== undefined) throw this.#notAnExpression(this.#unreadable);
    trimBody(this.#root, true);
    return programFromBody(this.#root);
  }

  #addText(value: string): void {
    const isFirst = this.#open.length === 0 && this.#root.length === 0;
    this.#push(createText(value, isFirst));
  }

  #push(item: BodyItem): void {
    const branch = this.#open.at(-1)?.branches.at(-1);
    (branch?.body ?? this.#root).push(item);
  }

  #openBlock(tag: Tag): void {
    const branch = { tag, call: UNREADABLE, body: [] };
    this.#open.push({ tag, branches: [branch], hasElse: false });
    this.#checkDepth(tag);
    branch.call = this.#readCall(tag);
  }

  #addBranch(tag: Tag): void {
    const block = this.#open.at(-1);
    const error = elseError(this.#source, tag, block);
    // `{{else-name}}` is an "else" to the grammar; where none can be, a field was meant.
    if (error !== undefined && /^\s*else\S/.test(tag.inner)) {
      this.#unreadable ??= tag;
      return;
    }
    throwIfAny(error);
    const { branches } = block as OpenBlock;
    const isLast = isPlainElse(tag);
    const branch = { tag, call: isLast ? undefined : UNREADABLE, body: [] };
    branches.push(branch);
    (block as OpenBlock).hasElse = isLast;
    this.#checkDepth(tag);
    if (!isLast) branch.call = this.#readCall(tag);
  }

  #closeBlock(tag: Tag): BodyStatement {
    const block = this.#open.pop();
    if (block === undefined || nameOfBlock(block.tag.inner) !== tag.inner.trim()) {
      throw closeError(this.#source, tag, block?.tag);
    }
    return closeBlock(block, tag);
  }

  /** A partial, a decorator, or an expression whose value is shown. */
  #buildLeaf(tag: Tag): BodyStatement {
    const { kind, sigil, start, end } = tag;
    if (kind === "value") throwIfAny(sigilError(this.#source, tag));
    this.#checkDepth(tag);
    const { path: callee, params, hash } = this.#readCall(tag);
    if (kind === "partial") {
      const type = "PartialStatement";
      const node = { type, name: callee, params, hash, indent: "", start } as const;
      return { node, edges: inlineEdges(tag) };
    }
    const path = callee as PathNode | LiteralNode;
    const type = sigil === "*" ? "Decorator" : "MustacheStatement";
    return { node: { type, path, params, hash, start, end }, edges: tag };
  }

  #buildRaw(tag: Tag): BodyStatement {
    this.#checkDepth(tag);
    const body = rawPieces(this.#source, tag).map((text) => createText(text));
    const branch = { tag, call: this.#readCall(tag), body };
    if (body.some(({ value }) => value.includes("\0"))) this.#unreadable ??= tag;
    return closeBlock({ tag, branches: [branch], hasElse: false }, tag);
  }

  #checkDepth(tag: Tag): void {
    const calls = tag.inner.includes("(") ? tag.inner.split("(").length - 1 : 0;
    const branches = this.#open.reduce((sum, block) => sum + block.branches.length, 0);
    const depth = Math.max(this.#open.length, calls);
    if (depth > MAX_BLOCK_DEPTH || branches > MAX_BRANCHES) throw depthError(tag);
  }

  #readCall(tag: Tag): ParsedCall {
    const call = parseTag(tag);
    if (call === undefined) this.#unreadable ??= tag;
    return call ?? UNREADABLE;
  }

  #notAnExpression({ start, end, inner }: Tag): TemplateSyntaxError {
    const message = `"${this.#source.slice(start, end)}" is not a Handlebars expression`;
    return new TemplateSyntaxError(message, start, { hint: hintExpression(inner) });
  }
}

const COMMENT = { type: "CommentStatement" } as const;
const NO_TRIMS = { trimsBefore: false, trimsAfter: false };

/** Comments and partials may have a line to themselves. */
function inlineEdges({ trimsBefore, trimsAfter }: Tag): BodyStatement["edges"] {
  return { trimsBefore, trimsAfter, isInline: true };
}

function throwIfAny(error: TemplateSyntaxError | undefined): void {
  if (error !== undefined) throw error;
}
