// A path expression → the closure that reads it and what it reads; undefined if it is wrong.
import { unquote } from "@hookwright/base";
import { readOfContext } from "../render/body.ts";
import {
  contextReader,
  localReader,
  loopReader,
  parentReader,
  payloadReader,
  rootReader,
  shadowedReader,
} from "../render/readers.ts";
import type { TemplateRoot } from "../render/scope.ts";
import type { PathNode } from "../syntax-tree.ts";
import { type CompiledValue, type CompileState, report } from "./compile-state.ts";

const NO_HELPERS: readonly string[] = [];

export function compilePath(node: PathNode, state: CompileState): CompiledValue | undefined {
  if (node.data) return compileDataPath(node, state);
  const names = node.parts.map(unquote);
  const meaning = meaningOf(node, names[0], state);
  if (meaning === undefined) return compileContextPath(node.depth, names, state);
  return "level" in meaning
    ? compileLocal(meaning, names.slice(1))
    : compileRootPath(meaning, names, node.depth, state);
}

/** The names of a path that starts at the context; undefined for any other path. */
export function findPlainNames(node: PathNode, state: CompileState): readonly string[] | undefined {
  if (node.data || node.depth > 0) return undefined;
  const names = node.parts.map(unquote);
  return meaningOf(node, names[0], state) === undefined ? names : undefined;
}

/** A block parameter. */
interface Local {
  readonly level: number;
  readonly index: number;
}

/** A block parameter or a root that the first name means. `../name` is never a block parameter. */
function meaningOf(
  node: PathNode,
  name: string | undefined,
  state: CompileState,
): Local | TemplateRoot | undefined {
  if (name === undefined || isScoped(node)) return undefined;
  const local = node.depth > 0 ? undefined : findLocal(name, state);
  return local ?? state.session.roots.get(name);
}

/** `this.name`, `./name`: always a field. */
function isScoped({ original }: PathNode): boolean {
  return /^(?:\.|this)\//.test(original) || /^this\./.test(original);
}

function findLocal(name: string, { locals }: CompileState): Local | undefined {
  for (let level = locals.length - 1; level >= 0; level--) {
    const index = (locals[level] as readonly string[]).indexOf(name);
    if (index !== -1) return { level, index };
  }
  return undefined;
}

function compileContextPath(
  depth: number,
  names: readonly string[],
  { contextDepth }: CompileState,
): CompiledValue {
  const read = depth === 0 ? contextReader(names) : parentReader(depth, names);
  return { read, reads: [readOfContext(depth, names, contextDepth)], helpers: NO_HELPERS };
}

function compileLocal({ level, index }: Local, names: readonly string[]): CompiledValue {
  const start = { kind: "local", level, isKey: index > 0 } as const;
  const reads = [{ root: "payload", steps: names, exact: false, start }];
  return { read: localReader(level, index, names), reads, helpers: NO_HELPERS };
}

function compileRootPath(
  root: TemplateRoot,
  path: readonly string[],
  depth: number,
  state: CompileState,
): CompiledValue {
  const [, ...keys] = path;
  const names = root.isHeaders ? lowerFirst(keys) : keys;
  const isAtRoot = state.contextDepth === 0 && depth === 0;
  const read = rootReader(root, names);
  const yields = root.yieldsAlone === true && (names.length === 0 || root.name === "payload");
  const start = { kind: "shadowed", depth } as const;
  const origin = {
    root: root.name,
    steps: names,
    exact: true,
    ...(!isAtRoot && { start }),
    ...(yields && { yields }),
  };
  return {
    read: isAtRoot ? read : shadowedReader(depth, path, read),
    reads: [origin],
    helpers: NO_HELPERS,
  };
}

/** Headers are compared in lower case. */
function lowerFirst([header, ...rest]: readonly string[]): readonly string[] {
  return header === undefined ? [] : [header.toLowerCase(), ...rest];
}

/** `@index`, `@key`, `@first`, `@last` of the loop around, `@root`. */
function compileDataPath(node: PathNode, state: CompileState): CompiledValue | undefined {
  const { depth, parts } = node;
  const [name, ...names] = parts;
  if (name === "root") {
    const reads = [{ root: "payload", steps: names, exact: true }];
    return { read: payloadReader(names), reads, helpers: NO_HELPERS };
  }
  if (name === "index" || name === "first" || name === "last") {
    return { read: loopReader(depth, name), reads: [], helpers: NO_HELPERS };
  }
  if (name !== "key") {
    return report(state, node, { code: "template_syntax", name: node.original, parts });
  }
  // Keys of an object are payload text.
  const start = { kind: "key", depth } as const;
  const reads = [{ root: "payload", steps: [], exact: false, start }];
  return { read: loopReader(depth, name), reads, helpers: NO_HELPERS };
}
