// A YAML document and its text → the syntax tree, with the source of each value and character.
import type { TextSpan } from "@hookwright/core";
import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Range,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { type CharacterSpans, createCharacterSpans } from "./characters/character-spans.ts";
import { decodeYamlBlock } from "./characters/decode-yaml-block.ts";
import { decodeYamlFlow } from "./characters/decode-yaml-flow.ts";
import type { SyntaxEntry, SyntaxNode } from "./syntax-node.ts";

export function createYamlTree(document: Document, source: string): SyntaxNode {
  return createNode({ document, source }, document.contents);
}

/** What all nodes of a document share. */
interface Parsed {
  readonly document: Document;
  readonly source: string;
}

function createNode(parsed: Parsed, node: Node | null, key?: Node): SyntaxNode {
  const target = isAlias(node) ? node.resolve(parsed.document) : node;
  const value = node === null ? undefined : spanOf(node, parsed.source);
  const keySpan = key === undefined ? value : spanOf(key, parsed.source);
  return {
    key: keySpan ?? AT_START,
    // A key without a colon has no value node.
    value: value ?? keySpan ?? AT_START,
    characters: () => listCharacters(target, parsed.source),
    child: (step) => findChild(parsed, target, step),
    entries: () => listEntries(parsed, target),
  };
}

/** Of an empty document. */
const AT_START: TextSpan = { start: 0, end: 0 };

function listCharacters(node: unknown, source: string): CharacterSpans | undefined {
  if (!isScalar(node) || typeof node.value !== "string") return undefined;
  const [start, end] = node.range as Range;
  const written = source.slice(start, end);
  const isBlock = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED";
  const pieces = isBlock
    ? decodeYamlBlock(written, start, node.value)
    : decodeYamlFlow(written, start);
  return createCharacterSpans(pieces, node.value);
}

/** A key of another kind than a scalar, or one that merges, has no name in the data. */
function listEntries(parsed: Parsed, node: unknown): readonly SyntaxEntry[] {
  if (isMap<Node, Node | null>(node)) {
    return node.items.flatMap(({ key, value }) => {
      if (!isScalar(key) || isMergeKey(key)) return [];
      return [{ step: String(key.value), node: createNode(parsed, value, key) }];
    });
  }
  if (!isSeq<Node>(node)) return [];
  return node.items.map((item, step) => ({ step, node: createNode(parsed, item) }));
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && (key.value === "<<" || typeof key.value === "symbol");
}

/** If a key is repeated, its last value counts. A key of the map itself counts before one that is merged. */
function findChild(parsed: Parsed, node: unknown, step: string | number): SyntaxNode | undefined {
  if (isMap<Node, Node | null>(node)) {
    const pair = node.items.findLast(
      ({ key }) => isScalar(key) && !isMergeKey(key) && String(key.value) === String(step),
    );
    return pair ? createNode(parsed, pair.value, pair.key) : findMerged(parsed, node.items, step);
  }
  if (!isSeq<Node>(node) || typeof step !== "number") return undefined;
  const item = node.items[step];
  return item && createNode(parsed, item);
}

/** Of several maps that are merged, the first counts. */
function findMerged(
  parsed: Parsed,
  pairs: readonly Pair<Node, Node | null>[],
  step: string | number,
): SyntaxNode | undefined {
  for (const { key, value } of pairs) {
    const sources = isMergeKey(key) ? resolveSources(parsed, value) : [];
    for (const source of sources) {
      const found = findChild(parsed, source, step);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function resolveSources({ document }: Parsed, value: Node | null): readonly unknown[] {
  const resolve = (node: unknown) => (isAlias(node) ? node.resolve(document) : node);
  const target = resolve(value);
  return isSeq(target) ? target.items.map(resolve) : [target];
}

/**
 * Every node that was parsed from a text has a range. That of a block reaches to the next node, with the line
 * ends and comments between.
 */
function spanOf(node: Node, source: string): TextSpan {
  const [start, end] = node.range as Range;
  const isBlock = (isMap(node) || isSeq(node)) && node.flow !== true;
  const last = isBlock ? lastNodeOf(node) : undefined;
  if (last !== undefined) return { start, end: spanOf(last, source).end };
  return { start, end: start + source.slice(start, end).trimEnd().length };
}

function lastNodeOf(node: YAMLMap | YAMLSeq): Node | undefined {
  const last = node.items.at(-1);
  return (isPair<Node, Node | null>(last) ? (last.value ?? last.key) : last) as Node | undefined;
}
