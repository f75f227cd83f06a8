// A path expression → a closure that reads it.

import { followSteps } from "../../data/follow-steps.ts";
import { createStep, type Key, keyFromText, readKey, type Step } from "../../data/read-own.ts";
import { climb, climbLoops } from "../origin/locate-reads.ts";
import type { TemplateRead } from "../origin/template-read.ts";
import type { Frame } from "../render/frame.ts";
import { TemplateSyntaxError } from "../syntax/syntax-error.ts";
import type { PathNode } from "../syntax/syntax-tree.ts";
import { compileRootName } from "./compile-root.ts";
import type { CompileState, Reader } from "./compile-state.ts";

export function compilePath(node: PathNode, state: CompileState): Reader {
  if (node.data) return compileDataPath(node, state);
  const { depth } = node;
  const steps = node.parts.map(unquote);
  const [name] = steps;
  if (name === undefined || startsInContext(node, name, state)) {
    return compileContextPath(depth, steps, state);
  }
  const local = findLocalAt(depth, name, state);
  return local === undefined
    ? compileRootName({ ...node, parts: steps }, state)
    : compileLocal(local, steps.slice(1), state);
}

/** The steps of a path that starts where the template stands, as nearly all do; else undefined. */
export function findPlainSteps(node: PathNode, state: CompileState): readonly string[] | undefined {
  if (node.data || node.depth > 0) return undefined;
  const steps = node.parts.map(unquote);
  const [name] = steps;
  return name === undefined || startsInContext(node, name, state) ? steps : undefined;
}

/** Neither a block parameter nor a root of the event has the name. */
function startsInContext(node: PathNode, name: string, state: CompileState): boolean {
  if (isScoped(node)) return true;
  return findLocalAt(node.depth, name, state) === undefined && !state.session.roots.has(name);
}

/** `../name` goes past block parameters. */
function findLocalAt(depth: number, name: string, state: CompileState): Local | undefined {
  return depth > 0 ? undefined : findLocal(name, state);
}

/** `this.name`, `./name`: a field, whatever else the name means. */
function isScoped({ original }: PathNode): boolean {
  return /^(?:\.|this)\//.test(original) || /^this\./.test(original);
}

/** `headers["x-event"]`, as in JavaScript, means the name without its quotes. */
function unquote(part: string): string {
  return /^(?:"[^"]*"|'[^']*')$/.test(part) ? part.slice(1, -1) : part;
}

function compileContextPath(depth: number, steps: readonly string[], state: CompileState): Reader {
  state.session.reads.push(readOfContext(depth, steps, state));
  return depth === 0 ? readerFromContext(steps) : readerFromParent(depth, steps);
}

export function readOfContext(
  depth: number,
  steps: readonly string[],
  { contextDepth }: Pick<CompileState, "contextDepth">,
): TemplateRead {
  const read = { root: "payload", steps, exact: contextDepth === depth } as const;
  const isAtRoot = contextDepth === 0 && depth === 0;
  return isAtRoot ? read : { ...read, start: { kind: "context", depth } };
}

/** The hot closures: no frame is climbed, nothing is allocated, and each holds what it needs alone. */
function readerFromContext(keys: readonly string[]): Reader {
  const [first, second, ...others] = keys.map(keyFromText);
  if (first === undefined) return readContext;
  if (second === undefined) return readOneKey(first);
  return others.length === 0 ? readTwoKeys(first, second) : readMoreSteps(keys.map(createStep));
}

const readContext: Reader = (frame) => frame.context;

function readOneKey(first: Key): Reader {
  return (frame) => readKey(frame.context, first);
}

function readTwoKeys(first: Key, second: Key): Reader {
  return (frame) => readKey(readKey(frame.context, first), second);
}

function readMoreSteps(steps: readonly Step[]): Reader {
  return (frame) => followSteps(frame.context, steps);
}

function readerFromParent(depth: number, keys: readonly string[]): Reader {
  const steps = keys.map(createStep);
  return (frame) => followSteps(climb(frame, depth)?.context, steps);
}

/** `@index`, `@key`, `@first`, `@last` of the loop around, `@root`. */
function compileDataPath(node: PathNode, state: CompileState): Reader {
  const { depth, parts } = node;
  const [name, ...keys] = parts;
  const { reads } = state.session;
  if (name === "root") {
    reads.push({ root: "payload", steps: keys, exact: true });
    const steps = keys.map(createStep);
    return (frame) => followSteps(frame.scope.payload, steps);
  }
  if (name !== "index" && name !== "key" && name !== "first" && name !== "last") {
    throw new TemplateSyntaxError(`"${node.original}" is not known`, state.parsed.offsetOf(node), {
      hint: "There are @index, @key, @first, @last and @root.",
    });
  }
  // Keys of an object are payload text.
  if (name === "key") {
    reads.push({ root: "payload", steps: [], exact: false, start: { kind: "key", depth } });
  }
  return (frame: Frame) => climbLoops(frame, depth)?.loop?.[name];
}

interface Local {
  readonly level: number;
  readonly index: number;
}

function findLocal(name: string, state: CompileState): Local | undefined {
  for (let level = state.locals.length - 1; level >= 0; level--) {
    const index = (state.locals[level] as readonly string[]).indexOf(name);
    if (index !== -1) return { level, index };
  }
  return undefined;
}

function compileLocal(
  { level, index }: Local,
  keys: readonly string[],
  { session }: CompileState,
): Reader {
  const start = { kind: "local", level, isKey: index > 0 } as const;
  session.reads.push({ root: "payload", steps: keys, exact: false, start });
  const steps = keys.map(createStep);
  return (frame) => followSteps(frame.locals[level]?.[index], steps);
}
