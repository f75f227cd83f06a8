// JSON text and a pointer such as /hooks/token → the text it points at, or undefined. Never throws.
import { readOwn } from "../data/read-own.ts";

/** RFC 6901, own properties only. */
export function readJsonPointer(text: string, pointer: string): string | undefined {
  if (!pointer.startsWith("/")) return undefined;
  let value = parse(text);
  for (const step of pointer.slice(1).split("/")) {
    value = readOwn(value, step.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return typeof value === "string" ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
