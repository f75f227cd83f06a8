// The tree of an expression of another language → the same in our language; undefined if our
// language cannot say it.

import { compileDatePattern } from "../../serving/helpers/time.ts";
import type { Helper, HelperTable } from "../../serving/render/helper.ts";
import { type CallShape, normalizeName } from "./calls.ts";
import { convertDatePattern } from "./convert-date-pattern.ts";
import type {
  ForeignCall,
  ForeignList,
  ForeignNode,
  ForeignOperation,
  ForeignPath,
} from "./parse-expression.ts";

/** Whether the value is shown, or only asked whether it is true. */
type Use = "value" | "condition";

export function writeNode(
  node: ForeignNode,
  context: WriteContext,
  use: Use = "value",
): Written | undefined {
  switch (node.type) {
    case "path":
      return writePath(node, context);
    case "literal":
      if (node.kind === "text") return createLiteral(node.value);
      return { kind: "literal", text: node.value, shown: node.value };
    case "call":
      return writeCall(node, context, writeNode);
    case "operation":
      return writeOperation(node, context, use);
    case "choice":
      return createChoice(
        writeArgument(node.test, context, "condition"),
        writeNode(node.yes, context),
        writeNode(node.no, context),
      );
    case "list":
      return undefined;
  }
}

export function writeArgument(
  node: ForeignNode,
  context: WriteContext,
  use: Use = "value",
): string | undefined {
  const written = writeNode(node, context, use);
  return written && writtenToArgument(written);
}

function writePath(path: ForeignPath, { rename }: WriteContext): Written | undefined {
  const text = rename(path);
  if (text === undefined) return undefined;
  if (text.startsWith("(")) return { kind: "call", text: text.slice(1, -1) };
  if (path.ofEach === undefined) return { kind: "path", text };
  if (path.ofEach.length === 0) return { kind: "path", text, isList: true };
  return { kind: "call", text: `pluck ${text} "${path.ofEach.join(".")}"`, isList: true };
}

function writeOperation(
  node: ForeignOperation,
  context: WriteContext,
  use: Use,
): Written | undefined {
  const { operator, left, right } = node;
  if (operator === "concat" || (operator === "add" && isText(node))) {
    return createSequence([writeNode(left, context), writeNode(right, context)]);
  }
  // `+` joins texts, and which of the fields are texts is not known; Liquid and Go divide whole numbers.
  const isSum = operator === "add" && !isNumber(left) && !isNumber(right);
  if (isSum || operator === "divide") context.isGuess = true;
  if (operator === "in") return writeIn(left, right, context);
  if (operator === "is" || operator === "isNot") return writeIs(node, context);
  if (isNull(right) && (operator === "eq" || operator === "ne")) {
    return callOf(operator, [writeArgument(left, context), NOTHING.text]);
  }
  const operands = JOINABLE.has(operator) ? operandsOf(node, operator) : [left, right];
  return callOf(
    operator,
    operands.map((operand) => writeArgument(operand, context, use)),
  );
}

/** Jinja: `x is none`, `x is not defined`. Our language lacks its other tests. */
function writeIs({ operator, left, right }: ForeignOperation, context: WriteContext) {
  const isPositive = (operator === "is") !== isDefined(right);
  const word = right.type === "literal" && right.kind === "word" ? right.value : undefined;
  const wanted = isNull(right) ? NOTHING.text : word;
  return callOf(isPositive ? "eq" : "ne", [writeArgument(left, context), wanted]);
}

/** Those of which one call takes more than two values. */
const JOINABLE: ReadonlySet<string> = new Set(["or", "and", "default"]);

function operandsOf(node: ForeignNode, operator: string): readonly ForeignNode[] {
  if (node.type !== "operation" || node.operator !== operator) return [node];
  return [...operandsOf(node.left, operator), ...operandsOf(node.right, operator)];
}

/** Whether a sum has a text in it, which makes it a text in JavaScript. */
function isText(node: ForeignNode): boolean {
  if (node.type === "operation") return isText(node.left) || isText(node.right);
  return node.type === "literal" && node.kind === "text";
}

