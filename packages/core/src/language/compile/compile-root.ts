// A path that begins with `payload`, `headers`, `query`, `path`, `now` and the like → a closure.

import { followSteps } from "../../data/follow-steps.ts";
import { readHeader } from "../../data/read-header.ts";
import { createStep, readOwn } from "../../data/read-own.ts";
import { climb, hasOwnRoot, isShadowed } from "../origin/locate-reads.ts";
import type { RootName } from "../render/scope.ts";
import type { PathNode } from "../syntax/syntax-tree.ts";
import type { CompileState, Reader } from "./compile-state.ts";

export function compileRootName({ depth, parts }: PathNode, state: CompileState): Reader {
  const [root, ...keys] = parts as [RootName, ...string[]];
  const names = root === "headers" ? lowerFirst(keys) : keys;
  const read = compileRoot(root, names);
  const isAtRoot = state.contextDepth === 0 && depth === 0;
  const start = { kind: "shadowed", depth } as const;
  state.session.reads.push({ root, steps: names, exact: true, ...(!isAtRoot && { start }) });
  if (isAtRoot) return read;
  const steps = parts.map(createStep);
  return (frame) => {
    const at = climb(frame, depth);
    if (at === undefined) return undefined;
    return isShadowed(at, root) ? followSteps(at.context, steps) : read(frame);
  };
}

/** Headers are compared in lower case. */
function lowerFirst([header, ...rest]: readonly string[]): readonly string[] {
  return header === undefined ? [] : [header.toLowerCase(), ...rest];
}

function compileRoot(root: RootName, keys: readonly string[]): Reader {
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
    return ({ scope }) => (hasOwnRoot(scope, root) ? readOwn(scope.payload, root) : scope[root]);
  }
  const steps = keys.map(createStep);
  if (root !== "headers") return (frame) => followSteps(frame.scope[root], steps);
  const rest = steps.slice(1);
  return (frame) => followSteps(readHeader(frame.scope.headers, first), rest);
}
