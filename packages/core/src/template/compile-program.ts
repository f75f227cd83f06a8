// A program (the body of a template, a block or a partial) → a closure that renders it.
import { type Key, keyFromText, readKey } from "../data/read-own.ts";
import { textFromValue } from "../data/text-from-value.ts";
import type { MustacheNode, ProgramNode, StatementNode } from "./ast.ts";
import { compileBlock } from "./compile-block.ts";
import { compileMustache, pathFromLiteral } from "./compile-expression.ts";
import { compilePartial } from "./compile-partial.ts";
import { findPlainSteps, readOfContext } from "./compile-path.ts";
import {
  type CompiledProgram,
  type CompileState,
  originSince,
  type Renderer,
  startOrigin,
} from "./compile-state.ts";
import { defineInlines } from "./enter-partial.ts";
import type { Frame, RenderedExpression } from "./frame.ts";
import { collectInlinePartials, isDecorator } from "./inline-partials.ts";
import { allPaths, locateOrigin } from "./locate-reads.ts";
import type { ValueOrigin } from "./template-read.ts";

export function compileProgram(program: ProgramNode, outer: CompileState): CompiledProgram {
  const { state, owner } = collectInlinePartials(program, outer);
  const literals = [""];
  const parts: Part[] = [];
  for (const statement of program.body) {
    if (statement.type === "ContentStatement") {
      literals.push((literals.pop() as string) + statement.value);
    } else if (statement.type !== "CommentStatement" && !isDecorator(statement.type)) {
      parts.push(compileStatement(statement, state));
      literals.push("");
    }
  }
  // Copies of the right size: lists that grew have room for 17.
  const render = joinParts([...literals], [...parts]);
  if (owner === undefined) return { render, literals };
  return { render: (frame) => render(defineInlines(frame, owner)), literals };
}

/**
 * Nearly all expressions are a field of where the template stands. As data they take half the memory
 * of closures, and their loop is faster than calling through three of them.
 */
interface Field {
  readonly keys: readonly Key[];
  /** Whether no block around changes the context. */
  readonly isAtRoot: boolean;
  readonly expression: string;
}

type Part = Renderer | Field;

function joinParts(literals: readonly string[], parts: readonly Part[]): Renderer {
  return (frame) => {
    const { budget, trace } = frame;
    const before = budget.charactersLeft;
    let text = literals[0] as string;
    trace?.literal(text);
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] as Part;
      const tail = literals[index + 1] as string;
      text += (typeof part === "function" ? part(frame) : renderField(part, frame)) + tail;
      trace?.literal(tail);
    }
    // Blocks and partials within have paid for what they rendered.
    budget.spendCharacters(text.length - (before - budget.charactersLeft));
    return text;
  };
}

type DynamicStatement = Exclude<StatementNode, { type: "ContentStatement" | "CommentStatement" }>;

function compileStatement(statement: StatementNode, state: CompileState): Part {
  const node = statement as DynamicStatement;
  switch (node.type) {
    case "BlockStatement":
      return compileBlock(node, state);
    case "PartialStatement":
    case "PartialBlockStatement":
      return compilePartial(node, state);
    default:
      return compileField(node as MustacheNode, state) ?? compileLeaf(node as MustacheNode, state);
  }
}

function compileField(node: MustacheNode, state: CompileState): Field | undefined {
  if (node.params.length > 0 || node.hash) return undefined;
  const steps = findPlainSteps(pathFromLiteral(node.path), state);
  if (steps === undefined) return undefined;
  state.session.reads.push(readOfContext(0, steps, state));
  return {
    keys: steps.map(keyFromText),
    isAtRoot: state.contextDepth === 0,
    expression: state.parsed.tagOf(node),
  };
}

function renderField(field: Field, frame: Frame): string {
  let value = frame.context;
  for (const key of field.keys) value = readKey(value, key);
  const text = textFromValue(value);
  if (frame.trace !== undefined) reportField(field, text, frame);
  return text;
}

function reportField({ keys, isAtRoot, expression }: Field, text: string, frame: Frame): void {
  const read = readOfContext(0, keys.map(String), { contextDepth: isAtRoot ? 0 : 1 });
  const origin = { reads: [read], helpers: [] };
  frame.trace?.expression({ expression, text, ...describeOrigin(origin, frame) });
}

function compileLeaf(node: MustacheNode, state: CompileState): Renderer {
  const { session, parsed } = state;
  const start = startOrigin(session);
  const read = compileMustache(node, state);
  const origin = originSince(start, session);
  const expression = parsed.tagOf(node);
  return (frame) => {
    const text = textFromValue(read(frame));
    frame.trace?.expression({ expression, text, ...describeOrigin(origin, frame) });
    return text;
  };
}

function describeOrigin(
  origin: ValueOrigin,
  frame: Frame,
): Pick<RenderedExpression, "reads" | "helpers"> {
  const place = locateOrigin(origin, frame);
  return {
    reads: allPaths(place).map((path) => ({ ...path, exact: true })),
    helpers: place.helpers,
  };
}
