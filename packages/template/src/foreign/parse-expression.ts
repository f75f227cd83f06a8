// The inside of a tag in any of the languages that authors know → its tree; undefined where it is none.
// Operators, conditions and pipes are read here.
import type { ForeignCall, ForeignExpression, ForeignNode } from "./foreign-node.ts";
import { isOperandStart, parsePostfix, readArguments, readNamed } from "./parse-operand.ts";
import { scanTokens } from "./scan-tokens.ts";
import { TokenReader } from "./token-reader.ts";

export interface ParseOptions {
  /** Whether it is the argument of a block, where a call needs parentheses in our language. */
  readonly isArgument?: boolean;
}

export function parseExpression(
  inner: string,
  { isArgument = false }: ParseOptions = {},
): ForeignExpression | undefined {
  const tokens = scanTokens(inner);
  if (tokens === undefined) return undefined;
  const reader = new TokenReader(inner, tokens);
  const isCall = isArgument && reader.token.kind === "name" && isOperandStart(reader.following);
  const node = parseChoice(reader);
  if (reader.token.kind !== "end" || !reader.isReadable) return undefined;
  const { isForeign } = reader;
  return { node, isForeign: isForeign || (isCall && node.type === "call") };
}

function parseChoice(reader: TokenReader): ForeignNode {
  const first = parseBinary(reader, 1);
  if (reader.takeForeignSign("?")) {
    const yes = parseChoice(reader);
    reader.expectSign(":");
    return { type: "choice", test: first, yes, no: parseChoice(reader) };
  }
  // Jinja: `"red" if failed else "green"`.
  if (!takeWord(reader, "if")) return first;
  const test = parseBinary(reader, 1);
  const no = takeWord(reader, "else") ? parseChoice(reader) : EMPTY;
  return { type: "choice", test, yes: first, no };
}

const EMPTY: ForeignNode = { type: "literal", kind: "text", value: "" };

function takeWord(reader: TokenReader, word: string): boolean {
  const isThere = reader.isAt("name", word);
  if (isThere) {
    reader.take();
    reader.isForeign = true;
  }
  return isThere;
}

/** The sign or word → how strongly it binds, and what it does by the name of our helper. */
const OPERATORS: ReadonlyMap<string, readonly [strength: number, helper: string]> = new Map([
  ["||", [1, "or"]],
  ["or", [1, "or"]],
  ["??", [1, "default"]],
  ["&&", [2, "and"]],
  ["and", [2, "and"]],
  ["==", [3, "eq"]],
  ["===", [3, "eq"]],
  ["=", [3, "eq"]],
  ["is", [3, "is"]],
  ["!=", [3, "ne"]],
  ["!==", [3, "ne"]],
  ["<>", [3, "ne"]],
  ["<", [3, "lt"]],
  ["<=", [3, "lte"]],
  [">", [3, "gt"]],
  [">=", [3, "gte"]],
  ["in", [3, "in"]],
  ["contains", [3, "contains"]],
  ["+", [4, "add"]],
  ["-", [4, "subtract"]],
  ["~", [4, "concat"]],
  ["*", [5, "multiply"]],
  ["/", [5, "divide"]],
]);

function parseBinary(reader: TokenReader, weakest: number): ForeignNode {
  let left = parseUnary(reader);
  for (;;) {
    const { kind, text, isApart } = reader.token;
    // `a/b` is a path in Handlebars.
    const isOperator = kind === "name" || (kind === "sign" && (text !== "/" || isApart));
    const [strength, operator] = (isOperator && OPERATORS.get(text)) || [0, ""];
    if (strength < weakest) return left;
    reader.take();
    reader.isForeign = true;
    // Jinja: `x is not none`.
    const isNegated = text === "is" && takeWord(reader, "not");
    const right = parseBinary(reader, strength + 1);
    left = { type: "operation", operator: isNegated ? "isNot" : operator, left, right };
  }
}

function parseUnary(reader: TokenReader): ForeignNode {
  if (reader.takeForeignSign("!")) return prefixCall("not", [parseUnary(reader)]);
  // `(not a)` is ours; `not a == b` asks for the opposite of the comparison.
  if (reader.isAt("name", "not") && isOperandStart(reader.following)) {
    reader.take();
    return prefixCall("not", [parseBinary(reader, 3)]);
  }
  return parsePipeline(reader);
}

function prefixCall(name: string, args: readonly ForeignNode[]): ForeignCall {
  return { type: "call", name, args, named: [], form: "prefix" };
}

/** `x | default: "a" | upper`: each filter takes what is before it. */
function parsePipeline(reader: TokenReader): ForeignNode {
  let value = parseCall(reader);
  while (reader.takeForeignSign("|")) {
    const { kind, text: name } = reader.take();
    if (kind !== "name") return reader.fail();
    const { args, named, form } = parseFilterArguments(reader);
    value = { type: "call", name, args: [value, ...args], named, form };
  }
  return value;
}

type CallArguments = Pick<ForeignCall, "args" | "named">;

/** `truncate(80)` of Jinja, `truncate: 80, "…"` of Liquid, `trunc 80` of Go. */
function parseFilterArguments(reader: TokenReader): CallArguments & Pick<ForeignCall, "form"> {
  if (reader.isAtJoined("(")) return { ...readArguments(reader, parseChoice), form: "jinja" };
  if (!reader.takeSign(":")) {
    const operands = parseOperands(reader);
    const isBare = operands.args.length === 0 && operands.named.length === 0;
    return { ...operands, form: isBare ? "bare" : "piped" };
  }
  const args: ForeignNode[] = [];
  do args.push(parsePostfix(reader, parseChoice));
  while (reader.takeSign(",") || reader.takeSign(":"));
  return { args, named: [], form: "liquid" };
}

/** `upper name`, as in our language and in Go; or an operand alone. */
function parseCall(reader: TokenReader): ForeignNode {
  const isName = reader.token.kind === "name";
  const head = parsePostfix(reader, parseChoice);
  if (!isName || head.type !== "path" || !isOperandStart(reader.token)) return head;
  const { args, named } = parseOperands(reader);
  return { type: "call", name: head.steps.join("."), args, named, form: "prefix" };
}

function parseOperands(reader: TokenReader): CallArguments {
  const args: ForeignNode[] = [];
  const named: [string, ForeignNode][] = [];
  while (isOperandStart(reader.token)) {
    const name = readNamed(reader, ["="]);
    const value = parsePostfix(reader, parseChoice);
    if (name === undefined) args.push(value);
    else named.push([name, value]);
  }
  return { args, named };
}
