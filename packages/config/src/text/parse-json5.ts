// JSON, JSONC or JSON5 text → plain data and its syntax tree, or the syntax error.
import {
  evaluate,
  type MemberNode,
  type Node,
  type ObjectNode,
  parse,
  type ValueNode,
} from "@humanwhocodes/momoa";
import type { ParseResult, SyntaxEntry, SyntaxNode, SyntaxProblem } from "./syntax-node.ts";

export function parseJson5(source: string): ParseResult {
  try {
    // Attack: without this line end, the parser loops for ever on a text that ends with a backslash.
    const { body } = parse(`${source}\n`, { mode: "json5" });
    return { ok: true, config: evaluate(body), root: createNode(body, startOf(body)) };
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
      offset: source.length,
    };
  }
  return {
    message: "The config is not valid JSON5: something unexpected stands here.",
    hint: "Look for a missing comma, colon, quote or bracket at or just before this position.",
    offset,
  };
}

interface ParserError {
  readonly message: string;
  readonly offset: number;
}

function createNode(node: ValueNode, keyOffset: number): SyntaxNode {
  return {
    keyOffset,
    valueOffset: startOf(node),
    child: (step) => {
      if (node.type === "Object") return findMember(node, String(step));
      if (node.type !== "Array" || typeof step !== "number") return undefined;
      const element = node.elements[step];
      return element && createNode(element.value, startOf(element.value));
    },
    entries: () => listEntries(node),
  };
}

function listEntries(node: ValueNode): readonly SyntaxEntry[] {
  if (node.type === "Object") {
    return node.members.map((member) => ({
      step: nameOf(member),
      node: createNode(member.value, startOf(member.name)),
    }));
  }
  if (node.type !== "Array") return [];
  return node.elements.map(({ value }, step) => ({
    step,
    node: createNode(value, startOf(value)),
  }));
}

function nameOf({ name }: MemberNode): string {
  return name.type === "String" ? name.value : name.name;
}

/** If a key is repeated, its last value counts. */
function findMember(node: ObjectNode, key: string): SyntaxNode | undefined {
  const member = node.members.findLast((one) => nameOf(one) === key);
  return member && createNode(member.value, startOf(member.name));
}

function startOf(node: Node): number {
  return node.loc.start.offset;
}
