// A tag → the call inside of it, with offsets into what the author wrote; undefined if it is not a call. Accepts what
// the grammar of Handlebars accepts; a test compares both.

import type { ExpressionNode, HashNode, LiteralNode, PathNode } from "../../serving/syntax-tree.ts";
import { normalizeDialect } from "./dialect.ts";
import { nameOfBlock, type Tag } from "./scan-tag.ts";

export interface ParsedCall {
  /** What is called: of a partial it may be a sub-expression. */
  readonly path: ExpressionNode;
  readonly params: readonly ExpressionNode[];
  readonly hash: HashNode | undefined;
  readonly blockParams: readonly string[] | undefined;
}

export function parseTag(tag: Tag): ParsedCall | undefined {
  const { kind, sigil } = tag;
  const { text, originalOffset } = normalizeDialect(tag.inner);
  const from = kind === "else" ? (/^\s*else/.exec(text)?.[0].length ?? 0) : 0;
  const tokens = readTokens(text, from, (offset) => tag.innerStart + originalOffset(offset));
  if (tokens === undefined) return undefined;
  const reader = new CallReader(tokens);
  const isPartial = kind === "partial" || sigil === "#>";
  const call = reader.readCall(isPartial);
  const hasNames = (kind === "open" && !isPartial) || kind === "inverse" || kind === "else";
  const blockParams = hasNames ? reader.readBlockParams() : undefined;
  if (call === undefined || !reader.isAtEnd) return undefined;
  return kind === "raw" && !canClose(call.path, text) ? undefined : { ...call, blockParams };
}

/** The end of a raw block has a plain name. */
function canClose(path: ExpressionNode, text: string): boolean {
  if (path.type !== "PathExpression" || path.original !== nameOfBlock(text)) return false;
  return new RegExp(`^${NAME}$`).test(path.original);
}

type TokenKind =
  | "("
  | ")"
  | "="
  | "@"
  | "|"
  | "as"
  | "name"
  | "step"
  | "text"
  | "number"
  | "word"
  | "bracket";

interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** In what the author wrote. */
  readonly start: number;
}

const NAME = String.raw`[^\s!"#%-,./;->@[-^${"`"}{-~]+`;

/** Behind a name, and behind a literal. */
const [AFTER_NAME, AFTER_LITERAL] = [String.raw`(?=[=~}\s/.)|]|$)`, String.raw`(?=[~}\s)]|$)`];

/** The first one that fits is taken, as the lexer of Handlebars does. */
const TOKENS: readonly (readonly [TokenKind, string])[] = [
  ["(", String.raw`\(`],
  [")", String.raw`\)`],
  ["=", "="],
  ["name", String.raw`\.\.|\.${AFTER_NAME}`],
  ["step", "[/.]"],
  ["text", String.raw`"(?:\\"|[^"])*"|'(?:\\'|[^'])*'`],
  ["@", "@"],
  ["word", `(?:true|false|undefined|null)${AFTER_LITERAL}`],
  ["number", String.raw`-?[0-9]+(?:\.[0-9]+)?${AFTER_LITERAL}`],
  ["as", String.raw`as\s+\|`],
  ["|", String.raw`\|`],
  ["name", `${NAME}${AFTER_NAME}`],
  ["bracket", String.raw`\[(?:\\\]|[^\]])*\]`],
];

const TOKEN = new RegExp(
  `\\s*(?:${TOKENS.map(([, pattern]) => `(${pattern})`).join("|")})\\s*`,
  "y",
);

/** Undefined if there is something else between them. */
function readTokens(
  text: string,
  from: number,
  toStart: (offset: number) => number,
): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = from;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (found === null) return undefined;
    const at = found.findIndex((group, index) => index > 0 && group !== undefined);
    const written = found[at] as string;
    const [kind] = TOKENS[at - 1] as (typeof TOKENS)[number];
    tokens.push({ kind, text: written, start: toStart(found.index + found[0].indexOf(written)) });
  }
  return tokens;
}

type Arguments = Pick<ParsedCall, "params" | "hash">;

interface Step {
  readonly separator: string;
  readonly part: string;
  /** Whether it was in brackets, where `this` and `..` are names as others. */
  readonly isQuoted: boolean;
}

