// A call of a helper → whether the helper takes these arguments; a wrong call is reported.
import { describeArity, hintNearestName } from "@hookwright/base";
import type { Helper, HelperCall, LiteralArgument, ValueHelper } from "../render/helper.ts";
import { valueOfLiteral } from "../syntax/literal.ts";
import type { CallNode, ExpressionNode } from "../syntax/syntax-tree.ts";
import { type CompileState, report } from "./compile-state.ts";

export function checkCall(node: CallNode, helper: Helper, state: CompileState): boolean {
  const misuse =
    findWrongCount(node, helper, state) ??
    findUnknownName(node, helper) ??
    findLocalMisuse(node, helper);
  if (misuse === undefined) return true;
  report(state, node, { code: "template_helper_misused", ...misuse });
  return false;
}

/** The function to call, which the helper may derive from the literals of the call. */
export function prepareCall(
  node: CallNode,
  helper: ValueHelper,
  state: CompileState,
): HelperCall | undefined {
  const pairs = node.hash?.pairs ?? [];
  const prepared = helper.prepare?.({
    args: node.params.map(readLiteral),
    hash: Object.fromEntries(pairs.map(({ key, value }) => [key, readLiteral(value)])),
  });
  if (prepared === undefined) return helper.call;
  if (prepared.ok) return prepared.call;
  const message = `helper "${helper.name}" ${prepared.problem}`;
  return report(state, node, { code: "template_helper_misused", message, hint: prepared.hint });
}

function readLiteral(node: ExpressionNode): LiteralArgument {
  if (node.type === "PathExpression" || node.type === "SubExpression") return undefined;
  return { value: valueOfLiteral(node) };
}

interface Misuse {
  readonly message: string;
  readonly hint?: string | undefined;
}

function findWrongCount(node: CallNode, helper: Helper, state: CompileState): Misuse | undefined {
  const [least, most] = helper.arity;
  const count = node.params.length;
  if (count >= least && count <= most) return undefined;
  const message = `helper "${helper.name}" takes ${describeArity(helper.arity, "to")}, not ${count}`;
  return {
    message,
    hint: count > most ? hintSurplus(node, helper, state) : hintMissing(node, helper),
  };
}

/** What other engines name, and what stands behind the first argument here without a name. */
const UNNAMED: ReadonlySet<string> = new Set(
  "length len max limit size count n format fmt pattern separator sep delimiter glue with fallback value currency".split(
    " ",
  ),
);

/** A call of each helper that takes more than one argument. */
const EXAMPLES: ReadonlyMap<string, string> = new Map(
  `add net tax
and approved merged
contains labels "bug"
date created_at "YYYY-MM-DD"
default user.name "somebody"
divide ms 1000
endsWith sender ".org"
eq state "open"
extract title "#(\\d+)"
first items 3
gt count 5
gte count 5
in state "open" "new"
join labels ", "
last items 3
lookup names id
lt count 5
lte count 5
matches title "^fix"
money amount currency
multiply price quantity
ne state "open"
or nickname login
plural items "item"
pluck items "name"
replace ref "refs/heads/" ""
replaceMatch title "\\d+" "#"
slice id 0 8
split labels ","
startsWith ref "refs/tags/"
subtract total paid
truncate title 80`
    .split("\n")
    .map((call) => [call.slice(0, call.indexOf(" ")), call] as const),
);

function hintMissing({ hash }: CallNode, { name, hash: known = [] }: Helper): string | undefined {
  const write = exampleOf(name);
  const named = hash?.pairs.find(({ key }) => UNNAMED.has(key) && !known.includes(key));
  if (named === undefined || write === undefined) return write;
  return withoutName(named.key, write);
}

function exampleOf(name: string): string | undefined {
  const example = EXAMPLES.get(name);
  return example === undefined ? undefined : `Write it as in "{{${example}}}".`;
}

function withoutName(key: string, write: string): string {
  return `The value of "${key}" stands without its name behind the first argument. ${write}`;
}

/** A surplus argument is often a named argument without its name, or a call without parentheses. */
function hintSurplus(
  { params }: CallNode,
  { name, hash = [] }: Helper,
  { session }: CompileState,
): string | undefined {
  if (name === "each") return 'Write "{{#each list as |item|}}".';
  const words = params.map((param) => (param.type === "PathExpression" ? param.original : ""));
  const inner = words.find((word) => session.helpers.get(word)?.kind === "value");
  if (inner !== undefined) return `A call within a call needs parentheses: "(${inner} …)".`;
  return hash.length === 0
    ? undefined
    : `Its named arguments are: ${hash.map((key) => `${key}=…`).join(" ")}`;
}

function findUnknownName(node: CallNode, { name, hash: known }: Helper): Misuse | undefined {
  if (known === undefined) return undefined;
  const unknown = node.hash?.pairs.find(({ key }) => !known.includes(key));
  if (unknown === undefined) return undefined;
  const message = `helper "${name}" has no named argument "${unknown.key}"`;
  const write = exampleOf(name);
  if (UNNAMED.has(unknown.key) && write !== undefined) {
    return { message, hint: withoutName(unknown.key, write) };
  }
  return {
    message,
    hint: known.length === 0 ? "It takes none." : hintNearestName(unknown.key, known),
  };
}

/** `{{#if x as |y|}}`: `y` would never have a value. */
function findLocalMisuse(node: CallNode, helper: Helper): Misuse | undefined {
  const [name] = node.program?.blockParams ?? [];
  if (name === undefined || helper.kind !== "block" || helper.givesLocals) return undefined;
  const message = `block "${helper.name}" gives no value to the name "${name}"`;
  return { message, hint: `Write "{{#with value as |${name}|}}" inside of it.` };
}
