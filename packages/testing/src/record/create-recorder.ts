// Events as they are received → redacted files of them, at most so many of one shape.

import { randomUUID } from "node:crypto";
import { link, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
  /** The path of the file; undefined where there are enough of this shape, or of all. */
  readonly record: (event: NamedEvent) => Promise<string | undefined>;
  readonly files: readonly string[];
  /** How many values of all files were replaced for each reason. */
  readonly replaced: ReadonlyMap<ReplacementReason, number>;
  readonly isFull: () => boolean;
}

/** Writes requests without their secrets as event files: a few of each shape, and at most `max`. */
export function createRecorder({ out, perShape, max, by, redact }: RecorderOptions): Recorder {
  const shapes = new Map<string, number>();
  const files: string[] = [];
  const replaced = new Map<ReplacementReason, number>();
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
      // Counted before it is written: others arrive meanwhile.
      shapes.set(shape, count + 1);
      begun += 1;
      const time =
        receivedAt === undefined ? {} : { receivedAt: new Date(receivedAt).toISOString() };
      const written = { path, headers, query, payload, ...time, recorded: { by, redacted } };
      const folder = join(out, toFileName(path, "hook"));
      const file = await writeEvent(written, { folder, name });
      files.push(file);
      for (const [reason, values] of Object.entries(counts) as [ReplacementReason, number][]) {
        replaced.set(reason, (replaced.get(reason) ?? 0) + values);
      }
      return file;
    },
  };
}

const EVENT_HEADER = /(?:^|-)(?:event|topic)$/;

const MAX_NAME_CHARACTERS = 60;

/** `pull_request-opened`: the event header, `type` or `event`, and `action`. */
function nameShape({ headers, payload }: NamedEvent): string {
  const header = Object.entries(headers).find(([name]) => EVENT_HEADER.test(name))?.[1];
  const { type, event, action } = (payload ?? {}) as Readonly<Record<string, unknown>>;
  const name = [header, type, event].find((one) => typeof one === "string" && one !== "");
  const parts = [name, action].filter((one) => typeof one === "string" && one !== "");
  return toFileName(parts.join("-"), "event");
}

/** Attack: a value of a sender becomes the name of a file. */
function toFileName(text: string, fallback: string): string {
  const name = text
    .toLowerCase()
    .replace(/[^a-z\d_]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, MAX_NAME_CHARACTERS);
  return name === "" ? fallback : name;
}

/** Equal for events with the same fields: elements of a list count as one. */
function describeShape(value: unknown): string {
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

interface EventFile {
  readonly folder: string;
  /** Without the number and the ending: `push`. */
  readonly name: string;
}

/** The path of the file, which has the first number that is free. */
async function writeEvent(event: unknown, { folder, name }: EventFile): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, `${JSON.stringify(event, undefined, 2)}\n`, {
      mode: 0o600,
      flag: "wx",
    });
    for (let number = 1; ; number += 1) {
      const path = join(folder, `${name}-${number}.event.json`);
      if (await claim(temporary, path)) return path;
    }
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A link fails where the name is taken; a rename would replace that file. */
async function claim(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
