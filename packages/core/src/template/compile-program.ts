// A program (the body of a template or of a block) → a closure that renders it.
import { textFromValue } from "../data/text-from-value.ts";
import type { BlockNode, MustacheNode, ProgramNode, StatementNode } from "./ast.ts";
import {
  compileArguments,
  compileExpression,
  compileMustache,
  findHelper,
  nameOfCall,
} from "./compile-expression.ts";
import type { CompileState, Renderer } from "./compile-state.ts";
import type { BlockHelper, BlockParts } from "./helper.ts";
import { sectionHelper } from "./helpers/section.ts";
import { TemplateSyntaxError } from "./syntax-error.ts";

/** Literal text around the dynamic parts: one more literal than there are parts. */
export interface CompiledProgram {
  readonly render: Renderer;
  readonly literals: readonly string[];
}

export function compileProgram(program: ProgramNode, state: CompileState): CompiledProgram {
  const literals = [""];
  const parts: Renderer[] = [];
  for (const statement of program.body) {
    if (statement.type === "ContentStatement") {
      literals.push((literals.pop() as string) + statement.value);
    } else if (statement.type !== "CommentStatement") {
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

function compileStatement(statement: StatementNode, state: CompileState): Renderer {
  switch (statement.type) {
    case "MustacheStatement":
      return compileLeaf(statement, state);
    case "BlockStatement":
      return compileBlock(statement, state);
    default:
      throw new TemplateSyntaxError(
        "partials and decorators are not supported",
        state.offsetOf(statement),
        "Write the text where it is wanted.",
      );
  }
}

function compileLeaf(node: MustacheNode, state: CompileState): Renderer {
  const read = compileMustache(node, state);
  const offset = state.offsetOf(node);
  const expression = expressionAt(state.source, offset);
  return (frame) => {
    const text = textFromValue(read(frame));
    frame.trace?.expression({ expression, offset, text });
    return text;
  };
}

function expressionAt(source: string, offset: number): string {
  const end = source.indexOf("}}", offset);
  return source.slice(offset, end + 2);
}

function compileBlock(node: BlockNode, state: CompileState): Renderer {
  const helper = findBlockHelper(node, state);
  const isSection = helper === sectionHelper;
  const readArguments = isSection
    ? sectionArguments(node, state)
    : compileArguments(node, helper, state);
  const block = compileHalves(node, helper, state);
  return (frame) => {
    const { args, hash } = readArguments(frame);
    return helper.render(args, hash, block, frame);
  };
}

/** A block whose name is no helper and that has no arguments is a section over a field. */
function findBlockHelper(node: BlockNode, state: CompileState): BlockHelper {
  const isField = node.params.length === 0 && !state.helpers.has(nameOfCall(node));
  if (isField) return sectionHelper;
  const helper = findHelper(node, state);
  if (helper.kind === "block") return helper;
  throw new TemplateSyntaxError(
    `helper "${helper.name}" is not a block`,
    state.offsetOf(node),
    `Write "{{${helper.name} …}}", or "{{#if (${helper.name} …)}}".`,
  );
}

const NO_HASH = {};

function sectionArguments(
  node: BlockNode,
  state: CompileState,
): ReturnType<typeof compileArguments> {
  const read = compileExpression(node.path, state);
  return (frame) => ({ args: [read(frame)], hash: NO_HASH });
}

function compileHalves(node: BlockNode, helper: BlockHelper, state: CompileState): BlockParts {
  const names = node.program?.blockParams ?? [];
  const inner: CompileState = {
    ...state,
    locals: names.length > 0 ? [...state.locals, names] : state.locals,
    contextDepth: state.contextDepth + (helper.changesContext ? 1 : 0),
  };
  return {
    main: compileHalf(node.program, inner),
    otherwise: compileHalf(node.inverse, state),
    hasLocals: names.length > 0,
  };
}

function compileHalf(program: ProgramNode | null | undefined, state: CompileState): Renderer {
  return program ? compileProgram(program, state).render : () => "";
}
