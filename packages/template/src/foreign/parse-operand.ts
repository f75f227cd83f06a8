// One operand of an expression: a path, a literal, a list, a call with parentheses, or an expression in
// parentheses.
import type { ForeignCall, ForeignNode, ForeignPath } from "./foreign-node.ts";
import type { Token } from "./scan-tokens.ts";
import type { TokenReader } from "./token-reader.ts";

/** Reads a whole expression. Passed, because expressions contain operands, and these expressions. */
type ParseWhole = (reader: TokenReader) => ForeignNode;

/** Words that stand between operands. */
const INFIX: ReadonlySet<string> = new Set([
  "or",
  "and",
  "is",
  "in",
  "contains",
  "if",
  "else",
  "not",
]);

/** Whether the token begins one more operand, and not the rest of the one before. */
export function isOperandStart({ kind, text, isApart }: Token): boolean {
  if (kind === "name") return !INFIX.has(text);
  if (kind === "text" || kind === "number") return true;
  return (
    kind === "sign" &&
    isApart &&
    (text === "(" || text === "." || text === "[" || /^\.\./.test(text))
  );
}

/** `name=` or `name:` before an argument. */
export function readNamed(reader: TokenReader, signs: readonly string[]): string | undefined {
  const { token, following } = reader;
  const isNamed =
    token.kind === "name" && following.kind === "sign" && signs.includes(following.text);
  if (!isNamed) return undefined;
  reader.take();
  reader.take();
  return token.text;
}

export function parsePostfix(reader: TokenReader, parseWhole: ParseWhole): ForeignNode {
  let node = parsePrimary(reader, parseWhole);
  for (;;) {
    if (reader.isAtJoined(".") || reader.isAtJoined("?."))
      node = readStep(reader, node, parseWhole);
    else if (reader.isAtJoined("[")) node = readBrackets(reader, node);
    else if (reader.isAtJoined("(")) node = readFunction(reader, node, parseWhole);
    else return node;
  }
}

function parsePrimary(reader: TokenReader, parseWhole: ParseWhole): ForeignNode {
  const { kind, text } = reader.take();
  if (kind === "text" || kind === "number") return { type: "literal", kind, value: text };
  if (kind === "name") {
    if (text.startsWith("$")) reader.isForeign = true;
    return WORDS.has(text) ? { type: "literal", kind: "word", value: text } : path([text]);
  }
  if (text === "-" && reader.token.kind === "number") {
    return { type: "literal", kind: "number", value: `-${reader.take().text}` };
  }
  if (text === "(") {
    const node = parseWhole(reader);
    reader.expectSign(")");
    return node;
  }
  if (text === ".") return readDotted(reader);
  if (text === "[") return readListOrName(reader, parseWhole);
  if (text.startsWith("..") && reader.token.kind === "name")
    return path([text + reader.take().text]);
  return reader.fail();
}

const WORDS: ReadonlySet<string> = new Set(["true", "false", "null", "undefined"]);

function path(steps: readonly string[]): ForeignPath {
  return { type: "path", steps, isDotted: false };
}

/** Go: `.name`, and `.` for the value itself. */
function readDotted(reader: TokenReader): ForeignNode {
  const { kind, isApart } = reader.token;
  if (kind !== "name" || isApart) return { type: "path", steps: ["this"], isDotted: true };
  reader.isForeign = true;
  return { type: "path", steps: [reader.take().text], isDotted: true };
}

/** A field, or the call of a method. */
function readStep(reader: TokenReader, node: ForeignNode, parseWhole: ParseWhole): ForeignNode {
  if (reader.take().text === "?.") reader.isForeign = true;
  if (reader.isAtSign("[")) {
    return node.type === "path" ? addSteps(node, [readRaw(reader)]) : reader.fail();
  }
  const { kind, text } = reader.take();
  if (kind !== "name" && kind !== "number") return reader.fail();
  if (reader.isAtJoined("(")) {
    const { args, named } = readArguments(reader, parseWhole);
    return { ...call(text, isNamespace(node) ? args : [node, ...args]), named };
  }
  if (node.type === "path") return addSteps(node, text.split("."));
  // Of what a call returns, the length is the one property that texts and lists have.
  return text === "length" ? call("length", [node]) : reader.fail();
}

/** `JSON.stringify(x)`. */
function isNamespace(node: ForeignNode): boolean {
  return node.type === "path" && node.steps.join() === "JSON";
}

function addSteps(node: ForeignPath, steps: readonly string[]): ForeignPath {
  if (node.ofEach !== undefined) return { ...node, ofEach: [...node.ofEach, ...steps] };
  return { ...node, steps: [...node.steps, ...steps] };
}

function call(name: string, args: readonly ForeignNode[]): ForeignCall {
  return { type: "call", name, args, named: [], form: "method" };
}

function readBrackets(reader: TokenReader, node: ForeignNode): ForeignNode {
  const raw = readRaw(reader);
  const inside = raw.slice(1, -1).trim();
  if (node.type !== "path") return reader.fail();
  if (inside === "*" || inside === "") {
    reader.isForeign = true;
    return node.ofEach === undefined ? { ...node, ofEach: [] } : reader.fail();
  }
  if (/^\d+$/.test(inside)) return addSteps(node, [inside]);
  const key = /^(?:"([^"]*)"|'([^']*)')$/.exec(inside);
  return addSteps(node, [key === null ? raw : nameStep((key[1] ?? key[2]) as string)]);
}

export function nameStep(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : `[${name}]`;
}

/** The brackets and what they hold: nothing inside is looked at. */
function readRaw(reader: TokenReader): string {
  const { start } = reader.take();
  return reader.inner.slice(start, readToBracket(reader));
}

/** Where the closing bracket ends. */
function readToBracket(reader: TokenReader): number {
  while (!reader.isAtSign("]") && reader.token.kind !== "end") reader.take();
  const { end } = reader.token;
  reader.expectSign("]");
  return end;
}

/** `["a", "b"]` of other languages, or `[first name]` of ours. */
function readListOrName(reader: TokenReader, parseWhole: ParseWhole): ForeignNode {
  const { start } = reader.token;
  const [name] = /^[^\]"'`,]*[^\]"'`,\d\s]/.exec(reader.inner.slice(start)) ?? [];
  if (name !== undefined) return path([reader.inner.slice(start - 1, readToBracket(reader))]);
  reader.isForeign = true;
  const items: ForeignNode[] = [];
  while (reader.token.kind !== "end" && !reader.isAtSign("]")) {
    items.push(parseWhole(reader));
    if (!reader.takeSign(",")) break;
  }
  reader.expectSign("]");
  return { type: "list", items };
}

/** `upper(x)`. */
function readFunction(reader: TokenReader, node: ForeignNode, parseWhole: ParseWhole): ForeignNode {
  const { args, named } = readArguments(reader, parseWhole);
  if (node.type !== "path" || node.steps.length > 1) return reader.fail();
  return { ...call(node.steps.join(), args), named };
}

/** `(80, end="…")`. */
export function readArguments(
  reader: TokenReader,
  parseWhole: ParseWhole,
): Pick<ForeignCall, "args" | "named"> {
  const args: ForeignNode[] = [];
  const named: [string, ForeignNode][] = [];
  reader.isForeign = true;
  reader.take();
  while (reader.token.kind !== "end" && !reader.isAtSign(")")) {
    const name = readNamed(reader, ["=", ":"]);
    const value = parseWhole(reader);
    if (name === undefined) args.push(value);
    else named.push([name, value]);
    if (!reader.takeSign(",")) break;
  }
  reader.expectSign(")");
  return { args, named };
}
