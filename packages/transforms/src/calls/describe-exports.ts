// A module's namespace → its exports; those of CommonJS get the names that they have in ES modules.
import type { ExportDescription } from "./call-result.ts";

/** Enough to see how a function reads its argument; a bundled SDK may be one function of a megabyte. */
export const MAX_SOURCE_CHARS = 20_000;

/** For all functions together: a module may re-export a whole SDK. */
const MAX_SOURCES_CHARS = 400_000;

/** An import has `module.exports` under `default`, and a compiled ES module one level below. */
export function describeExports(namespace: unknown): readonly ExportDescription[] {
  const found = new Map<string, ExportDescription>();
  let left = MAX_SOURCES_CHARS;
  for (const path of [[], ["default"], ["default", "default"]]) {
    const holder = readAt(namespace, path);
    for (const name of ownKeys(holder)) {
      const known = found.get(name);
      if (known?.path !== undefined) continue;
      const value = readAt(holder, [name]);
      const source = typeof value === "function" ? toSource.call(value) : undefined;
      const kept = source?.slice(0, Math.min(MAX_SOURCE_CHARS, left));
      left -= kept?.length ?? 0;
      found.set(
        name,
        kept === undefined ? { name } : { name, path: [...path, name], source: kept },
      );
    }
  }
  return [...found.values()];
}

/** A getter that throws hides only its own export. */
export function readAt(value: unknown, path: readonly string[]): unknown {
  try {
    return path.reduce<unknown>((holder, key) => (holder as Record<string, unknown>)[key], value);
  } catch {
    return undefined;
  }
}

/** A string has its characters as keys. */
function ownKeys(holder: unknown): readonly string[] {
  return typeof holder === "string" ? [] : Object.keys(Object(holder));
}

const toSource = Function.prototype.toString;
