// Events as they are received → redacted files of them, at most so many of one shape.
import { join } from "node:path";
import type { NamedEvent, RedactedEvent } from "./redact-event.ts";
import type { ReplacementReason } from "./replacements.ts";
import { describeShape, nameShape, toFileName } from "./name-shape.ts";
import { writeEvent } from "./write-event.ts";

export interface RecorderOptions {
  readonly out: string;
  readonly perShape: number;
  readonly max: number;
  /** The program, for `recorded.by`. */
  readonly by: string;
  readonly redact: (event: NamedEvent) => RedactedEvent;
}

export interface Recorder {
  /** The path of the file; undefined where there are enough of this shape, or of all. */
  readonly record: (event: NamedEvent) => Promise<string | undefined>;
  readonly files: readonly string[];
  /** How many values of all files were replaced for each reason. */
  readonly replaced: ReadonlyMap<ReplacementReason, number>;
  readonly isFull: () => boolean;
}

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
