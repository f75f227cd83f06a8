// A module's namespace → its exports, those of CommonJS lifted to where ES modules have theirs.
import type { ExportDescription } from "./call-result.ts";

/** Enough to see how a function takes its argument; a bundled SDK may be a megabyte in one function. */
export const MAX_SOURCE_CHARS = 20_000;

/** Of all functions: a module may pass a whole SDK on. */
const MAX_SOURCES_CHARS = 400_000;

/** `module.exports` stands under `default` when it is imported; a compiled ES module one level below. */
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

/** A getter that throws hides its export, and no other. */
export function readAt(value: unknown, path: readonly string[]): unknown {
  try {
    return path.reduce<unknown>((holder, key) => (holder as Record<string, unknown>)[key], value);
  } catch {
    return undefined;
  }
}

/** A text has keys too: its characters. */
function ownKeys(holder: unknown): readonly string[] {
  return typeof holder === "string" ? [] : Object.keys(Object(holder));
}

const toSource = Function.prototype.toString;
