// JSON, JSONC or JSON5 text → plain data and its syntax tree, or the syntax error.
import type { TextSpan } from "@hookwright/core";
import {
  evaluate,
  type MemberNode,
  type Node,
  type ObjectNode,
  parse,
  type StringNode,
  type ValueNode,
} from "@humanwhocodes/momoa";
import { type CharacterSpans, createCharacterSpans, type DecodedPiece } from "./character-spans.ts";
import { computeOnce } from "./compute-once.ts";
import { scanJson5 } from "./mistakes/scan-json5.ts";
import type { ParseResult, SyntaxEntry, SyntaxNode } from "./syntax-node.ts";

export async function parseJson5(source: string): Promise<ParseResult> {
  try {
    // Attack: without this line end, the parser loops for ever on a text that ends with a backslash.
    const { body } = parse(`${withoutComments(source)}\n`, { mode: "json5" });
    return { ok: true, config: evaluate(body), root: createTree(body, source) };
  } catch (error) {
    // The parser's message quotes the text, which may hold a secret.
    const { findJson5Mistake } = await import("./mistakes/find-json5-mistake.ts");
    return { ok: false, errors: [findJson5Mistake(source, (error as ParserError).offset)] };
  }
}

interface ParserError {
  readonly offset: number;
}

/** More than people write in a row: the parser recurses at each comment, and its stack would overflow. */
const MAX_COMMENTS = 1_000;

/** Replaces comments with blanks in a text with very many comments. */
function withoutComments(source: string): string {
  const comments = source.match(/\/[/*]/g) ?? [];
  if (comments.length <= MAX_COMMENTS) return source;
  let text = "";
  for (const { kind, start, end } of scanJson5(source)) {
    if (kind === "comment")
      text += source.slice(text.length, start) + source.slice(start, end).replace(/[^\n]/g, " ");
  }
  return text + source.slice(text.length);
}

/** The state that all nodes of a text share. */
interface Parsed {
  readonly charactersOf: (node: StringNode) => CharacterSpans | undefined;
}

function createTree(body: ValueNode, source: string): SyntaxNode {
  const charactersOf = computeOnce((node: StringNode) => {
    const { start, end } = spanOf(node);
    return createCharacterSpans(decodeJson5Text(source.slice(start, end), start), node.value);
  });
  return createNode({ charactersOf }, body);
}

function createNode(parsed: Parsed, node: ValueNode, key = node as Node): SyntaxNode {
  const value = spanOf(node);
  return {
    key: spanOf(key),
    value,
    characters: () => (node.type === "String" ? parsed.charactersOf(node) : undefined),
    child: (step) => {
      if (node.type === "Object") return findMember(parsed, node, String(step));
      if (node.type !== "Array" || typeof step !== "number") return undefined;
      const element = node.elements[step];
      return element && createNode(parsed, element.value);
    },
    entries: () => listEntries(parsed, node),
  };
}

function listEntries(parsed: Parsed, node: ValueNode): readonly SyntaxEntry[] {
  if (node.type === "Object") {
    return node.members.map((member) => ({
      step: nameOf(member),
      node: createNode(parsed, member.value, member.name),
    }));
  }
  if (node.type !== "Array") return [];
  return node.elements.map(({ value }, step) => ({ step, node: createNode(parsed, value) }));
}

function nameOf({ name }: MemberNode): string {
  return name.type === "String" ? name.value : name.name;
}

/** If a key is repeated, its last value counts. */
function findMember(parsed: Parsed, node: ObjectNode, key: string): SyntaxNode | undefined {
  const member = membersOf(node).get(key);
  return member && createNode(parsed, member.value, member.name);
}

/** Every problem below an object looks up one of its members, so they are indexed once. */
const membersOf = computeOnce(
  (node: ObjectNode): ReadonlyMap<string, MemberNode> =>
    new Map(node.members.map((member) => [nameOf(member), member])),
);

function spanOf({ loc }: Node): TextSpan {
  return { start: loc.start.offset, end: loc.end.offset };
}

/** An escape, or any other character. */
const UNIT = /\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|\r\n|[\s\S])|[^\\]+/g;

/** A quoted text of JSON5, quotes included → its decoded pieces. */
export function decodeJson5Text(quoted: string, offset: number): readonly DecodedPiece[] {
  const content = quoted.slice(1, -1);
  return Array.from(content.matchAll(UNIT), ({ 0: source, index }) => {
    const start = offset + 1 + index;
    const text = source.startsWith("\\") ? decodeEscape(source.slice(1)) : source;
    return { text, start, end: start + source.length };
  });
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["0", "\0"],
]);

function decodeEscape(escaped: string): string {
  if (/^[ux]./.test(escaped)) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  // A line that ends with a backslash continues.
  if (/^[\n\r\u2028\u2029]/.test(escaped)) return "";
  return ESCAPES.get(escaped) ?? escaped;
}