function isNumber(node: ForeignNode): boolean {
  return node.type === "literal" && node.kind === "number";
}

/** What other languages call a missing value. Elsewhere these are names of fields. */
const NULLS: ReadonlySet<string> = new Set(
  "none nil null undefined empty blank defined".split(" "),
);

/** Here a missing value equals an empty text. */
function isNull(node: ForeignNode): boolean {
  if (node.type === "path") return NULLS.has(node.steps.join(".").toLowerCase());
  return node.type === "literal" && node.kind === "word" && NULLS.has(node.value);
}

/** Jinja: `x is defined` asks for the opposite of `x is none`. */
function isDefined(node: ForeignNode): boolean {
  return node.type === "path" && node.steps.join(".") === "defined";
}

function writeIn(
  value: ForeignNode,
  whole: ForeignNode,
  context: WriteContext,
): Written | undefined {
  const wanted = writeArgument(value, context);
  if (whole.type !== "list") return callOf("contains", [writeArgument(whole, context), wanted]);
  const items = itemsOf(whole, context);
  return callOf(items.length === 1 ? "eq" : "in", [wanted, ...items]);
}

function itemsOf({ items }: ForeignList, context: WriteContext): readonly (string | undefined)[] {
  return items.map((item) => writeArgument(item, context));
}

/** Passed, because calls contain expressions, and these calls. */
type WriteNode = (node: ForeignNode, context: WriteContext) => Written | undefined;

/** A filter, method or function of another language → the call of our helper; undefined if there is none. */
function writeCall(
  call: ForeignCall,
  context: WriteContext,
  writeNode: WriteNode,
): Written | undefined {
  const { form } = call;
  const bare = withoutLibrary(call.name, context);
  const name = normalizeName(bare);
  const shapes = context.calls.get(name);
  const own = context.helpers.get(bare);
  const write: WriteArgument = (node) => node && writeNode(node, context);
  if (own !== undefined && (form === "prefix" || shapes === undefined)) {
    const nodes = withOurPattern(own.name, argumentsOf(call, call.args), context);
    return writeOwnCall({ ...call, name: helperOfGo(call), args: nodes.map(write) }, own, write);
  }
  context.isForeign = true;
  const shape = shapes?.find(({ exact }) => exact.includes(form)) ?? shapes?.[0];
  if (shape === undefined) return fieldWithSpaces(call, context);
  const { slots, exact } = shape;
  const helper = isForFalse(call) ? "or" : shape.helper;
  const nodes = argumentsOf(call, withNamed(call));
  const withPattern = withOurPattern(helper, nodes, context);
  if (!exact.includes(form) || !isExactWith(name, call, withPattern)) context.isGuess = true;
  const args = (TAKES_FIELDS.has(helper) ? withFieldName(withPattern) : withPattern).map(write);
  if (helper === "") return args.length === 1 ? args[0] : undefined;
  const written = callOf(helper, fillSlots(slots, args));
  return written && LISTS.has(helper) ? { ...written, ...asList(form) } : written;
}

/** Objects that hold functions in other systems. With another object, such a name may be a field with a space in it. */
const LIBRARY = /^(?:JSON|_|lodash|utils?|helpers?|str(?:ing)?s?|fn)\.(?=\w+$)/;

function withoutLibrary(name: string, context: WriteContext): string {
  const bare = name.replace(LIBRARY, "");
  if (bare !== name && !name.startsWith("JSON.")) context.isGuess = true;
  return bare;
}

type WriteArgument = (node: ForeignNode | undefined) => Written | undefined;

/** A call of a helper that there is. */
function writeOwnCall(
  {
    args,
    ...call
  }: Omit<ForeignCall, "args"> & { readonly args: readonly (Written | undefined)[] },
  { arity: [least, most] }: Helper,
  write: WriteArgument,
): Written | undefined {
  const named = call.named.map(([key, value]) => writeNamed(`${key}=`, write(value)));
  const isTaken = args.length >= least && args.length <= most;
  return isTaken ? callOf(call.name, [...args.map(textOf), ...named]) : undefined;
}

