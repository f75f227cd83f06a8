// The stubs of transform modules → functions that replace them, and which stubs are missing.
import type { Transform, TransformResult, Transforms } from "@hookwright/core";

/** Replaces the function of a module. */
export interface TransformStub {
  /** A part of an action; `null`: handled, nothing to do. */
  readonly returns?: TransformResult | null;
  /** The message of an error. */
  readonly throws?: string;
}

/** The stubs of a config. */
export interface StubbedTransforms {
  /** For `compileHooks`. */
  readonly transforms: Transforms;
  /** The modules without a stub that were called since the last call. */
  readonly takeUnstubbed: () => readonly string[];
}

/** `modules` are the names in the config; calls of modules without a stub are noted. */
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
