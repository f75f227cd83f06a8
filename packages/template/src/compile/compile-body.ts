// The body of a template, a block or a partial → the closure that renders it and what it reads;
// undefined where the body is wrong, which is reported.
import { keysFromPath } from "@hookwright/base";
import type { TemplateRead } from "../origin/read.ts";
import {
  type BodyPart,
  createBodyRenderer,
  createValueRenderer,
  readOfContext,
} from "../render/body.ts";
import { defineInlines } from "../render/enter-partial.ts";
import type { Renderer } from "../render/frame.ts";
import { createLineBodyRenderer } from "../render/line-body.ts";
import type {
  CommentNode,
  ContentNode,
  MustacheNode,
  ProgramNode,
  StatementNode,
} from "../syntax/syntax-tree.ts";
import { collectInlinePartials } from "./collect-inline-partials.ts";
import { compileBlock } from "./compile-block.ts";
import { compileMustache, isCall, pathFromLiteral } from "./compile-expression.ts";
import { compilePartial } from "./compile-partial.ts";
import { findPlainNames } from "./compile-path.ts";
import { type CompiledBody, type CompileState, report } from "./compile-state.ts";
import { lineLiteralsFromBody } from "./line-literals.ts";

/** Each level of blocks and partials takes several calls, and a stack may hold 1,000 levels. */
const MAX_BODY_DEPTH = 400;

export function compileBody(program: ProgramNode, outer: CompileState): CompiledBody | undefined {
  if (outer.bodyDepth > MAX_BODY_DEPTH) return reportTooDeep(outer);
  const collected =
    program.decorators === undefined
      ? { state: outer, owner: undefined }
      : collectInlinePartials(program, outer);
  const statements = collected && compileStatements(program, collected.state);
  if (collected === undefined || statements === undefined) return undefined;
  const { literals, parts, reads } = statements;
  const { owner } = collected;
  const { dropsLines, probe } = outer.session;
  const plain = dropsLines
    ? createLineBodyRenderer(lineLiteralsFromBody(program.body), parts)
    : createBodyRenderer(literals, parts);
  const render = probe === undefined ? plain : probe.body(program, plain);
  return { render: owner === undefined ? render : inlinesRenderer(render, owner), literals, reads };
}

interface CompiledStatements extends Omit<CompiledBody, "render"> {
  readonly parts: readonly BodyPart[];
}

function compileStatements(
  { body }: ProgramNode,
  state: CompileState,
): CompiledStatements | undefined {
  const literals = [""];
  const parts: BodyPart[] = [];
  const reads: TemplateRead[] = [];
  for (const statement of body) {
    if (statement.type === "ContentStatement") {
      literals.push((literals.pop() as string) + statement.value);
    } else if (statement.type !== "CommentStatement") {
      const compiled = compileStatement(statement, state);
      if (compiled === undefined && state.session.mustStop) return undefined;
      // Compiling goes on, so that wrong statements further down are reported as well.
      if (compiled === undefined) continue;
      parts.push(compiled.part);
      for (const read of compiled.reads) reads.push(read);
      literals.push("");
    }
  }
  // A list that grew keeps spare room for 17 elements; a copy has none.
  return { literals: [...literals], parts: [...parts], reads };
}

/** A function of its own, so that the closure does not keep the syntax tree in memory. */
function inlinesRenderer(render: Renderer, owner: object): Renderer {
  return (frame) => render(defineInlines(frame, owner));
}

function reportTooDeep(state: CompileState): undefined {
  return report(
    state,
    { start: 0 },
    {
      code: "template_too_deep",
      message: "partials and blocks are nested too deep within each other",
      hint: "Flatten the partials, or shape the payload in a transform.",
    },
  );
}

type DynamicStatement = Exclude<StatementNode, ContentNode | CommentNode>;

interface CompiledPart {
  readonly part: BodyPart;
  readonly reads: readonly TemplateRead[];
}

function compileStatement(node: DynamicStatement, state: CompileState): CompiledPart | undefined {
  if (node.type === "MustacheStatement") {
    // A plain field is data, which no probe can listen to.
    if (state.session.probe !== undefined) return compileLeaf(node, state);
    return compileField(node, state) ?? compileLeaf(node, state);
  }
  const text =
    node.type === "BlockStatement" ? compileBlock(node, state) : compilePartial(node, state);
  return text && { part: text.render, reads: text.reads };
}

/** An expression that is a field of the context → its keys; undefined for any other expression. */
function compileField(node: MustacheNode, state: CompileState): CompiledPart | undefined {
  const { session, contextDepth } = state;
  const names = isCall(node) ? undefined : findPlainNames(pathFromLiteral(node.path), state);
  if (names === undefined) return undefined;
  const isAtRoot = contextDepth === 0;
  const known = isAtRoot ? session.fields.atRoot : session.fields.inBlocks;
  const expression = expressionOf(node, state);
  const part = known.get(expression) ?? { keys: keysFromPath(names), isAtRoot, expression };
  known.set(expression, part);
  return { part, reads: [readOfContext(0, names, contextDepth)] };
}

function compileLeaf(node: MustacheNode, state: CompileState): CompiledPart | undefined {
  const value = compileMustache(node, state);
  if (value === undefined) return undefined;
  const { reads, helpers } = value;
  const { session, parsed } = state;
  const read = session.probe?.expression(node, parsed, value) ?? value.read;
  return { part: createValueRenderer(expressionOf(node, state), read, { reads, helpers }), reads };
}

/** The tag as its author wrote it. */
function expressionOf({ start, end }: MustacheNode, { parsed }: CompileState): string {
  return parsed.source.slice(start, end);
}