/** The `default` of Go's templates takes 0, false and an empty list for missing values, too. */
function helperOfGo(call: ForeignCall): string {
  return call.name === "default" && isPipedValue(call) ? "or" : call.name;
}

/** What they give is a list. */
const LISTS: ReadonlySet<string> = new Set(["pluck", "unique", "filter", "split", "sort"]);

/** Their second argument is the name of a field of each element. */
const TAKES_FIELDS: ReadonlySet<string> = new Set("pluck filter find sort sum groupBy".split(" "));

/** Without quotation marks it would be a field of the event, which is hardly meant. */
function withFieldName([list, field, ...rest]: Arguments): Arguments {
  if (field?.type !== "path") return field === undefined ? [list] : [list, field, ...rest];
  return [list, { type: "literal", kind: "text", value: field.steps.join(".") }, ...rest];
}

/** How a list is shown that is not joined. */
function asList(form: ForeignCall["form"]): Pick<WrittenCall, "isList" | "separator"> {
  if (form === "liquid" || form === "bare") return { isList: true, separator: '""' };
  return form === "method" ? { isList: true, separator: '","' } : { isList: true };
}

type WrittenCall = Extract<Written, { kind: "path" | "call" }>;

/** What the arguments of some calls must be, so that ours does what the other one does. */
const NEEDS: ReadonlyMap<string, (args: Arguments) => boolean> = new Map([
  // An ellipsis that is longer than the text stays in Liquid, and is left out here.
  [
    "truncate",
    ([, length, ellipsis]) => (numberOf(length) ?? 0) >= (textIn(ellipsis) ?? "...").length,
  ],
  ["trunc", ([, length]) => (numberOf(length) ?? -1) >= 0],
  ["substring", ([, start, end]) => isInOrder(numberOf(start), end === undefined || numberOf(end))],
  ["slice", (args) => args.slice(1).every((arg) => numberOf(arg) !== undefined)],
  ["replace", ([, from]) => hasText(from)],
  ["replaceall", ([, from]) => hasText(from)],
  ["remove", ([, from]) => hasText(from)],
  ["split", ([, separator]) => hasText(separator)],
  ["map", ([, path]) => hasText(path)],
  ["sum", ([, path]) => path === undefined || hasText(path)],
  // Liquid also compares types: the text "5" is not the number 5.
  [
    "where",
    ([, path, value]) =>
      hasText(path) && hasText(value) && !/^(?:[-\d.]|true$|false$)/.test(textIn(value) as string),
  ],
  ["uniq", (args) => args.length === 1],
]);

function isExactWith(name: string, { named }: ForeignCall, args: Arguments): boolean {
  const isNamed = named.every(([key]) => key === "attribute");
  return isNamed && (NEEDS.get(name)?.(args) ?? true);
}

function numberOf(node: ForeignNode | undefined): number | undefined {
  return node?.type === "literal" && node.kind === "number" ? Number(node.value) : undefined;
}

function textIn(node: ForeignNode | undefined): string | undefined {
  return node?.type === "literal" && node.kind === "text" ? node.value : undefined;
}

function hasText(node: ForeignNode | undefined): boolean {
  return (textIn(node) ?? "") !== "";
}

function isInOrder(start: number | undefined, end: number | boolean | undefined): boolean {
  if (start === undefined || end === undefined || start < 0) return false;
  return typeof end === "boolean" || start <= end;
}

function textOf(written: Written | undefined): string | undefined {
  return written && writtenToArgument(written);
}

function writeNamed(key: string, written: Written | undefined): string | undefined {
  const text = textOf(written);
  return text === undefined ? undefined : key + text;
}

