// The tree of an expression of another language → the same in our language; undefined where we have no
// words for it.
import type { ForeignList, ForeignNode, ForeignOperation, ForeignPath } from "./foreign-node.ts";
import { writeCall } from "./write-call.ts";
import {
  callOf,
  createChoice,
  createLiteral,
  createSequence,
  NOTHING,
  type WriteContext,
  type Written,
  writtenToArgument,
} from "./written.ts";

/** Whether the value is shown, or only asked whether it is true. */
export type Use = "value" | "condition";

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

/** Jinja: `x is none`, `x is not defined`. Its other tests have no words here. */
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
