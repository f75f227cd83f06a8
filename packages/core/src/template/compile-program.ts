// A program (the body of a template, a block or a partial) → a closure that renders it.
import { textFromValue } from "../data/text-from-value.ts";
import type { MustacheNode, ProgramNode, StatementNode } from "./ast.ts";
import { compileBlock } from "./compile-block.ts";
import { compileMustache } from "./compile-expression.ts";
import { collectInlinePartials, compilePartial, isDecorator } from "./compile-partial.ts";
import type { CompiledProgram, CompileState, Renderer, TemplateRead } from "./compile-state.ts";
import { type Frame, stepsFromPlace } from "./frame.ts";

export function compileProgram(program: ProgramNode, outer: CompileState): CompiledProgram {
  const state = collectInlinePartials(program, outer);
  const literals = [""];
  const parts: Renderer[] = [];
  for (const statement of program.body) {
    if (statement.type === "ContentStatement") {
      literals.push((literals.pop() as string) + statement.value);
    } else if (statement.type !== "CommentStatement" && !isDecorator(statement.type)) {
      parts.push(compileStatement(statement, state));
      literals.push("");
    }
  }
  return { render: joinParts(literals, parts), literals };
}

function joinParts(literals: readonly string[], parts: readonly Renderer[]): Renderer {
  const [head = "", ...tails] = literals;
  return (frame) => {
    frame.trace?.literal(head);
    let text = head;
    for (let index = 0; index < parts.length; index++) {
      const tail = tails[index] as string;
      text += (parts[index] as Renderer)(frame) + tail;
      frame.trace?.literal(tail);
    }
    frame.budget.spendCharacters(text.length);
    return text;
  };
}

type DynamicStatement = Exclude<StatementNode, { type: "ContentStatement" | "CommentStatement" }>;

function compileStatement(statement: StatementNode, state: CompileState): Renderer {
  const node = statement as DynamicStatement;
  switch (node.type) {
    case "BlockStatement":
      return compileBlock(node, state);
    case "PartialStatement":
    case "PartialBlockStatement":
      return compilePartial(node, state);
    default:
      return compileLeaf(node as MustacheNode, state);
  }
}

function compileLeaf(node: MustacheNode, state: CompileState): Renderer {
  const { reads, calls } = state.session;
  const readsBefore = reads.length;
  const callsBefore = calls.length;
  const read = compileMustache(node, state);
  const own = reads.slice(readsBefore);
  const helpers = calls.slice(callsBefore);
  const expression = expressionAt(state.parsed.source, state.parsed.offsetOf(node));
  return (frame) => {
    const text = textFromValue(read(frame));
    frame.trace?.expression({ expression, text, helpers, reads: placeReads(own, frame) });
    return text;
  };
}

/** The tag as the author wrote it. */
function expressionAt(source: string, offset: number): string {
  return source.slice(offset, source.indexOf("}}", offset) + 2);
}

/** Paths relative to an element become paths from the payload, where the way to it is known. */
function placeReads(reads: readonly TemplateRead[], { place }: Frame): readonly TemplateRead[] {
  return reads.map((read) => {
    if (read.exact || place === undefined) return read;
    return { ...read, steps: [...stepsFromPlace(place), ...read.steps], exact: true };
  });
}
