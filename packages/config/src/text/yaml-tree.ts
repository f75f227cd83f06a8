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
import { type CharacterSpans, createCharacterSpans, type DecodedPiece } from "./character-spans.ts";
import { computeOnce } from "./compute-once.ts";
import { decodeYamlFlow } from "./decode-yaml-flow.ts";
import type { SyntaxEntry, SyntaxNode } from "./syntax-node.ts";

/** The text of a document, and the target of each alias. */
export interface YamlText {
  readonly source: string;
  readonly targets: ReadonlyMap<unknown, Node>;
}

export function createYamlTree(contents: Node | null, text: YamlText): SyntaxNode {
  const charactersOf = computeOnce((node: Scalar) => listCharacters(node, text.source));
  return createNode({ ...text, charactersOf }, contents);
}

/** The state that all nodes of a document share. */
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

/** The node of an empty document. */
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

/** A key that is not a scalar, or a merge key, has no name in the data. */
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

/** Every problem below a map looks up one of its pairs, so they are indexed once. */
const pairsOf = computeOnce(
  ({ items }: YAMLMap<Node, Node | null>): ReadonlyMap<string, Pair<Node, Node | null>> =>
    new Map(
      items.flatMap((pair) =>
        isScalar(pair.key) && !isMergeKey(pair.key) ? [[String(pair.key.value), pair]] : [],
      ),
    ),
);

/** If several maps are merged, the first one takes precedence. */
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
 * Every parsed node has a range. That of a block reaches to the next node, including the line
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

interface BlockLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A literal or folded block of YAML, from its header on, and its value → its decoded pieces. */
function decodeYamlBlock(written: string, offset: number, value: string): readonly DecodedPiece[] {
  const header = /^[^\n]*\n?/.exec(written)?.[0] as string;
  const body = written.slice(header.length);
  const lines = splitLines(body, offset + header.length);
  const indent = indentOf(body, value);
  const content = lines.map(({ text, start, end }) => ({
    text: text.slice(indent),
    start: Math.min(start + indent, end),
    end,
  }));
  const count = content.findLastIndex(({ text }) => text !== "") + 1;
  const join = header.startsWith("|") ? joinLiteral : joinFolded;
  const pieces = join(content.slice(0, count));
  const rest = value.length - pieces.reduce((sum, { text }) => sum + text.length, 0);
  return [...pieces, ...lineEnds(lines, Math.max(0, count - 1), rest)];
}

function splitLines(body: string, offset: number): readonly BlockLine[] {
  return Array.from(body.matchAll(/[^\n]*\n?/g), ({ 0: line, index }) => {
    const start = offset + index;
    const text = line.replace(/\r?\n$/, "");
    return { text, start, end: start + text.length };
  });
}

/** The indentation removed from the first line that is not empty. Empty lines before it stay lines. */
function indentOf(body: string, value: string): number {
  const decoded = value.split("\n");
  const first = decoded.findIndex((line) => line !== "");
  if (first === -1) return Number.POSITIVE_INFINITY;
  const raw = body.split("\n")[first] as string;
  return leadingSpaces(raw) - leadingSpaces(decoded[first] as string);
}

function leadingSpaces(line: string): number {
  return line.length - line.replace(/^ +/, "").length;
}

function joinLiteral(lines: readonly BlockLine[]): readonly DecodedPiece[] {
  return lines.flatMap((line, index) => {
    const previous = lines[index - 1];
    if (previous === undefined) return [line];
    return [{ text: "\n", start: previous.end, end: line.start }, line];
  });
}

/** A line end between two lines of text folds to a space; beside an indented line, and at the start, lines stay. */
function joinFolded(lines: readonly BlockLine[]): readonly DecodedPiece[] {
  const pieces: DecodedPiece[] = [];
  let previous: BlockLine | undefined;
  let empty = 0;
  for (const line of lines) {
    if (line.text === "") {
      empty += 1;
      continue;
    }
    const start = previous?.end ?? (lines[0] as BlockLine).start;
    const folds = previous !== undefined && !isIndented(previous) && !isIndented(line);
    const kept = previous === undefined || folds ? empty : empty + 1;
    const text = folds && empty === 0 ? " " : "\n".repeat(kept);
    pieces.push({ text, start, end: line.start }, line);
    previous = line;
    empty = 0;
  }
  return pieces;
}

function isIndented({ text }: BlockLine): boolean {
  return /^[ \t]/.test(text);
}

/** The line ends after the last line of text that the header keeps. The last one may be missing in the file. */
function lineEnds(
  lines: readonly BlockLine[],
  from: number,
  count: number,
): readonly DecodedPiece[] {
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const [line, next] = [...lines.slice(from + index, from + index + 2), ...lines.slice(-1)];
    const { end: start } = line as BlockLine;
    return { text: "\n", start, end: Math.max(start, (next as BlockLine).start) };
  });
}
