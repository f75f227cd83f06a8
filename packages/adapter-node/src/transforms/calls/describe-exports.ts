// A module's namespace → its exports, those of CommonJS lifted to where ES modules have theirs.
import type { ExportDescription } from "./outcome.ts";

/** Enough to see how a function takes its argument; a bundled SDK may be a megabyte in one function. */
const LONGEST_SOURCE = 20_000;

/** `module.exports` stands under `default` when it is imported; a compiled ES module one level below. */
export function describeExports(namespace: unknown): readonly ExportDescription[] {
  const found = new Map<string, ExportDescription>();
  for (const path of [[], ["default"], ["default", "default"]]) {
    const holder = readAt(namespace, path);
    for (const name of ownKeys(holder)) {
      const known = found.get(name);
      if (known?.path !== undefined) continue;
      found.set(name, describe(name, readAt(holder, [name]), [...path, name]));
    }
  }
  return [...found.values()];
}

/** A getter that throws hides its export, and no other. */
export function readAt(value: unknown, path: readonly string[]): unknown {
  try {
    return path.reduce<unknown>((holder, key) => (holder as Record<string, unknown>)[key], value);
  } catch {
    return undefined;
  }
}

function ownKeys(holder: unknown): readonly string[] {
  return Object.keys(Object(holder));
}

const toSource = Function.prototype.toString;

function describe(name: string, value: unknown, path: readonly string[]): ExportDescription {
  if (typeof value !== "function") return { name };
  return { name, path, source: toSource.call(value).slice(0, LONGEST_SOURCE) };
}