/** `{{contact.first name}}`: it may be the name of a field, in which there is a space. */
function fieldWithSpaces(
  { name, args, form }: ForeignCall,
  context: WriteContext,
): Written | undefined {
  const at = name.lastIndexOf(".");
  // `{{Math.round x}}`, `{{title.toUpperCase x}}`: a call of JavaScript.
  const isCall = /^[A-Z_]/.test(name) || /[A-Z]|^(?:at|call)$/.test(name.slice(at + 1));
  const words = args.map((arg) =>
    arg.type === "path" && !arg.isDotted ? arg.steps.join(".") : "",
  );
  if (isCall || form !== "prefix" || at === -1 || !words.every((word) => /^[\w-]+$/.test(word)))
    return undefined;
  context.isGuess = true;
  const field = [name.slice(at + 1), ...words].join(" ");
  return { kind: "path", text: `${name.slice(0, at)}.[${field}]` };
}

/** Functions of Go's templates that take the value last, so that it can be piped to them. */
const VALUE_LAST: ReadonlySet<string> = new Set(
  "default trunc join contains has hasprefix hassuffix replace split date".split(" "),
);

/** Named arguments of other languages that are further arguments here, with their index. */
const INDEXES: ReadonlyMap<string, number> = new Map([
  ["attribute", 1],
  ["length", 1],
  ["format", 1],
  ["end", 2],
  ["ellipsis", 2],
]);

type Arguments = readonly (ForeignNode | undefined)[];

function argumentsOf(call: ForeignCall, args: Arguments): Arguments {
  const { name, form } = call;
  if (isPipedValue(call)) return [args.at(-1), ...args.slice(0, -1)];
  if (form === "jinja" && isNoPath(call)) return [undefined];
  if (isForFalse(call)) return args.slice(0, 2);
  return form === "liquid" && name === "slice" && !startsAtZero(args[1]) ? [undefined] : args;
}

/** Jinja: `x | default("a", true)` also replaces 0, false and what is empty. */
function isForFalse({ name, form, args: [, , isForAll] }: ForeignCall): boolean {
  const isTrue = isForAll?.type === "literal" && isForAll.value === "true";
  return form === "jinja" && isTrue && /^d(?:efault)?$/.test(name);
}

function isPipedValue({ name, form, args }: ForeignCall): boolean {
  const isPiped = form === "prefix" && isDotted(args.at(-1)) && !isDotted(args[0]);
  return isPiped && VALUE_LAST.has(normalizeName(name));
}

/** Jinja: `map("upper")` calls a filter, `slice(3)` makes columns; only `map(attribute="a")` reads fields. */
function isNoPath({ name, args }: ForeignCall): boolean {
  return name === "slice" || ((name === "map" || name === "sum") && args.length > 1);
}

function withNamed({ args, named }: ForeignCall): Arguments {
  const all: (ForeignNode | undefined)[] = [...args];
  // An unknown name gets an index that no call has.
  for (const [key, value] of named) all[INDEXES.get(key) ?? NO_INDEX] = value;
  return Array.from(all);
}

const NO_INDEX = 9;

function isDotted(node: ForeignNode | undefined): boolean {
  return node?.type === "path" && node.isDotted;
}

/** Liquid's second number is a length, ours an index: at the start these are the same. */
function startsAtZero(node: ForeignNode | undefined): boolean {
  return node?.type === "literal" && node.value === "0";
}

/** The pattern of a date is the second argument. */
function withOurPattern(helper: string, args: Arguments, context: WriteContext): Arguments {
  const [date, pattern, ...rest] = args;
  if (helper !== "date" || pattern?.type !== "literal") return args;
  const value = convertDatePattern(pattern.value, (text) => compileDatePattern(text).ok);
  if (value === undefined) {
    const isOurs = compileDatePattern(pattern.value).ok;
    return isOurs ? args : [undefined];
  }
  context.isForeign = true;
  return [date, { ...pattern, value }, ...rest];
}

const SLOT = /^(\w+=)?(?:(\w+):)?\$(\d?)(\?)?(".*")?$/;

