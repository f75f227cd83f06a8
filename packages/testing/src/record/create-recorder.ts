// Received events → redacted event files, with a limit per shape.

import { createHash, randomUUID } from "node:crypto";
import { link, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { nameShape, toFileName } from "./event-name.ts";
import type { NamedEvent, RedactedEvent } from "./redact-event.ts";
import type { ReplacementReason } from "./replacements.ts";

interface RecorderOptions {
  readonly out: string;
  readonly perShape: number;
  readonly max: number;
  /** The program, for `recorded.by`. */
  readonly by: string;
  readonly redact: (event: NamedEvent) => RedactedEvent;
}

interface Recorder {
  /** The path of the file; undefined if there are enough of this shape, or in all. */
  readonly record: (event: NamedEvent) => Promise<string | undefined>;
  readonly files: readonly string[];
  /** The number of replaced values in all files, by reason. */
  readonly replaced: ReadonlyMap<ReplacementReason, number>;
  readonly isFull: () => boolean;
}

/** Writes requests without their secrets as event files: at most `perShape` of each shape, and at most `max`. */
export function createRecorder({ out, perShape, max, by, redact }: RecorderOptions): Recorder {
  const shapes = new Map<string, number>();
  const files: string[] = [];
  const replaced = new Map<ReplacementReason, number>();
  /** The last number that was given to each name. */
  const numbers = new Map<string, number>();
  let begun = 0;
  return {
    files,
    replaced,
    isFull: () => files.length >= max,
    record: async (received) => {
      const { event, redacted, counts } = redact(received);
      const { path, headers, query, payload, receivedAt } = event;
      const name = nameShape(event);
      const shape = `${path}\n${name}\n${describeShape(payload)}`;
      const count = shapes.get(shape) ?? 0;
      if (count >= perShape || begun >= max) return undefined;
      // Counted before it is written, because others arrive meanwhile.
      shapes.set(shape, count + 1);
      begun += 1;
      const time =
        receivedAt === undefined ? {} : { receivedAt: new Date(receivedAt).toISOString() };
      const written = { path, headers, query, payload, ...time, recorded: { by, redacted } };
      const folder = join(out, toFileName(path, "hook"));
      const file = await writeEvent(written, folder, name, numbers);
      files.push(file);
      for (const [reason, values] of Object.entries(counts) as [ReplacementReason, number][]) {
        replaced.set(reason, (replaced.get(reason) ?? 0) + values);
      }
      return file;
    },
  };
}

/** The types of values at one path of events, and the paths below it. */
interface Shape {
  readonly types: Set<string>;
  readonly below: Map<string, Shape>;
}

/**
 * Equal for events with the same fields: elements of a list count as one. A tree, because a path per value would repeat the
 * keys above it. Attack: a sender with new fields in each event must not fill the memory, so only a hash is kept.
 */
function describeShape(value: unknown): string {
  const create = (): Shape => ({ types: new Set(), below: new Map() });
  const collect = (part: unknown, shape: Shape): void => {
    shape.types.add(typeOf(part));
    if (typeof part !== "object" || part === null) return;
    for (const [key, inner] of Object.entries(part)) {
      const name = Array.isArray(part) ? "[]" : `.${key}`;
      const below = shape.below.get(name) ?? create();
      shape.below.set(name, below);
      collect(inner, below);
    }
  };
  const write = ({ types, below }: Shape): unknown => [
    [...types].sort(),
    [...below]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, shape]) => [name, write(shape)]),
  ];
  const root = create();
  collect(value, root);
  return createHash("sha256")
    .update(JSON.stringify(write(root)))
    .digest("base64");
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  return value === null ? "null" : typeof value;
}

/** The path of the file: `name`, such as `push`, the first free number, and the ending. */
async function writeEvent(
  event: unknown,
  folder: string,
  name: string,
  numbers: Map<string, number>,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, `${JSON.stringify(event, undefined, 2)}\n`, {
      mode: 0o600,
      flag: "wx",
    });
    const base = join(folder, name);
    for (;;) {
      const number = (numbers.get(base) ?? 0) + 1;
      numbers.set(base, number);
      const path = `${base}-${number}.event.json`;
      if (await claim(temporary, path)) return path;
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A link fails if the name exists; a rename would replace that file. */
async function claim(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
