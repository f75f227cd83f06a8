// Compiled paths and arguments → the closures that read them. A file of its own, so that no closure
// keeps a syntax tree in memory.
import { type Key, keysFromPath, readKey, readPath, readPayload } from "@hookwright/base";
import {
  contextOf,
  describeOrigin,
  findLoopFrame,
  findParentFrame,
  isOwnPayload,
  isShadowed,
  type ReadSet,
} from "../origin.ts";
import { COST } from "./budget.ts";
import { type Frame, type LoopData, PAYLOAD_LOCAL, type Reader, type Renderer } from "./frame.ts";
import type { BlockHelper, BlockParts, HelperCall, HelperHash } from "./helper.ts";
import { readRootPath, readScopeHeader, readWholeRoot, type TemplateRoot } from "./scope.ts";
import type { RenderedHalf, RenderTrace } from "./trace.ts";

/** These closures run most often: they follow no parent frames and allocate nothing. */
export function contextReader(names: readonly string[]): Reader {
  const keys = keysFromPath(names);
  const [first, second, ...others] = keys;
  if (first === undefined) return readContext;
  if (second === undefined) return oneKeyReader(first);
  return others.length === 0
    ? twoKeysReader(first, second)
    : (frame) => readPath(contextOf(frame, first), keys);
}

const readContext: Reader = (frame) => frame.context;

function oneKeyReader(first: Key): Reader {
  return (frame) => readKey(contextOf(frame, first), first);
}

function twoKeysReader(first: Key, second: Key): Reader {
  return (frame) => readKey(readKey(contextOf(frame, first), first), second);
}

/** `../name`. */
export function parentReader(depth: number, names: readonly string[]): Reader {
  const keys = keysFromPath(names);
  const [first] = keys;
  return (frame) => {
    const at = findParentFrame(frame, depth);
    return first === undefined ? at?.context : at && readPath(contextOf(at, first), keys);
  };
}

/** `@root.name`. */
export function payloadReader(names: readonly string[]): Reader {
  const keys = keysFromPath(names);
  return (frame) => readPath(frame.run.scope.payload, keys);
}

/** `@index`, `@../key`. */
export function loopReader(depth: number, name: keyof LoopData): Reader {
  return (frame) => findLoopFrame(frame, depth)?.loop?.[name];
}

/** A block parameter, and a path in it. */
export function localReader(level: number, index: number, names: readonly string[]): Reader {
  const keys = keysFromPath(names);
  return (frame) => {
    const value = frame.locals[level]?.[index];
    return value === PAYLOAD_LOCAL
      ? readPayload(frame.run.scope.payload, keys)
      : readPath(value, keys);
  };
}

/** `headers.x-event`, `now`. */
export function rootReader(root: TemplateRoot, names: readonly string[]): Reader {
  const [first, ...rest] = names;
  const { name } = root;
  if (first === undefined) return ({ run: { scope } }) => readWholeRoot(scope, root);
  const keys = keysFromPath(root.isHeaders ? rest : names);
  if (root.isHeaders)
    return ({ run: { scope } }) => readPath(readScopeHeader(scope, name, first), keys);
  return ({ run: { scope } }) => readRootPath(scope, name, keys);
}

/** Inside of a block, an own key of the context has precedence over the root of that name. */
export function shadowedReader(depth: number, names: readonly string[], read: Reader): Reader {
  const [root] = names as [string];
  const keys = keysFromPath(names);
  return (frame) => {
    const at = findParentFrame(frame, depth);
    if (at === undefined) return undefined;
    return isShadowed(at, root) ? readPath(contextOf(at, root), keys) : read(frame);
  };
}

export function literalReader(value: unknown): Reader {
  return () => value;
}

/** Two functions, because one that returned both would allocate an object for each call. */
export interface ArgumentReaders {
  readonly args: (frame: Frame) => readonly unknown[];
  readonly hash: (frame: Frame) => HelperHash;
}

