// The inside of a tag in any of the languages that authors know → its tree; undefined for anything else.
// Operators, conditions and pipes are read here.
import type { CallForm } from "./calls.ts";

interface ParseOptions {
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

/** Reads a whole expression. Passed, because expressions contain operands, and these expressions. */
type ParseWhole = (reader: TokenReader) => ForeignNode;

/** Words between operands. */
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
function isOperandStart({ kind, text, isApart }: ForeignToken): boolean {
  if (kind === "name") return !INFIX.has(text);
  if (kind === "text" || kind === "number") return true;
  return (
    kind === "sign" &&
    isApart &&
    (text === "(" || text === "." || text === "[" || /^\.\./.test(text))
  );
}

/** `name=` or `name:` before an argument. */
function readNamed(reader: TokenReader, signs: readonly string[]): string | undefined {
  const { token, following } = reader;
  const isNamed =
    token.kind === "name" && following.kind === "sign" && signs.includes(following.text);
  if (!isNamed) return undefined;
  reader.take();
  reader.take();
  return token.text;
}

function parsePostfix(reader: TokenReader, parseWhole: ParseWhole): ForeignNode {
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

function nameStep(name: string): string {
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
function readArguments(
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

/** Replaces what cannot be read; the result is then undefined. */
const UNREADABLE: ForeignNode = { type: "literal", kind: "word", value: "" };

/** The tokens of one expression → one after the other, and what was noticed on the way. */
class TokenReader {
  readonly inner: string;
  readonly #tokens: readonly ForeignToken[];
  #at = 0;
  isReadable = true;
  /** Whether anything was read that is not of our language. */
  isForeign = false;

  constructor(inner: string, tokens: readonly ForeignToken[]) {
    this.inner = inner;
    this.#tokens = tokens;
  }

  get token(): ForeignToken {
    return this.#tokens[this.#at] as ForeignToken;
  }

  /** The token after the next one. */
  get following(): ForeignToken {
    return this.#tokens[Math.min(this.#at + 1, this.#tokens.length - 1)] as ForeignToken;
  }

  /** The last token, which marks the end, is never passed. */
  take(): ForeignToken {
    const { token } = this;
    if (token.kind !== "end") this.#at += 1;
    return token;
  }

  isAt(kind: ForeignToken["kind"], text: string): boolean {
    return this.token.kind === kind && this.token.text === text;
  }

  isAtSign(text: string): boolean {
    return this.isAt("sign", text);
  }

  /** Whether the sign directly follows the previous token. */
  isAtJoined(text: string): boolean {
    return this.isAtSign(text) && !this.token.isApart;
  }

  takeSign(text: string): boolean {
    const isThere = this.isAtSign(text);
    if (isThere) this.take();
    return isThere;
  }

  takeForeignSign(text: string): boolean {
    const isThere = this.takeSign(text);
    if (isThere) this.isForeign = true;
    return isThere;
  }

  expectSign(text: string): void {
    if (!this.takeSign(text)) this.fail();
  }

  /** Ends the reading, as if the expression had ended. */
  fail(): ForeignNode {
    this.#at = this.#tokens.length - 1;
    this.isReadable = false;
    return UNREADABLE;
  }
}

interface ForeignToken {
  readonly kind: "text" | "number" | "name" | "sign" | "end";
  /** Of a text without its quotation marks. */
  readonly text: string;
  /** Offsets within the inside of the tag. */
  readonly start: number;
  readonly end: number;
  /** Whether white space precedes it: `a .b` is two paths in Go, and `a.b` is one. */
  readonly isApart: boolean;
}

const TOKEN =
  /(\s*)(?:("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`[^`]*`)|(\d+(?:\.\d+)?)|([@$]?[A-Za-z_\u00a1-\uffff][\w\u00a1-\uffff]*(?:-[\w\u00a1-\uffff]+)*|\$)|((?:\.\.\/)+|[!=]==|[!=<>]=|<>|:=|&&|\|\||\?\?|\?\.|[-+*/%<>=!|?:,.()[\]~]))/y;

/** Longer expressions are not written by people. */
const MAX_TOKENS = 200;

function scanTokens(inner: string): readonly ForeignToken[] | undefined {
  const tokens: ForeignToken[] = [];
  const text = inner.trimEnd();
  let at = 0;
  while (at < text.length) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null || tokens.length === MAX_TOKENS) return undefined;
    const [, space = "", quoted, number, name, sign = ""] = found;
    const isApart = space !== "" || at === 0;
    const span = { start: at + space.length, end: TOKEN.lastIndex, isApart };
    if (quoted !== undefined) tokens.push({ kind: "text", text: unescapeText(quoted), ...span });
    else if (number !== undefined) tokens.push({ kind: "number", text: number, ...span });
    else if (name !== undefined) tokens.push({ kind: "name", text: name, ...span });
    else tokens.push({ kind: "sign", text: sign, ...span });
    at = TOKEN.lastIndex;
  }
  tokens.push({ kind: "end", text: "", start: at, end: at, isApart: true });
  return tokens;
}

/** Other languages write a line break as `\n`; our texts have no escapes. */
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\n", "\n"],
  ["\\t", "\t"],
  ['\\"', '"'],
  ["\\'", "'"],
]);

function unescapeText(quoted: string): string {
  return quoted.slice(1, -1).replace(/\\./g, (pair) => ESCAPES.get(pair) ?? pair);
}

/** `user.name`, `.name` of Go, `$json.body.name` of n8n, `items[*].name` of JSONPath. */
export interface ForeignPath {
  readonly type: "path";
  /** Names and indexes as our templates write them: `name`, `[first name]`, `0`. */
  readonly steps: readonly string[];
  /** `.name`: relative to the value that the block around is about. */
  readonly isDotted: boolean;
  /** What follows `[*]`: the path within each element. */
  readonly ofEach?: readonly string[];
}

/** A text, a number, or a word such as `true`. */
interface ForeignLiteral {
  readonly type: "literal";
  readonly kind: "text" | "number" | "word";
  readonly value: string;
}

/** `truncate x 80`, `x | truncate: 80`, `x.truncate(80)`. */
export interface ForeignCall {
  readonly type: "call";
  readonly name: string;
  readonly args: readonly ForeignNode[];
  readonly named: readonly (readonly [name: string, value: ForeignNode])[];
  readonly form: CallForm;
}

export interface ForeignOperation {
  readonly type: "operation";
  readonly operator: string;
  readonly left: ForeignNode;
  readonly right: ForeignNode;
}

/** `test ? yes : no`. */
interface ForeignChoice {
  readonly type: "choice";
  readonly test: ForeignNode;
  readonly yes: ForeignNode;
  readonly no: ForeignNode;
}

/** `["a", "b"]`. */
export interface ForeignList {
  readonly type: "list";
  readonly items: readonly ForeignNode[];
}

export type ForeignNode =
  | ForeignPath
  | ForeignLiteral
  | ForeignCall
  | ForeignOperation
  | ForeignChoice
  | ForeignList;

/** A whole expression, and whether anything in it is not of our language. */
interface ForeignExpression {
  readonly node: ForeignNode;
  readonly isForeign: boolean;
}
