// A failed call → the error that the core writes to the operator's record.

import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { CallResult, ThrownDescription } from "../calls/call-result.ts";
import { isInside } from "../modules/locate-module.ts";

/**
 * A transform gave no usable answer: it was too late, out of memory, or not JSON. The message completes
 * the sentence "The transform of mapping …" and names the module.
 */
export class TransformFailure extends Error {
  override readonly name: string = "TransformFailure";
}

/** Too many events wait for a module. The core answers such an event with 503. */
class TransformOverload extends Error {
  override readonly name: string = "TransformOverload";
}

export interface ModuleLabel {
  /** As the operator wrote it. */
  readonly name: string;
  /** The real path of hooks.transformsDir. */
  readonly folder: string;
}

/** An error of the module keeps its name and message, and gets the positions in the author's files. */
export function createFailure(
  outcome: Exclude<CallResult, { kind: "result" }>,
  label: ModuleLabel,
): Error {
  if (outcome.kind === "failed") {
    return new TransformFailure(`${outcome.reason} (module "${label.name}")`);
  }
  if (outcome.kind === "overloaded") {
    return new TransformOverload(`${outcome.reason} (module "${label.name}")`);
  }
  const { thrown } = outcome;
  if (!thrown.isError) {
    return new TransformFailure(
      `threw a ${thrown.type} instead of an Error (module "${label.name}")`,
    );
  }
  const message = `${thrown.message} (${positionOf(thrown.stack, label)})`;
  return Object.assign(new Error(message), { name: thrown.name });
}

/** One line: `TypeError: x is undefined (github.ts:3:14)`. */
export function thrownToText(thrown: ThrownDescription, label: ModuleLabel): string {
  if (!thrown.isError) return `a ${thrown.type} instead of an Error`;
  return `${thrown.name}: ${thrown.message} (${positionOf(thrown.stack, label)})`;
}

function positionOf(stack: string, { name, folder }: ModuleLabel): string {
  const frames = findAuthorFrames(stack, folder);
  return frames.length === 0 ? `module "${name}"` : frames.join(", called by ");
}

/** The innermost frames are enough; a recursion has thousands. */
const MAX_FRAMES = 4;

/** Attack: a module can set its stack. A line that long is not a frame, and matching it takes long. */
const MAX_LINE_CHARS = 500;

/** `    at async name (file:///folder/a.ts:3:14)`, with and without the name. */
const FRAME = /^\s*at (?:async )?(?:(.*?) \()?((?:file:\/\/)?[/A-Za-z].*?):(\d+):(\d+)\)?$/;

/** Innermost first: `readTitle github/issue.ts:12:7`. */
export function findAuthorFrames(stack: string, folder: string): readonly string[] {
  return stack
    .split("\n")
    .filter((line) => line.length <= MAX_LINE_CHARS)
    .flatMap((line) => {
      const [, called = "", location = "", row, column] = FRAME.exec(line) ?? [];
      const file = toPath(location);
      if (!isInside(file, folder)) return [];
      const own = `${relative(folder, file).split(sep).join("/")}:${row}:${column}`;
      // Node uses this name for a module's top level.
      return `${called.replace("<anonymous>", "")} ${own}`.trim();
    })
    .slice(0, MAX_FRAMES);
}

function toPath(location: string): string {
  try {
    return location.startsWith("file://") ? fileURLToPath(location) : location;
  } catch {
    return "";
  }
}
