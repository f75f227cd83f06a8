// A block statement → a closure that renders it.

import { rawHelper } from "../helpers/blocks/raw.ts";
import { sectionHelper } from "../helpers/blocks/section.ts";
import type { ValueOrigin } from "../origin/template-read.ts";
import type { BlockHelper, BlockParts } from "../render/helper.ts";
import type { BlockNode, ProgramNode } from "../syntax/syntax-tree.ts";
import {
  type CallArguments,
  compileArguments,
  compileFieldName,
  findHelper,
  listReader,
  nameOfCall,
  readNoHash,
} from "./compile-expression.ts";
import {
  type CompileState,
  originSince,
  type Reader,
  type Renderer,
  startOrigin,
} from "./compile-state.ts";
import { createMisuseError } from "./helper-misuse.ts";

export function compileBlock(node: BlockNode, state: CompileState): Renderer {
  const isSection = isField(node) && !namesBlock(node, state);
  const helper = isSection ? sectionHelper : findBlockHelper(node, state);
  const start = startOrigin(state.session);
  const given = isSection
    ? sectionArguments(compileFieldName(node, state))
    : compileArguments(node, helper, state);
  const from = originSince(start, state.session);
  return blockRenderer(helper, given, compileHalves(node, helper, { state, from }));
}

/** Apart from the compiling, so that the closure does not hold on to the syntax tree. */
function blockRenderer({ render }: BlockHelper, given: CallArguments, block: BlockParts): Renderer {
  const { args, hash } = given;
  return (frame) => render(args(frame), hash(frame), block, frame);
}

function isField({ params, hash }: BlockNode): boolean {
  return params.length === 0 && !hash;
}

/** A field may be called like a helper of values: `{{#list}}` still is a section over it. */
function namesBlock(node: BlockNode, state: CompileState): boolean {
  const helper = state.session.helpers.get(nameOfCall(node));
  if (helper === rawHelper) return isVerbatim(node, state);
  return helper?.kind === "block";
}

/** `{{{{name}}}}`: the parser tells such a block from `{{#name}}` by nothing but its place. */
function isVerbatim(node: BlockNode, { parsed }: CompileState): boolean {
  return parsed.tagOf(node).startsWith("{{{{");
}

function findBlockHelper(node: BlockNode, state: CompileState): BlockHelper {
  const helper = findHelper(node, state);
  if (helper.kind === "block") return helper;
  throw createMisuseError(node, state, {
    message: `helper "${helper.name}" is not a block`,
    hint: `Write "{{${helper.name} …}}", or "{{#if (${helper.name} …)}}".`,
  });
}

/** A block without arguments whose name is no block helper is a section over a field. */
function sectionArguments(read: Reader): CallArguments {
  return { args: listReader([read]), hash: readNoHash };
}

interface BlockPlace {
  readonly state: CompileState;
  /** Where the arguments come from. */
  readonly from: ValueOrigin;
}

function compileHalves(
  node: BlockNode,
  helper: BlockHelper,
  { state, from }: BlockPlace,
): BlockParts {
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
    from,
  };
}

function compileHalf(program: ProgramNode | null | undefined, state: CompileState): Renderer {
  if (!program) return () => "";
  const inner = { ...state, blockDepth: state.blockDepth + 1 };
  return state.session.compileProgram(program, inner).render;
}
