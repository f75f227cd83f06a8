// The arguments of a partial call → what plain names inside of the partial are looked up in.

import { locateOrigin, type Place } from "../origin/locate-reads.ts";
import type { ValueOrigin } from "../origin/template-read.ts";
import { copyContext } from "../render/copy-context.ts";
import type { Frame } from "../render/frame.ts";
import type { TemplateSyntaxError } from "../syntax/syntax-error.ts";
import type { ExpressionNode, HashNode, PartialNode } from "../syntax/syntax-tree.ts";
import { compileExpression } from "./compile-expression.ts";
import { type CompileState, originSince, type Reader, startOrigin } from "./compile-state.ts";
import { createMisuseError } from "./helper-misuse.ts";

export interface EnteredContext {
  readonly context: unknown;
  /** Where it lies; only right while a trace is kept. */
  readonly place: Place;
}

export interface PartialContext {
  readonly changesContext: boolean;
  readonly enter: (frame: Frame) => EnteredContext;
}

export function compilePartialContext(node: PartialNode, state: CompileState): PartialContext {
  const { params, hash } = node;
  if (params.length > 1) throw tooManyArguments(node, state);
  const [param] = params;
  const base = param === undefined ? CALLER : compileArgument(param, state);
  const enter = hash ? layOver(base, compileFields(hash, state)) : enterWith(base);
  return { changesContext: Boolean(hash) || param !== undefined, enter };
}

interface Argument {
  readonly read: Reader;
  readonly from: ValueOrigin;
}

const HERE = {
  root: "payload",
  steps: [],
  exact: false,
  start: { kind: "context", depth: 0 },
} as const;
const CALLER: Argument = {
  read: (frame) => frame.context,
  from: { reads: [HERE], helpers: [] },
};

function compileArgument(node: ExpressionNode, state: CompileState): Argument {
  const start = startOrigin(state.session);
  const read = compileExpression(node, state);
  return { read, from: originSince(start, state.session) };
}

type Fields = readonly (readonly [string, Argument])[];

function compileFields(hash: HashNode, state: CompileState): Fields {
  return hash.pairs.map(({ key, value }) => [key, compileArgument(value, state)]);
}

function enterWith(argument: Argument): PartialContext["enter"] {
  return (frame) => enterArgument(argument, frame);
}

function enterArgument({ read, from }: Argument, frame: Frame): EnteredContext {
  const place = frame.trace === undefined ? frame.place : locateOrigin(from, frame);
  return { context: read(frame), place };
}

/** `{{> name context key=value}}`: the named arguments lie over a copy of the context. */
function layOver(base: Argument, fields: Fields): PartialContext["enter"] {
  return (frame) => {
    const under = enterArgument(base, frame);
    const over = fields.map(([key, field]) => [key, enterArgument(field, frame)] as const);
    const values = over.map(([key, field]) => [key, field.context] as const);
    const context = copyContext(under.context, values, frame);
    if (frame.trace === undefined) return { context, place: frame.place };
    // What was handed on before stays where it is.
    const added = over.map(([key, field]) => [key, field.place] as const);
    const places = new Map([...(under.place.fields ?? []), ...added]);
    return { context, place: { ...under.place, fields: places } };
  };
}

function tooManyArguments(node: PartialNode, state: CompileState): TemplateSyntaxError {
  return createMisuseError(node, state, {
    message: `a partial takes one context, not ${node.params.length}`,
    hint: "Pass further values by name: {{> name context key=value}}.",
  });
}
