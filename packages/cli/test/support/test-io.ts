// Texts for standard input → the streams and signals of a command in a test.
import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import type { Io } from "../../src/io.ts";
import { type Collector, createCollector } from "./collector.ts";

export interface TestIo extends Io {
  readonly stdout: Collector;
  readonly stderr: Collector;
  readonly signals: EventEmitter;
  /** The limits that `exitWithin` got, in milliseconds. */
  readonly exits: readonly number[];
}

export interface TestInput {
  readonly stdin?: string | Uint8Array;
  readonly env?: Io["env"];
  readonly isTTY?: boolean;
}

export function createTestIo({ stdin = "", env = {}, isTTY }: TestInput = {}): TestIo {
  const stderr = createCollector(isTTY);
  const exits: number[] = [];
  return {
    exits,
    // However busy the machine is, no work counts as long.
    now: () => 0,
    exitWithin: (milliseconds) => void exits.push(milliseconds),
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: createCollector(isTTY),
    stderr,
    log: stderr,
    env,
    signals: new EventEmitter(),
  };
}
