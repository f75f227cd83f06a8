// A thrown value → its description, cut short. Never throws, not even for getters that throw.
import type { ThrownDescription } from "./call-result.ts";

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
