// The results of one call of a transform, and of one import of its module.

/** A thrown value as text, so that it can be sent to another process. It need not be an Error. */
export type ThrownDescription =
  | {
      readonly isError: true;
      readonly name: string;
      readonly message: string;
      readonly stack: string;
    }
  | { readonly isError: false; readonly type: string };

export type CallResult =
  /** JSON, or undefined. */
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "threw"; readonly thrown: ThrownDescription }
  /** Completes the sentence "The transform …". */
  | { readonly kind: "failed"; readonly reason: string }
  /** The call was not started, because too many calls were waiting. The reason completes the same sentence. */
  | { readonly kind: "overloaded"; readonly reason: string };

/** One export of a module, as seen from another process. */
export interface ExportDescription {
  readonly name: string;
  /** Keys from the module's namespace to the function; absent if the export is not a function. */
  readonly path?: readonly string[];
  /** The beginning of the function's source text. */
  readonly source?: string;
}

export type ImportResult =
  | { readonly ok: true; readonly exports: readonly ExportDescription[] }
  | { readonly ok: false; readonly outcome: Exclude<CallResult, { kind: "result" }> };

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

/** A log entry is one line. Only the author's frames of a stack are read, and these come early. */
export const MAX_THROWN_CHARS = { name: 100, message: 1_000, stack: 8_000 };

export function describeThrown(thrown: unknown): ThrownDescription {
  try {
    if (!(thrown instanceof Error)) return { isError: false, type: typeName(thrown) };
    const message = String(thrown.message);
    return {
      isError: true,
      name: String(thrown.name).slice(0, MAX_THROWN_CHARS.name),
      message: message.slice(0, MAX_THROWN_CHARS.message),
      // The stack repeats the message before the frames.
      stack: String(thrown.stack).slice(message.length).slice(0, MAX_THROWN_CHARS.stack),
    };
  } catch {
    return { isError: false, type: "value that cannot be read" };
  }
}

function typeName(value: unknown): string {
  return value === null ? "null" : typeof value;
}
