// A YAML document and its text → the syntax tree, with the source of each value and character.
import type { TextSpan } from "@hookwright/core";
import {
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Range,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { computeOnce } from "../data/compute-once.ts";
import { type CharacterSpans, createCharacterSpans } from "./characters/character-spans.ts";
import { decodeYamlBlock } from "./characters/decode-yaml-block.ts";
import { decodeYamlFlow } from "./characters/decode-yaml-flow.ts";
import type { SyntaxEntry, SyntaxNode } from "./syntax-node.ts";

/** The text of a document, and what its aliases stand for. */
export interface YamlText {
  readonly source: string;
  readonly targets: ReadonlyMap<unknown, Node>;
}

export function createYamlTree(contents: Node | null, text: YamlText): SyntaxNode {
  const charactersOf = computeOnce((node: Scalar) => listCharacters(node, text.source));
  return createNode({ ...text, charactersOf }, contents);
}

/** What all nodes of a document share. */
interface Parsed extends YamlText {
  readonly charactersOf: (node: Scalar) => CharacterSpans | undefined;
}

function createNode(parsed: Parsed, node: Node | null, key?: Node): SyntaxNode {
  const target = resolve(parsed, node);
  const value = node === null ? undefined : spanOf(node, parsed.source);
  const keySpan = key === undefined ? value : spanOf(key, parsed.source);
  return {
    key: keySpan ?? AT_START,
    // A key without a colon has no value node.
    value: value ?? keySpan ?? AT_START,
    characters: () => (isScalar(target) ? parsed.charactersOf(target) : undefined),
    child: (step) => findChild(parsed, target, step),
    entries: () => listEntries(parsed, target),
  };
}

function resolve({ targets }: Parsed, node: unknown): unknown {
  return isAlias(node) ? targets.get(node) : node;
}

/** Of an empty document. */
const AT_START: TextSpan = { start: 0, end: 0 };

function listCharacters(node: Scalar, source: string): CharacterSpans | undefined {
  if (typeof node.value !== "string") return undefined;
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
    const pair = pairsOf(node).get(String(step));
    return pair ? createNode(parsed, pair.value, pair.key) : findMerged(parsed, node.items, step);
  }
  if (!isSeq<Node>(node) || typeof step !== "number") return undefined;
  const item = node.items[step];
  return item && createNode(parsed, item);
}

/** Every problem below a map asks for one of its pairs, so they are listed once. */
const pairsOf = computeOnce(
  ({ items }: YAMLMap<Node, Node | null>): ReadonlyMap<string, Pair<Node, Node | null>> =>
    new Map(
      items.flatMap((pair) =>
        isScalar(pair.key) && !isMergeKey(pair.key) ? [[String(pair.key.value), pair]] : [],
      ),
    ),
);

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

function resolveSources(parsed: Parsed, value: Node | null): readonly unknown[] {
  const target = resolve(parsed, value);
  return isSeq(target) ? target.items.map((item) => resolve(parsed, item)) : [target];
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
