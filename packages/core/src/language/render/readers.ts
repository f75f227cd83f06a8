// Paths and arguments as compiled → the closures that read them. Apart from the compiling, so that no
// closure holds on to a syntax tree.
import { keysFromPath, readPath } from "../../data/path.ts";
import { type Key, readKey } from "../../data/read-own.ts";
import { climb, climbLoops, isShadowed } from "../origin/locate-origin.ts";
import type { Frame, LoopData, Reader, Renderer } from "./frame.ts";
import type { BlockHelper, BlockParts, HelperCall, HelperHash } from "./helper.ts";
import { readHeaderOf, readRoot, readWholeRoot, type TemplateRoot } from "./scope.ts";

/** The hot closures: no frame is climbed, nothing is allocated, and each holds what it needs alone. */
export function contextReader(names: readonly string[]): Reader {
  const keys = keysFromPath(names);
  const [first, second, ...others] = keys;
  if (first === undefined) return readContext;
  if (second === undefined) return oneKeyReader(first);
  return others.length === 0
    ? twoKeysReader(first, second)
    : (frame) => readPath(frame.context, keys);
}

const readContext: Reader = (frame) => frame.context;

function oneKeyReader(first: Key): Reader {
  return (frame) => readKey(frame.context, first);
}

function twoKeysReader(first: Key, second: Key): Reader {
  return (frame) => readKey(readKey(frame.context, first), second);
}

/** `../name`. */
export function parentReader(depth: number, names: readonly string[]): Reader {
  const keys = keysFromPath(names);
  return (frame) => readPath(climb(frame, depth)?.context, keys);
}

/** `@root.name`. */
export function payloadReader(names: readonly string[]): Reader {
  const keys = keysFromPath(names);
  return (frame) => readPath(frame.scope.payload, keys);
}

/** `@index`, `@../key`. */
export function loopReader(depth: number, name: keyof LoopData): Reader {
  return (frame) => climbLoops(frame, depth)?.loop?.[name];
}

/** A block parameter, and a path in it. */
export function localReader(level: number, index: number, names: readonly string[]): Reader {
  const keys = keysFromPath(names);
  return (frame) => readPath(frame.locals[level]?.[index], keys);
}

/** `headers.x-event`, `now`. */
export function rootReader(root: TemplateRoot, names: readonly string[]): Reader {
  const [first, ...rest] = names;
  const { name } = root;
  if (first === undefined) return ({ scope }) => readWholeRoot(scope, root);
  const keys = keysFromPath(root.isHeaders ? rest : names);
  if (root.isHeaders) return ({ scope }) => readPath(readHeaderOf(scope, name, first), keys);
  return ({ scope }) => readPath(readRoot(scope, name), keys);
}

/** Inside of a block the context may have an own key of the root's name. */
export function shadowedReader(depth: number, names: readonly string[], read: Reader): Reader {
  const [root] = names as [string];
  const keys = keysFromPath(names);
  return (frame) => {
    const at = climb(frame, depth);
    if (at === undefined) return undefined;
    return isShadowed(at, root) ? readPath(at.context, keys) : read(frame);
  };
}

export function literalReader(value: unknown): Reader {
  return () => value;
}

/** Two functions, not one that gives both: blocks are entered too often to make an object for it. */
export interface ArgumentReaders {
  readonly args: (frame: Frame) => readonly unknown[];
  readonly hash: (frame: Frame) => HelperHash;
}

/** What a helper is given and gives is paid for: a loop may ask for it again and again. */
export function callReader(call: HelperCall, { args: readArgs, hash }: ArgumentReaders): Reader {
  return (frame) => {
    const args = readArgs(frame);
    const { budget } = frame;
    for (const arg of args) budget.spendSize(arg);
    const value = call(args, hash(frame), frame);
    budget.spendSize(value);
    return value;
  };
}

/** A block helper and its two halves. */
export function blockRenderer(
  { render }: BlockHelper,
  { args, hash }: ArgumentReaders,
  block: BlockParts,
): Renderer {
  return (frame) => render(args(frame), hash(frame), block, frame);
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

/** Frozen: one object for all calls, and helpers of an integrator could write into it. */
const NO_HASH: HelperHash = Object.freeze({});

function readNoHash(): HelperHash {
  return NO_HASH;
}

function hashReader(named: readonly (readonly [string, Reader])[]): ArgumentReaders["hash"] {
  return (frame) => Object.fromEntries(named.map(([key, read]) => [key, read(frame)]));
}
