// Charges the budget for the values that an operator is about to read.
import { type Budget, COST, costOfSearch } from "@hookwright/template/runtime";

/** The cost of an operator covers shorter texts and searched lists. */
const SHORT_TEXT_LENGTH = 32;
const SHORT_LIST_LENGTH = 16;

/** How an operator compares two values; `strict` converts neither. */
export type Comparing = "strict" | "loose" | "order";

/** Nearly always charges nothing: most compared values are short texts, numbers and booleans. */
export function spendComparison(
  comparing: Comparing,
  values: readonly [unknown, unknown],
  budget: Budget,
): void {
  const [left, right] = values;
  if (typeof left === "string" && typeof right === "string") {
    // Checking whether both are decimals may read the longer one to its end.
    const length = comparing === "order" ? Math.max : Math.min;
    budget.spend(length(left.length, right.length) * COST.characters);
    return;
  }
  if (comparing === "strict") return;
  if (comparing === "loose" && isComparedAtOnce(left, right)) return;
  spendConversion(left, budget);
  spendConversion(right, budget);
}

/** No object equals null, and two objects are compared by identity. */
function isComparedAtOnce(left: unknown, right: unknown): boolean {
  return left === null || right === null || (isObject(left) && isObject(right));
}

export function isLong(value: unknown): boolean {
  return typeof value === "string" ? value.length > SHORT_TEXT_LENGTH : isObject(value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** For the operators that json-logic-js evaluates. */
export function spendOperation(operator: string, values: readonly unknown[], budget: Budget): void {
  if (operator === "merge") spendMerge(values, budget);
  else {
    // Engines make a substring as a view, without a copy.
    const isView = operator === "substr" && typeof values[0] === "string";
    for (let at = isView ? 1 : 0; at < values.length; at++) spendConversion(values[at], budget);
  }
}

/** `merge` appends each argument to a copy of all previous ones. */
function spendMerge(values: readonly unknown[], budget: Budget): void {
  let copied = 0;
  for (const value of values) {
    copied += Array.isArray(value) ? value.length : 1;
    budget.spend(copied * COST.listItems);
  }
}

/**
 * For a conversion to text or a number. JavaScript joins lists level by level, and each level copies the text
 * of the inner ones: 1,000 levels around 200 KB took a second.
 */
export function spendConversion(value: unknown, budget: Budget): void {
  if (typeof value === "string") budget.spend(value.length * COST.characters);
  else if (isObject(value)) spendJoin(value, budget);
}

/** The text of a number in JSON has at most 24 characters. */
const MAX_SCALAR_LENGTH = 24;

/** `[object Object]`: 10,000 empty objects within 500 levels took 500 ms. */
const OBJECT_LENGTH = 15;

/** Not recursive, so that no value overflows the stack. */
function spendJoin(root: object, budget: Budget): void {
  const pending: object[] = [root];
  const depths: number[] = [1];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const depth = depths.pop() as number;
    budget.spend(COST.joinedItems);
    if (!Array.isArray(value)) {
      budget.spend(OBJECT_LENGTH * (depth - 1) * COST.characters);
      continue;
    }
    budget.spend(value.length * COST.joinedItems);
    // Commas.
    let characters = value.length - 1;
    for (const item of value) {
      if (isObject(item)) {
        pending.push(item);
        depths.push(depth + 1);
      } else characters += typeof item === "string" ? item.length : MAX_SCALAR_LENGTH;
    }
    budget.spend(Math.max(characters, 0) * depth * COST.characters);
  }
}

export function isLongSearch(part: unknown, whole: unknown): boolean {
  if (isLong(part)) return true;
  if (typeof whole === "string") return whole.length > SHORT_TEXT_LENGTH;
  return Array.isArray(whole) && whole.length > SHORT_LIST_LENGTH;
}

/** For a search of a text within a text, or of an element in a list. */
export function spendSearch(part: unknown, whole: unknown, budget: Budget): void {
  if (typeof whole === "string") {
    if (typeof part !== "string") spendConversion(part, budget);
    // A list may convert to a long text.
    budget.spend(costOfSearch(String(part), whole));
  } else if (Array.isArray(whole)) {
    budget.spend(whole.length * COST.listItems);
    if (typeof part === "string" && isLong(part)) spendEquals(part, whole, budget);
  }
}

/** Only texts of equal length need a full comparison. */
function spendEquals(part: string, list: readonly unknown[], budget: Budget): void {
  const { length } = part;
  for (const item of list) {
    if (typeof item === "string" && item.length === length) budget.spend(length * COST.characters);
  }
}