/** Charges the budget for arguments and result, because a loop may repeat the call. */
export function callReader(
  call: HelperCall,
  { args: readArgs, hash }: ArgumentReaders,
  helper: string,
): Reader {
  return (frame) => {
    const args = readArgs(frame);
    const { budget } = frame.run;
    budget.spend(COST.calls);
    for (const arg of args) budget.spendSize(arg);
    const named = hash(frame);
    const value = call(args, named, frame);
    budget.spendSize(value);
    if (frame.run.trace !== undefined && isEmpty(value)) {
      frame.run.trace.emptyCall?.({ helper, args, hash: named });
    }
    return value;
  };
}

function isEmpty(value: unknown): boolean {
  return value === "" || value === undefined || value === null;
}

interface PayloadCalls {
  readonly call: HelperCall;
  readonly callWithPayload: HelperCall;
  /** What the first argument reads. */
  readonly first: ReadSet;
  /** Its name. */
  readonly helper: string;
}

/** The call of a helper whose first argument may be the body's own key `payload`. */
export function payloadCallReader(calls: PayloadCalls, given: ArgumentReaders): Reader {
  const { call, callWithPayload, first, helper } = calls;
  const read = callReader(call, given, helper);
  const readWithPayload = callReader(callWithPayload, given, helper);
  return (frame) => (isOwnPayload(first, frame) ? readWithPayload(frame) : read(frame));
}

interface BlockArguments extends Pick<ArgumentReaders, "hash"> {
  /** Absent where the block takes no argument. */
  readonly value: Reader | undefined;
}

export function blockRenderer(
  helper: BlockHelper,
  { value: read, hash }: BlockArguments,
  block: BlockParts,
): Renderer {
  // The text between `{{{{raw}}}}` is the same for every event, and traces leave it out.
  if (read === undefined) return (frame) => helper.render(undefined, NO_HASH, block, frame);
  return (frame) =>
    frame.run.trace?.block === undefined
      ? helper.render(read(frame), hash(frame), block, frame)
      : traceBlock(
          { helper, value: read(frame), hash: hash(frame), block },
          frame,
          frame.run.trace.block,
        );
}

export function argumentReaders(
  readers: readonly Reader[],
  named: readonly (readonly [string, Reader])[],
): ArgumentReaders {
  return { args: listReader(readers), hash: named.length === 0 ? readNoHash : hashReader(named) };
}

function listReader(readers: readonly Reader[]): ArgumentReaders["args"] {
  const [only] = readers;
  if (only !== undefined && readers.length === 1) return (frame) => [only(frame)];
  return (frame) => readers.map((read) => read(frame));
}

/** Frozen, because all calls share it and an integrator's helper could write to it. */
const NO_HASH: HelperHash = Object.freeze({});

function readNoHash(): HelperHash {
  return NO_HASH;
}

function hashReader(named: readonly (readonly [string, Reader])[]): ArgumentReaders["hash"] {
  return (frame) => Object.fromEntries(named.map(([key, read]) => [key, read(frame)]));
}

interface BlockCall {
  readonly helper: BlockHelper;
  readonly value: unknown;
  readonly hash: HelperHash;
  readonly block: BlockParts;
}

/** A block that is rendered with a trace → its text; the trace gets which half was rendered. */
function traceBlock(
  { helper, value, hash, block }: BlockCall,
  frame: Frame,
  open: Required<RenderTrace>["block"],
): string {
  const { expression, from, main, at } = block;
  const end = open({
    helper: helper.name,
    expression,
    value,
    ...describeOrigin(from, frame),
    ...(at && { at }),
  });
  let turns = 0;
  const counting: BlockParts = {
    ...block,
    main: (inner) => {
      turns += 1;
      return main(inner);
    },
  };
  const text = helper.render(value, hash, counting, frame);
  end({ half: findHalf(block, turns > 0), turns });
  return text;
}

/** `{{^name}}` has in front what is shown otherwise. */
const INVERSE = /^\{\{~?\^/;

function findHalf(
  { expression, hasMain, hasOtherwise }: BlockParts,
  isMain: boolean,
): RenderedHalf["half"] {
  if (!(isMain ? hasMain : hasOtherwise)) return "none";
  return isMain === INVERSE.test(expression) ? "else" : "body";
}
