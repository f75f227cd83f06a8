// A filter, method or function of another language → the call of our helper; undefined where there is none.
import { compileDatePattern } from "../helpers/time/compile-date-pattern.ts";
import { normalizeName } from "./calls.ts";
import { convertDatePattern } from "./convert-date-pattern.ts";
import type { ForeignCall, ForeignNode } from "./foreign-node.ts";
import { callOf, type WriteContext, type Written, writtenToArgument } from "./written.ts";

/** Passed, because calls contain expressions, and these calls. */
type WriteNode = (node: ForeignNode, context: WriteContext) => Written | undefined;

export function writeCall(
  call: ForeignCall,
  context: WriteContext,
  writeNode: WriteNode,
): Written | undefined {
  const shape = context.calls.get(normalizeName(call.name));
  const own = context.helpers.get(call.name);
  const write = (node: ForeignNode | undefined) => node && writeNode(node, context);
  if (own !== undefined && (call.form === "prefix" || shape === undefined)) {
    const args = withOurPattern(own.name, argumentsOf(call, call.args), context).map(write);
    const named = call.named.map(([key, value]) => writeNamed(`${key}=`, write(value)));
    const [least, most] = own.arity;
    const isTaken = args.length >= least && args.length <= most;
    return isTaken ? callOf(call.name, [...args.map(textOf), ...named]) : undefined;
  }
  context.isForeign = true;
  if (shape === undefined) return fieldWithSpaces(call);
  const { helper, slots } = shape;
  const nodes = argumentsOf(call, withNamed(call));
  const args = withOurPattern(helper, nodes, context).map(write);
  return helper === "" ? args[0] : callOf(helper, fillSlots(slots, args));
}

function textOf(written: Written | undefined): string | undefined {
  return written && writtenToArgument(written);
}

function writeNamed(key: string, written: Written | undefined): string | undefined {
  const text = textOf(written);
  return text === undefined ? undefined : key + text;
}

/** `{{contact.first name}}`: the name of a field, in which there is a space. */
function fieldWithSpaces({ name, args, form }: ForeignCall): Written | undefined {
  const at = name.lastIndexOf(".");
  const words = args.map((arg) =>
    arg.type === "path" && !arg.isDotted ? arg.steps.join(".") : "",
  );
  if (form !== "prefix" || at === -1 || !words.every((word) => /^[\w-]+$/.test(word)))
    return undefined;
  const field = [name.slice(at + 1), ...words].join(" ");
  return { kind: "path", text: `${name.slice(0, at)}.[${field}]` };
}

/** Functions of Go's templates that take the value last, so that it can be piped to them. */
const VALUE_LAST: ReadonlySet<string> = new Set(
  "default trunc join contains hasprefix hassuffix replace split date plural".split(" "),
);

/** The named arguments of others that are further arguments here, and at which place. */
const PLACES: ReadonlyMap<string, number> = new Map([
  ["attribute", 1],
  ["length", 1],
  ["format", 1],
  ["end", 2],
  ["ellipsis", 2],
]);

type Arguments = readonly (ForeignNode | undefined)[];

function argumentsOf({ name, form }: ForeignCall, args: Arguments): Arguments {
  const last = args.at(-1);
  const isPiped = form === "prefix" && isDotted(last) && !isDotted(args[0]);
  if (isPiped && VALUE_LAST.has(normalizeName(name))) return [last, ...args.slice(0, -1)];
  return form === "filter" && name === "slice" && !startsAtZero(args[1]) ? [undefined] : args;
}

function withNamed({ args, named }: ForeignCall): Arguments {
  const all: (ForeignNode | undefined)[] = [...args];
  // A name that we do not know ends in a place that no call has.
  for (const [key, value] of named) all[PLACES.get(key) ?? NO_PLACE] = value;
  return Array.from(all);
}

const NO_PLACE = 9;

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
  if (value === undefined) return args;
  context.isForeign = true;
  return [date, { ...pattern, value }, ...rest];
}

const SLOT = /^(-)?(\w+=)?\$(\d?)(\?)?$/;

/** Undefined for an argument that is missing, and one too many. */
function fillSlots(
  slots: readonly string[],
  args: readonly (Written | undefined)[],
): readonly (string | undefined)[] {
  const filled: (string | undefined)[] = [];
  let known = 0;
  for (const slot of slots) {
    const [found, isDropped, key = "", digit, isOptional] = SLOT.exec(slot) ?? [];
    const index = Number(digit);
    const isMissing = isOptional !== undefined && index >= args.length;
    if (found === undefined) filled.push(slot);
    else known = index + 1;
    if (found === undefined || isDropped !== undefined || isMissing) continue;
    filled.push(writeNamed(key, args[index]));
  }
  return args.length > known ? [undefined] : filled;
}
