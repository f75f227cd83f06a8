// A path expression → a closure that reads it.
import { readHeader } from "../data/read-header.ts";
import { createStep, readOwn, type Step } from "../data/read-own.ts";
import type { PathNode } from "./ast.ts";
import type { CompileState, Reader } from "./compile-state.ts";
import type { Frame } from "./frame.ts";
import type { RootName } from "./scope.ts";
import { TemplateSyntaxError } from "./syntax-error.ts";

export function compilePath(node: PathNode, state: CompileState): Reader {
  if (node.data) return compileDataPath(node, state);
  const [name, ...rest] = node.parts;
  const scoped = /^(?:\.\/|\.$|this\b)/.test(node.original);
  const local = scoped || node.depth > 0 ? undefined : findLocal(name, state);
  if (local !== undefined) return compileLocal(local, rest);
  if (name !== undefined && !scoped && state.session.roots.has(name))
    return compileRootName(node, state);
  state.session.reads.push({
    root: "payload",
    steps: node.parts,
    exact: state.contextDepth === node.depth,
  });
  return node.depth === 0
    ? readerFromContext(node.parts)
    : readerFromParent(node.depth, node.parts);
}

/** The hot closures: no frame is climbed and nothing is allocated. */
function readerFromContext(keys: readonly string[]): Reader {
  const [first, second, third, ...rest] = keys.map(createStep);
  if (first === undefined) return (frame) => frame.context;
  if (second === undefined) return (frame) => first(frame.context);
  if (third === undefined) return (frame) => second(first(frame.context));
  if (rest.length === 0) return (frame) => third(second(first(frame.context)));
  return (frame) => followSteps(third(second(first(frame.context))), rest);
}

function readerFromParent(depth: number, keys: readonly string[]): Reader {
  const steps = keys.map(createStep);
  return (frame) => followSteps(climb(frame, depth)?.context, steps);
}

function followSteps(value: unknown, steps: readonly Step[]): unknown {
  let current = value;
  for (const step of steps) current = step(current);
  return current;
}

function climb(frame: Frame, depth: number): Frame | undefined {
  let current: Frame | undefined = frame;
  for (let level = 0; level < depth && current !== undefined; level++) current = current.parent;
  return current;
}

/**
 * `payload`, `headers`, `query`, `path` and `now`. Inside a block that changed the context, an own
 * key of the element goes first: files have a `path`, requests have `headers`.
 */
function compileRootName(node: PathNode, state: CompileState): Reader {
  const fromRoot = compileRoot(node.parts, state);
  const { depth, parts } = node;
  const [name = ""] = parts;
  const steps = parts.map(createStep);
  if (state.contextDepth === 0 && depth === 0) return fromRoot;
  state.session.reads.push({ root: "payload", steps: parts, exact: false });
  return (frame) => {
    const at = climb(frame, depth);
    if (at === undefined) return undefined;
    const shadowed = at.context !== at.scope.payload && readOwn(at.context, name) !== undefined;
    return shadowed ? followSteps(at.context, steps) : fromRoot(frame);
  };
}

function compileRoot(parts: readonly string[], state: CompileState): Reader {
  const [root, ...keys] = parts as [RootName, ...string[]];
  state.session.reads.push({ root, steps: keys, exact: true });
  const steps = keys.map(createStep);
  switch (root) {
    case "now":
      return (frame) => followSteps(frame.scope.now(), steps);
    case "payload":
    case "headers":
    case "query":
      return compileRecordRoot(root, keys);
    default:
      return (frame) => followSteps(frame.scope[root], steps);
  }
}

/** Alone, the name is the body's own key of that name first, as it is in existing configs. */
function compileRecordRoot(root: "payload" | "headers" | "query", keys: readonly string[]): Reader {
  const [first] = keys;
  if (first === undefined) {
    return (frame) => readOwn(frame.scope.payload, root) ?? frame.scope[root];
  }
  const steps = keys.map(createStep);
  if (root !== "headers") return (frame) => followSteps(frame.scope[root], steps);
  const header = first.toLowerCase();
  const rest = steps.slice(1);
  return (frame) => followSteps(readHeader(frame.scope.headers, header), rest);
}

/** `@index`, `@key`, `@first`, `@last` of the loop around, `@root`. */
function compileDataPath(node: PathNode, state: CompileState): Reader {
  const [name, ...keys] = node.parts;
  if (name === "root") {
    state.session.reads.push({ root: "payload", steps: keys, exact: true });
    const steps = keys.map(createStep);
    return (frame) => followSteps(frame.scope.payload, steps);
  }
  if (name !== "index" && name !== "key" && name !== "first" && name !== "last") {
    throw new TemplateSyntaxError(`"${node.original}" is not known`, state.parsed.offsetOf(node), {
      hint: "There are @index, @key, @first, @last and @root.",
    });
  }
  // Keys of an object are payload text.
  if (name === "key") state.session.reads.push({ root: "payload", steps: [], exact: false });
  const { depth } = node;
  return (frame) => {
    let at: Frame | undefined = frame;
    for (let level = 0; level < depth; level++) at = at?.outer;
    return at?.loop?.[name];
  };
}

interface Local {
  readonly level: number;
  readonly index: number;
}

function findLocal(name: string | undefined, state: CompileState): Local | undefined {
  if (name === undefined) return undefined;
  for (let level = state.locals.length - 1; level >= 0; level--) {
    const index = state.locals[level]?.indexOf(name) ?? -1;
    if (index !== -1) return { level, index };
  }
  return undefined;
}

function compileLocal({ level, index }: Local, keys: readonly string[]): Reader {
  const steps = keys.map(createStep);
  return (frame) => followSteps(frame.locals[level]?.[index], steps);
}