/** Each function reads on from where the last one stopped; undefined if something else is there. */
class CallReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  readCall(canBeCalled: boolean): Omit<ParsedCall, "blockParams"> | undefined {
    const path = canBeCalled ? this.#readValue() : this.#readPathOrLiteral();
    const rest = path && this.#readArguments();
    return rest && { path: path as ExpressionNode, ...rest };
  }

  /** Undefined if there are none: what is there instead then remains. */
  readBlockParams(): readonly string[] | undefined {
    if (this.#take("as") === undefined) return undefined;
    const names: string[] = [];
    for (let name = this.#take("name"); name !== undefined; name = this.#take("name")) {
      names.push(name.text);
    }
    if (names.length > 0 && this.#take("|") !== undefined) return names;
    this.#at = 0;
    return undefined;
  }

  #take(kind: TokenKind): Token | undefined {
    const token = this.#tokens[this.#at];
    if (token?.kind !== kind) return undefined;
    this.#at += 1;
    return token;
  }

  #readArguments(): Arguments | undefined {
    const params: ExpressionNode[] = [];
    const pairs: HashNode["pairs"][number][] = [];
    while (this.#startsValue()) {
      const key = this.#readKey();
      const value = this.#readValue();
      if (value === undefined || (key === undefined && pairs.length > 0)) return undefined;
      if (key === undefined) params.push(value);
      else pairs.push({ key, value });
    }
    return { params, hash: pairs.length === 0 ? undefined : { pairs } };
  }

  #startsValue(): boolean {
    const kind = this.#tokens[this.#at]?.kind;
    return kind !== undefined && kind !== ")" && kind !== "as";
  }

  /** The name before a "=". */
  #readKey(): string | undefined {
    if (this.#tokens[this.#at + 1]?.kind !== "=") return undefined;
    const key = this.#readStep();
    if (key !== undefined) this.#at += 1;
    return key?.part;
  }

  #readValue(): ExpressionNode | undefined {
    const open = this.#take("(");
    if (open === undefined) return this.#readPathOrLiteral();
    const call = this.readCall(false);
    if (call === undefined || this.#take(")") === undefined) return undefined;
    const { path, params, hash } = call;
    const callee = path as PathNode | LiteralNode;
    return { type: "SubExpression", path: callee, params, hash, start: open.start };
  }

  #readPathOrLiteral(): PathNode | LiteralNode | undefined {
    const token = this.#tokens[this.#at];
    if (token === undefined) return undefined;
    const literal = literalOf(token);
    if (literal === undefined) return this.#readPath(token.start);
    this.#at += 1;
    return literal;
  }

  #readPath(start: number): PathNode | undefined {
    const data = this.#take("@") !== undefined;
    const steps: Step[] = [];
    for (let separator: Token | undefined; ; separator = this.#take("step")) {
      if (separator === undefined && steps.length > 0) return pathOf(steps, { data, start });
      const step = this.#readStep();
      if (step === undefined) return undefined;
      steps.push({ ...step, separator: separator?.text ?? "" });
    }
  }

  #readStep(): Omit<Step, "separator"> | undefined {
    const name = this.#take("name");
    if (name !== undefined) return { part: name.text, isQuoted: false };
    const text = this.#take("bracket")?.text.replace(/\\([\\\]])/g, "$1");
    if (text === undefined) return undefined;
    // As in Handlebars, a name with a line break keeps its brackets.
    const isQuoted = /^\[.*\]$/.test(text);
    return { part: isQuoted ? text.slice(1, -1) : text, isQuoted };
  }
}

/** Undefined if it leads out of the value after it has led in. */
function pathOf(
  steps: readonly Step[],
  { data, start }: Pick<PathNode, "data" | "start">,
): PathNode | undefined {
  const parts: string[] = [];
  let depth = 0;
  for (const { part, isQuoted } of steps) {
    if (isQuoted || !/^(?:\.\.?|this)$/.test(part)) parts.push(part);
    else if (parts.length > 0) return undefined;
    else if (part === "..") depth += 1;
  }
  const written = steps.map(({ separator, part }) => separator + part).join("");
  const original = data ? `@${written}` : written;
  return { type: "PathExpression", data, depth, parts, original, start };
}

function literalOf({ kind, text, start }: Token): LiteralNode | undefined {
  if (kind === "text") {
    const quote = text[0] as string;
    return {
      type: "StringLiteral",
      value: text.slice(1, -1).replaceAll(`\\${quote}`, quote),
      start,
    };
  }
  if (kind === "number")
    return { type: "NumberLiteral", value: numberForJson(Number(text)), start };
  if (kind !== "word") return undefined;
  if (text === "undefined") return { type: "UndefinedLiteral", start };
  if (text === "null") return { type: "NullLiteral", start };
  return { type: "BooleanLiteral", value: text === "true", start };
}

function numberForJson(value: number): NumberNode["value"] {
  if (Object.is(value, -0)) return "-0";
  return Number.isFinite(value) ? value : (String(value) as NumberNode["value"]);
}

type NumberNode = Extract<LiteralNode, { type: "NumberLiteral" }>;
