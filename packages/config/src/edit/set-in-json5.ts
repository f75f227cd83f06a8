// JSON, JSONC or JSON5 text, a path and a value → the edits that set it, in the manner of the text.
import type { ConfigPath, TextSpan } from "@hookwright/core";
import { type MemberNode, parse, type ValueNode } from "@humanwhocodes/momoa";
import { insertInBrackets } from "./insert-in-brackets.ts";
import { nestValue } from "./nest-value.ts";
import { indentAt, type TextEdit } from "./text-edit.ts";
import { createJson5Writer } from "./write-json5.ts";

/** Undefined where a value on the way is neither an object nor a list. The text has no syntax error. */
export function setInJson5(
  source: string,
  path: ConfigPath,
  value: unknown,
): readonly TextEdit[] | undefined {
  const document = parse(`${source}\n`, { mode: "json5", tokens: true });
  const { node, rest } = walk(document.body, path);
  const { start, end } = spanOf(node);
  const { write, writeKey } = createJson5Writer(document, source);
  const [step, ...below] = rest;
  if (step === undefined) return [{ start, end, text: write(value, indentAt(source, start)) }];
  const items = itemsOf(node, step);
  if (items === undefined) return undefined;
  const nested = nestValue(below, value);
  const key = node.type === "Object" ? `${writeKey(String(step))}: ` : "";
  return insertInBrackets(source, {
    open: start,
    close: end - 1,
    items: items.map(spanOf),
    comment: /^(?:\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)/,
    write: (indent) => key + write(nested, indent),
  });
}

/** The deepest value on the path, and the steps that are missing from there. */
function walk(root: ValueNode, path: ConfigPath): { node: ValueNode; rest: ConfigPath } {
  let node = root;
  for (const [at, step] of path.entries()) {
    const child = childOf(node, step);
    if (child === undefined) return { node, rest: path.slice(at) };
    node = child;
  }
  return { node, rest: [] };
}

/** The members behind which one with this step goes. */
function itemsOf(
  node: ValueNode,
  step: string | number,
): readonly { readonly loc: ValueNode["loc"] }[] | undefined {
  if (node.type === "Object") return node.members;
  return node.type === "Array" && node.elements.length === step ? node.elements : undefined;
}

function childOf(node: ValueNode, step: string | number): ValueNode | undefined {
  // If a key is repeated, its last value counts.
  if (node.type === "Object") return node.members.findLast((one) => nameOf(one) === step)?.value;
  return node.type === "Array" ? node.elements[Number(step)]?.value : undefined;
}

function nameOf({ name }: MemberNode): string {
  return name.type === "String" ? name.value : name.name;
}

function spanOf({ loc }: { readonly loc: ValueNode["loc"] }): TextSpan {
  return { start: loc.start.offset, end: loc.end.offset };
}
