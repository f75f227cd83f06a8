// YAML text, a path and a value → the edits that set it; comments, quotes and the layout of the rest are kept.
import type { ConfigPath, TextSpan } from "@hookwright/core";
import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  type Range,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { insertInBrackets } from "./insert-in-brackets.ts";
import { indentUnitOf, lineEndOf, nestValue, type TextEdit } from "./text-edit.ts";

/** Returns undefined if the path leads through an alias, or through a value that is neither a map nor a list. */
export function setInYaml(
  source: string,
  path: ConfigPath,
  value: unknown,
): readonly TextEdit[] | undefined {
  const { contents } = parseDocument(source, { merge: true, uniqueKeys: false, logLevel: "error" });
  if (contents === null) return [appendLines(source, nestValue(path, value))];
  const { node, rest, indent, keyEnd } = walk(contents, { path, source });
  if (isScalar(node) && node.value === null) {
    return [fillNull(node, { source, indent, keyEnd, value: nestValue(rest, value) })];
  }
  const [step, ...below] = rest;
  if (step === undefined) return [{ ...spanOf(node, source), text: writeFlow(value) }];
  return insertMember(node, { source, step, value: nestValue(below, value) });
}

interface Walked {
  /** The deepest existing value on the path. */
  readonly node: Node;
  /** The remaining steps. */
  readonly rest: ConfigPath;
  /** The indentation of the block that contains the node. */
  readonly indent: string;
  /** Where the key of the node ends. */
  readonly keyEnd: number | undefined;
}

function walk(root: Node, { path, source }: { path: ConfigPath; source: string }): Walked {
  let walked: Omit<Walked, "rest"> = { node: root, indent: "", keyEnd: undefined };
  for (const [at, step] of path.entries()) {
    const { node, indent } = walked;
    const child = childOf(node, step);
    if (child === undefined) return { ...walked, rest: path.slice(at) };
    walked = { ...child, indent: isBlock(node) ? indentOf(node, source) : indent };
  }
  return { ...walked, rest: [] };
}

interface Member {
  readonly source: string;
  readonly step: string | number;
  readonly value: unknown;
}

function insertMember(
  node: Node,
  { source, step, value }: Member,
): readonly TextEdit[] | undefined {
  const isList = isSeq<Node>(node);
  if (!isList && !isMap<Node, Node | null>(node)) return undefined;
  if (isList && step !== node.items.length) return undefined;
  if (isBlock(node))
    return [insertInBlock(node, { source, member: nestValue([isList ? 0 : step], value) })];
  const [open, end] = rangeOf(node);
  return insertInBrackets(source, {
    open,
    close: end - 1,
    items: node.items.map((item) => memberSpan(item, source)),
    comment: /^#[^\n\r]*/,
    write: () => (isList ? "" : `${writeFlow(String(step))}: `) + writeFlow(value),
  });
}

function childOf(node: Node, step: string | number): Pick<Walked, "node" | "keyEnd"> | undefined {
  if (isMap<Node, Node | null>(node)) {
    const pair = node.items.findLast(({ key }) => isScalar(key) && String(key.value) === step);
    return pair?.value ? { node: pair.value, keyEnd: rangeOf(pair.key)[1] } : undefined;
  }
  const item = isSeq<Node>(node) ? node.items[Number(step)] : undefined;
  return item && { node: item, keyEnd: undefined };
}

type Block = YAMLMap<Node, Node | null> | YAMLSeq<Node>;

function isBlock(node: Node): boolean {
  return (isMap(node) || isSeq(node)) && node.flow !== true;
}

/** For a list, the indentation of its dashes. */
function indentOf(node: Node, source: string): string {
  const [start] = rangeOf(node);
  return " ".repeat(start - (source.lastIndexOf("\n", start - 1) + 1));
}

/** After the last member and a comment on its line. */
function insertInBlock(
  node: Node,
  { source, member }: { readonly source: string; readonly member: unknown },
): TextEdit {
  const { end } = spanOf(node, source);
  const at = end + (/\r?\n|$/.exec(source.slice(end))?.index as number);
  const lines = writeBlock(member, { source, indent: indentOf(node, source) });
  return { start: at, end: at, text: lineEndOf(source) + lines };
}

interface NullOptions {
  readonly source: string;
  readonly indent: string;
  readonly keyEnd: number | undefined;
  readonly value: unknown;
}

/** `key:`, `key: null` and `key: ~`. */
function fillNull(node: Node, { source, indent, keyEnd, value }: NullOptions): TextEdit {
  const { start, end } = spanOf(node, source);
  if (start !== end || keyEnd === undefined) return { start, end, text: writeFlow(value) };
  // An empty value may have its position anywhere between the colon and the next key.
  const colon = source.indexOf(":", keyEnd) + 1;
  const comment = /^[ \t]*(?:#[^\n\r]*)?(?=\r?\n|$)/.exec(source.slice(colon))?.[0];
  if (comment !== undefined && typeof value === "object" && value !== null) {
    const at = colon + comment.length;
    const inner = indent + " ".repeat(unitOf(source));
    const text = lineEndOf(source) + writeBlock(value, { source, indent: inner });
    return { start: at, end: at, text };
  }
  return { start: colon, end: colon, text: ` ${writeFlow(value)}` };
}

/** The document is empty or has only comments. */
function appendLines(source: string, value: unknown): TextEdit {
  const end = source.length;
  const separator = source === "" || source.endsWith("\n") ? "" : lineEndOf(source);
  const lines = writeBlock(value, { source, indent: "" });
  return { start: end, end, text: `${separator}${lines}${lineEndOf(source)}` };
}

function writeBlock(
  value: unknown,
  { source, indent }: { readonly source: string; readonly indent: string },
): string {
  const text = stringify(value, { indent: unitOf(source), lineWidth: 0 }).trimEnd();
  const lines = text.split("\n").map((line) => (line === "" ? line : indent + line));
  return lines.join(lineEndOf(source));
}

function unitOf(source: string): number {
  return indentUnitOf(source).length;
}

/** On one line. */
function writeFlow(value: unknown): string {
  if (typeof value === "string") return isPlain(value) ? value : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(", ")}]`;
  const members = Object.entries(value).map(([key, one]) => `${writeFlow(key)}: ${writeFlow(one)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** A word, path or address that every YAML parser reads as a string. */
function isPlain(text: string): boolean {
  return /^[a-z/][\w./@-]*$/i.test(text) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text);
}

function rangeOf(node: Node): Range {
  return node.range as Range;
}

/** The range of a block reaches to the next node, including comments between; this one ends with its last member. */
function spanOf(node: Node, source: string): TextSpan {
  const [start, end] = rangeOf(node);
  const last = isBlock(node) ? (node as Block).items.at(-1) : undefined;
  if (last !== undefined) return { start, end: memberSpan(last, source).end };
  return { start, end: start + source.slice(start, end).trimEnd().length };
}

function memberSpan(item: unknown, source: string): TextSpan {
  if (!isPair<Node, Node | null>(item)) return spanOf(item as Node, source);
  const { start, end } = spanOf(item.key, source);
  return { start, end: item.value ? spanOf(item.value, source).end : end };
}
