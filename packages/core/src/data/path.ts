// The path of a value as text → its keys, and what stands there. One dialect for templates and for the
// arguments of helpers: `a.b`, `list[0].id`, `list.0.id`, `a["x y"]`, `a.[x y]`.
import { type Key, keyFromText, readKey } from "./read-own.ts";

const PATH = /^(?:[^.[\]]+|\[[^\]]*\])(?:\.[^.[\]]+|\.?\[[^\]]*\])*$/;
const STEP = /\[([^\]]*)\]|[^.[\]]+/g;

/** Undefined where brackets do not fit. The empty text is the field without a name. */
export function parsePath(text: string): readonly string[] | undefined {
  if (!text.includes("[") && !text.includes("]")) return text.split(".");
  if (!PATH.test(text)) return undefined;
  const steps = [...text.matchAll(STEP)];
  return steps.map(([name, inner]) => (inner === undefined ? name : unquote(inner)));
}

/** `a["x y"]`, as in JavaScript, means the name without its quotes. */
export function unquote(name: string): string {
  return /^(?:"[^"]*"|'[^']*')$/.test(name) ? name.slice(1, -1) : name;
}

export function keysFromPath(names: readonly string[]): readonly Key[] {
  return names.map(keyFromText);
}

/** Own properties only; undefined where any of the keys is missing. */
export function readPath(value: unknown, keys: readonly Key[]): unknown {
  let current = value;
  for (const key of keys) current = readKey(current, key);
  return current;
}
