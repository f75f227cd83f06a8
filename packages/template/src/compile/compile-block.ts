// A block statement → the closure that renders it and what it reads; undefined where it is wrong.
import { rawHelper } from "../helpers/blocks/raw.ts";
import { sectionHelper } from "../helpers/blocks/section.ts";
import type { BlockHelper, BlockParts } from "../render/helper.ts";
import { argumentReaders, blockRenderer } from "../render/readers.ts";
import type { BlockNode, ProgramNode } from "../syntax/syntax-tree.ts";
import {
  type CompiledArguments,
  compileArguments,
  compileFieldName,
  findHelper,
  isCall,
  nameOfCall,
} from "./compile-expression.ts";
import { type CompiledText, type CompileState, report } from "./compile-state.ts";

export function compileBlock(node: BlockNode, state: CompileState): CompiledText | undefined {
  const isSection = !isCall(node) && !namesBlock(node, state);
  const helper = isSection ? sectionHelper : findBlockHelper(node, state);
  if (helper === undefined) return undefined;
  const given = isSection ? sectionArguments(node, state) : compileArguments(node, helper, state);
  const halves = given && compileHalves(node, helper, state);
  if (given === undefined || halves === undefined) return undefined;
  const { main, otherwise } = halves;
  const block: BlockParts = {
    main: main.render,
    otherwise: otherwise.render,
    hasLocals: hasLocals(node),
    from: { reads: given.reads, helpers: given.helpers },
    expression: state.parsed.source.slice(node.start, node.openEnd),
    hasMain: node.program !== undefined,
    hasOtherwise: node.inverse !== undefined,
  };
  const reads = [...given.reads, ...main.reads, ...otherwise.reads];
  const value = given.values[0]?.read;
  const probed = state.session.probe?.block(node, state.parsed, helper) ?? helper;
  return { render: blockRenderer(probed, { value, hash: given.hash }, block), reads };
}

/** `{{#list}}` is a section over the field `list`, although there is a value helper of that name. */
function namesBlock(node: BlockNode, state: CompileState): boolean {
  const helper = state.session.helpers.get(nameOfCall(node));
  return helper === rawHelper ? node.isRaw : helper?.kind === "block";
}

function findBlockHelper(node: BlockNode, state: CompileState): BlockHelper | undefined {
  const helper = findHelper(node, state);
  if (helper === undefined || helper.kind === "block") return helper;
  return report(state, node, {
    code: "template_helper_misused",
    message: `helper "${helper.name}" is not a block`,
    hint: `Write "{{${helper.name} …}}", or "{{#if (${helper.name} …)}}".`,
  });
}

/** The argument of a section: the field that the name of the block reads. */
function sectionArguments(node: BlockNode, state: CompileState): CompiledArguments | undefined {
  const field = compileFieldName(node, state);
  return (
    field && {
      ...argumentReaders([field.read], []),
      reads: field.reads,
      helpers: [],
      values: [field],
    }
  );
}

function hasLocals({ program }: BlockNode): boolean {
  return program?.blockParams !== undefined && program.blockParams.length > 0;
}

interface Halves {
  readonly main: CompiledText;
  readonly otherwise: CompiledText;
}

function compileHalves(
  node: BlockNode,
  helper: BlockHelper,
  state: CompileState,
): Halves | undefined {
  const names = node.program?.blockParams ?? [];
  const main = compileHalf(node.program, {
    ...state,
    locals: names.length > 0 ? [...state.locals, names] : state.locals,
    contextDepth: state.contextDepth + (helper.changesContext ? 1 : 0),
  });
  const otherwise = main && compileHalf(node.inverse, state);
  return main && otherwise && { main, otherwise };
}

const EMPTY: CompiledText = { render: () => "", reads: [] };

function compileHalf(
  program: ProgramNode | undefined,
  state: CompileState,
): CompiledText | undefined {
  if (program === undefined) return EMPTY;
  const { session, blockDepth, bodyDepth } = state;
  const inner = { ...state, blockDepth: blockDepth + 1, bodyDepth: bodyDepth + 1 };
  return session.compileBody(program, inner);
}
