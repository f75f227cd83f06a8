// A program (the body of a template, a block or a partial) → a closure that renders it.
import { textFromValue } from "../../data/text-from-value.ts";
import { describeOrigin } from "../origin/describe-origin.ts";
import { defineInlines } from "../render/enter-partial.ts";
import type { PlainField } from "../render/field-table.ts";
import type { MustacheNode, ProgramNode, StatementNode } from "../syntax/syntax-tree.ts";
import { compileBlock } from "./compile-block.ts";
import { compileMustache } from "./compile-expression.ts";
import { compilePartial } from "./compile-partial.ts";
import {
  type CompiledProgram,
  type CompileState,
  originSince,
  type Renderer,
  startOrigin,
} from "./compile-state.ts";
import { collectInlinePartials, isDecorator } from "./inline-partials.ts";
import { compilePlainField, renderPlainField } from "./plain-field.ts";

export function compileProgram(program: ProgramNode, outer: CompileState): CompiledProgram {
  const { state, owner } = collectInlinePartials(program, outer);
  const literals = [""];
  const parts: Part[] = [];
  for (const statement of program.body) {
    if (statement.type === "ContentStatement") {
      literals.push((literals.pop() as string) + statement.value);
    } else if (statement.type !== "CommentStatement" && !isDecorator(statement.type)) {
      const part = state.session.attempt(() => compileStatement(statement, state));
      if (part === undefined) continue;
      parts.push(part);
      literals.push("");
    }
  }
  // Copies of the right size: lists that grew have room for 17.
  const render = joinParts([...literals], [...parts]);
  if (owner === undefined) return { render, literals };
  return { render: (frame) => render(defineInlines(frame, owner)), literals };
}

type Part = Renderer | PlainField;

function joinParts(literals: readonly string[], parts: readonly Part[]): Renderer {
  return (frame) => {
    const { budget, trace } = frame;
    const before = budget.charactersLeft;
    let text = literals[0] as string;
    trace?.literal(text);
    // What is too long is not made longer: the longest text of the runtime is an error of another kind.
    for (let index = 0; index < parts.length && text.length <= before; index++) {
      const part = parts[index] as Part;
      const tail = literals[index + 1] as string;
      text += (typeof part === "function" ? part(frame) : renderPlainField(part, frame)) + tail;
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
      return (
        compilePlainField(node as MustacheNode, state) ?? compileLeaf(node as MustacheNode, state)
      );
  }
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
