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
  const isOurs = context.helpers.has(call.name) && (call.form === "prefix" || shape === undefined);
  if (!isOurs) context.isForeign = true;
  if (!isOurs && shape === undefined) return fieldWithSpaces(call);
  const helper = isOurs || shape === undefined ? call.name : shape.helper;
  const named = isOurs ? call.named : [];
  const nodes = argumentsOf(call, isOurs).map((node, index) =>
    helper === "date" && index === 1 ? withOurPattern(node, context) : node,
  );
  const args = nodes.map((node) => node && writeNode(node, context));
  const texts = named.map(([key, value]) => {
    const written = writeNode(value, context);
    const text = written && writtenToArgument(written);
    return text && `${key}=${text}`;
  });
  if (isOurs || shape === undefined) {
    return callOf(helper, [...args.map((arg) => arg && writtenToArgument(arg)), ...texts]);
  }
  if (helper === "") return args[0];
  return callOf(helper, fillSlots(shape.slots, args));
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

function argumentsOf(call: ForeignCall, isOurs: boolean): readonly (ForeignNode | undefined)[] {
  const { name, args, named, form } = call;
  const last = args.at(-1);
  if (
    form === "prefix" &&
    isDotted(last) &&
    !isDotted(args[0]) &&
    VALUE_LAST.has(normalizeName(name))
  ) {
    return [last, ...args.slice(0, -1)];
  }
  if (form === "filter" && name === "slice" && !startsAtZero(args[1])) return [undefined];
  if (isOurs) return args;
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

function withOurPattern(node: ForeignNode | undefined, context: WriteContext) {
  if (node?.type !== "literal") return node;
  const value = convertDatePattern(node.value, (pattern) => compileDatePattern(pattern).ok);
  if (value === undefined) return node;
  context.isForeign = true;
  return { ...node, value };
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
    const arg = args[index];
    const text = arg && writtenToArgument(arg);
    filled.push(text && key + text);
  }
  return args.length > known ? [undefined] : filled;
}
