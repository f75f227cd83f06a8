// JSON, JSONC or JSON5 text, a path and a value → the edits that set it, in the style of the text.
import type { ConfigPath, TextSpan } from "@hookwright/core";
import { type DocumentNode, type MemberNode, parse, type ValueNode } from "@humanwhocodes/momoa";
import { insertInBrackets } from "./insert-in-brackets.ts";
import { indentAt, indentUnitOf, lineEndOf, nestValue, type TextEdit } from "./text-edit.ts";

/** Returns undefined if a value on the path is neither an object nor a list. The text must have no syntax errors. */
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

/** The deepest existing value on the path, and the remaining steps. */
function walk(root: ValueNode, path: ConfigPath): { node: ValueNode; rest: ConfigPath } {
  let node = root;
  for (const [at, step] of path.entries()) {
    const child = childOf(node, step);
    if (child === undefined) return { node, rest: path.slice(at) };
    node = child;
  }
  return { node, rest: [] };
}

/** The members after which a member with this step is inserted. */
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

interface Json5Writer {
  /** Without an indentation: on one line. */
  readonly write: (value: unknown, indent: string | undefined) => string;
  readonly writeKey: (name: string) => string;
}

interface Manner {
  readonly isPlainKey: boolean;
  readonly isSingle: boolean;
  readonly lastComma: string;
  readonly unit: string;
  readonly lineEnd: string;
}

/** The document has its tokens. */
function createJson5Writer(document: DocumentNode, source: string): Json5Writer {
  const manner = mannerOf(document, source);
  return {
    write: (value, indent) => write(value, { manner, indent }),
    writeKey: (name) => writeKey(name, manner),
  };
}

function mannerOf(document: DocumentNode, source: string): Manner {
  const tokens = (document.tokens as NonNullable<DocumentNode["tokens"]>).filter(
    ({ type }) => !type.endsWith("Comment"),
  );
  return {
    isPlainKey: tokens.some(({ type }) => type === "Identifier"),
    isSingle: tokens.some(({ type, loc }) => type === "String" && source[loc.start.offset] === "'"),
    // JSON has no trailing commas: `RBrace` or `RBracket` after a comma shows that this text is not JSON.
    lastComma: tokens.some(
      ({ type }, at) => type === "Comma" && tokens[at + 1]?.type.startsWith("R"),
    )
      ? ","
      : "",
    unit: indentUnitOf(source),
    lineEnd: lineEndOf(source),
  };
}

function writeKey(name: string, manner: Manner): string {
  return manner.isPlainKey && /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name, manner);
}

function quote(text: string, { isSingle }: Manner): string {
  return isSingle && !/["'\\\p{Cc}]/u.test(text) ? `'${text}'` : JSON.stringify(text);
}

interface Where {
  readonly manner: Manner;
  readonly indent: string | undefined;
}

/** Longer values are written on several lines. */
const MAX_LINE_CHARACTERS = 60;

function write(value: unknown, { manner, indent }: Where): string {
  if (typeof value === "string") return quote(value, manner);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const line = writeMembers(value, { manner, indent: undefined }).join(", ");
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (line === "") return `${open}${close}`;
  const isNested = Object.values(value).some((one) => typeof one === "object" && one !== null);
  if (indent === undefined || (!isNested && line.length <= MAX_LINE_CHARACTERS)) {
    return Array.isArray(value) ? `[${line}]` : `{ ${line} }`;
  }
  const { lineEnd, unit, lastComma } = manner;
  const inner = indent + unit;
  const lines = writeMembers(value, { manner, indent: inner }).join(`,${lineEnd}${inner}`);
  return `${open}${lineEnd}${inner}${lines}${lastComma}${lineEnd}${indent}${close}`;
}

function writeMembers(value: object, where: Where): readonly string[] {
  if (Array.isArray(value)) return value.map((one) => write(one, where));
  return Object.entries(value).map(
    ([name, one]) => `${writeKey(name, where.manner)}: ${write(one, where)}`,
  );
}