/** Undefined for an argument that is missing, and one too many. */
function fillSlots(
  slots: readonly string[],
  args: readonly (Written | undefined)[],
): readonly (string | undefined)[] {
  const filled: (string | undefined)[] = [];
  let known = 0;
  for (const slot of slots) {
    const [found, key = "", within, digit, isOptional, otherwise] = SLOT.exec(slot) ?? [];
    const index = Number(digit);
    const isMissing = isOptional !== undefined && index >= args.length;
    if (found === undefined) filled.push(slot);
    else known = index + 1;
    if (isMissing && otherwise !== undefined) filled.push(key + otherwise);
    if (found === undefined || isMissing) continue;
    const arg = args[index];
    filled.push(writeNamed(key, within === undefined ? arg : arg && callOf(within, [textOf(arg)])));
  }
  return args.length > known ? [undefined] : filled;
}

type Written =
  /** A path, or a call without its parentheses. */
  | {
      readonly kind: "path" | "call";
      readonly text: string;
      readonly isList?: boolean;
      /** What joins the elements where the list is shown. */
      readonly separator?: string;
    }
  | { readonly kind: "literal"; readonly text: string; readonly shown: string }
  | { readonly kind: "choice"; readonly test: string; readonly yes: Written; readonly no: Written }
  /** One after the other. */
  | { readonly kind: "sequence"; readonly parts: readonly Written[] };

/** What is known around an expression. */
export interface WriteContext {
  readonly helpers: HelperTable;
  readonly calls: ReadonlyMap<string, readonly CallShape[]>;
  /** A path of another language → the path here; undefined if there is none. */
  readonly rename: (path: ForeignPath) => string | undefined;
  /** Set where something is written in another way than it was. */
  isForeign: boolean;
  /** Set where the result is only close, and may render something else. */
  isGuess: boolean;
}

type Literal = Extract<Written, { kind: "literal" }>;

const NOTHING: Literal = { kind: "literal", text: '""', shown: "" };

function createLiteral(value: string): Written | undefined {
  const quote = value.includes('"') ? "'" : '"';
  const canStand = !value.includes(quote) && !value.includes("{{");
  return canStand ? { kind: "literal", text: quote + value + quote, shown: value } : undefined;
}

function createChoice(
  test: string | undefined,
  yes: Written | undefined,
  no: Written | undefined,
): Written | undefined {
  const isWhole = test !== undefined && yes !== undefined && no !== undefined;
  return isWhole ? { kind: "choice", test, yes, no } : undefined;
}

function createSequence(parts: readonly (Written | undefined)[]): Written | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? { kind: "sequence", parts: known } : undefined;
}

/** Undefined if an argument cannot be written. */
function callOf(
  helper: string,
  args: readonly (string | undefined)[],
): Extract<Written, { kind: "path" | "call" }> | undefined {
  if (args.some((arg) => arg === undefined)) return undefined;
  return { kind: "call", text: [helper, ...args].join(" ") };
}

/** As an argument of a call or a block; undefined if only tags can say it. */
function writtenToArgument(written: Written): string | undefined {
  switch (written.kind) {
    case "path":
    case "literal":
      return written.text;
    case "call":
      return `(${written.text})`;
    default:
      return undefined;
  }
}

/** As tags and text that show the value. */
export function writtenToTags(written: Written): string {
  switch (written.kind) {
    case "literal":
      return written.shown;
    case "choice":
      return `{{#if ${written.test}}}${writtenToTags(written.yes)}${writeOtherwise(written.no)}{{/if}}`;
    case "sequence":
      return written.parts.map(writtenToTags).join("");
    default:
      return written.isList === true
        ? `{{${["join", writtenToArgument(written), ...(written.separator ? [written.separator] : [])].join(" ")}}}`
        : `{{${written.text}}}`;
  }
}

function writeOtherwise(no: Written): string {
  if (no.kind !== "choice") {
    const text = writtenToTags(no);
    return text === "" ? "" : `{{else}}${text}`;
  }
  const { test, yes } = no;
  return `{{else if ${test}}}${writtenToTags(yes)}${writeOtherwise(no.no)}`;
}
