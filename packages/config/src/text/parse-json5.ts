// JSON, JSONC or JSON5 text → plain data and its syntax tree, or the syntax error.

import type { TextSpan } from "@hookwright/core";
import {
  evaluate,
  type MemberNode,
  type Node,
  type ObjectNode,
  parse,
  type ValueNode,
} from "@humanwhocodes/momoa";
import { createCharacterSpans } from "./characters/character-spans.ts";
import { decodeJson5Text } from "./characters/decode-json5-text.ts";
import type { ParseResult, SyntaxEntry, SyntaxNode, SyntaxProblem } from "./syntax-node.ts";

export function parseJson5(source: string): ParseResult {
  try {
    // Attack: without this line end, the parser loops for ever on a text that ends with a backslash.
    const { body } = parse(`${source}\n`, { mode: "json5" });
    return { ok: true, config: evaluate(body), root: createNode(body, source) };
  } catch (error) {
    return { ok: false, errors: [describeError(error as ParserError, source)] };
  }
}

/** The parser's message quotes the text, which may hold a secret, so only its kind and offset are used. */
function describeError({ message, offset }: ParserError, source: string): SyntaxProblem {
  if (message.startsWith("Unexpected end")) {
    return {
      message: "The config ends too early: a brace, bracket, quote or comment is never closed.",
      // The parser gives offset 0 for some of these errors.
      span: { start: source.length, end: source.length },
    };
  }
  return {
    message: "The config is not valid JSON5: something unexpected stands here.",
    hint: "Look for a missing comma, colon, quote or bracket at or just before this position.",
    span: { start: offset, end: offset },
  };
}

interface ParserError {
  readonly message: string;
  readonly offset: number;
}

function createNode(node: ValueNode, source: string, key = node as Node): SyntaxNode {
  const value = spanOf(node);
  return {
    key: spanOf(key),
    value,
    characters: () => {
      if (node.type !== "String") return undefined;
      const pieces = decodeJson5Text(source.slice(value.start, value.end), value.start);
      return createCharacterSpans(pieces, node.value);
    },
    child: (step) => {
      if (node.type === "Object") return findMember(node, source, String(step));
      if (node.type !== "Array" || typeof step !== "number") return undefined;
      const element = node.elements[step];
      return element && createNode(element.value, source);
    },
    entries: () => listEntries(node, source),
  };
}

function listEntries(node: ValueNode, source: string): readonly SyntaxEntry[] {
  if (node.type === "Object") {
    return node.members.map((member) => ({
      step: nameOf(member),
      node: createNode(member.value, source, member.name),
    }));
  }
  if (node.type !== "Array") return [];
  return node.elements.map(({ value }, step) => ({ step, node: createNode(value, source) }));
}

function nameOf({ name }: MemberNode): string {
  return name.type === "String" ? name.value : name.name;
}

/** If a key is repeated, its last value counts. */
function findMember(node: ObjectNode, source: string, key: string): SyntaxNode | undefined {
  const member = node.members.findLast((one) => nameOf(one) === key);
  return member && createNode(member.value, source, member.name);
}

function spanOf({ loc }: Node): TextSpan {
  return { start: loc.start.offset, end: loc.end.offset };
}
