// What the modules of a config are to return in tests → functions in their place, and which were missed.
import type { Transform, TransformResult, Transforms } from "@hookwright/core";

/** What stands in for the function of a module. */
export interface TransformStub {
  /** Part of an action; `null`: handled, there is nothing to do. */
  readonly returns?: TransformResult | null;
  /** The message of an error. */
  readonly throws?: string;
}

/** The stubs of a config. */
export interface StubbedTransforms {
  /** For `compileHooks`. */
  readonly transforms: Transforms;
  /** The modules that were called since the last time, though nothing stands in for them. */
  readonly takeUnstubbed: () => readonly string[];
}

/** `modules` are the names that the config has; those without a stub are noted when they are called. */
export function stubTransforms(
  modules: readonly string[],
  stubs: Readonly<Record<string, TransformStub>>,
): StubbedTransforms {
  const missed = new Set<string>();
  const names = [...new Set([...modules, ...Object.keys(stubs)])];
  const entries = names.map((name): [string, Transform] => {
    const stub = Object.hasOwn(stubs, name) ? stubs[name] : undefined;
    if (stub !== undefined) return [name, () => play(stub)];
    return [name, () => void missed.add(name)];
  });
  return {
    transforms: Object.fromEntries(entries),
    takeUnstubbed: () => {
      const names = [...missed];
      missed.clear();
      return names;
    },
  };
}

function play({ returns, throws }: TransformStub): TransformResult | null | undefined {
  if (throws !== undefined) throw new Error(throws);
  return returns;
}
