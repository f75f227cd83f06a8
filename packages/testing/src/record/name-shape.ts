// An event → the name of its shape for a file, and the set of its paths and types.
import type { NamedEvent } from "./redact-event.ts";

const EVENT_HEADER = /(?:^|-)(?:event|topic)$/;
const MAX_NAME_CHARACTERS = 60;

/** `pull_request-opened`: the event header, `type` or `event`, and `action`. */
export function nameShape({ headers, payload }: NamedEvent): string {
  const header = Object.entries(headers).find(([name]) => EVENT_HEADER.test(name))?.[1];
  const { type, event, action } = (payload ?? {}) as Readonly<Record<string, unknown>>;
  const name = [header, type, event].find((one) => typeof one === "string" && one !== "");
  const parts = [name, action].filter((one) => typeof one === "string" && one !== "");
  return toFileName(parts.join("-"), "event");
}

/** Attack: a value of a sender becomes the name of a file. */
export function toFileName(text: string, fallback: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z\d_]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, MAX_NAME_CHARACTERS);
  return name === "" ? fallback : name;
}

/** Equal for events with the same fields: elements of a list count as one. */
export function describeShape(value: unknown): string {
  const paths = new Set<string>();
  const collect = (part: unknown, path: string): void => {
    const isList = Array.isArray(part);
    paths.add(`${path}:${typeOf(part)}`);
    if (typeof part !== "object" || part === null) return;
    for (const [key, inner] of Object.entries(part)) {
      collect(inner, isList ? `${path}[]` : `${path}.${JSON.stringify(key)}`);
    }
  };
  collect(value, "");
  return [...paths].sort().join("\n");
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return value === null ? "null" : typeof value;
}
