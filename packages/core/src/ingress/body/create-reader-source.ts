// The reader of a web stream → the source of a body.
import type { BodyListener, BodySource } from "./body-source.ts";
import { createYield } from "./create-yield.ts";

/** As much of a `ReadableStreamDefaultReader` as is needed. */
export interface BodyReader {
  readonly read: () => Promise<
    | { readonly done: false; readonly value: Uint8Array }
    | { readonly done: true; readonly value?: unknown }
  >;
}

/** An ordinary body has fewer chunks, and pays nothing. */
const CHUNKS_PER_LOOK = 64;

/**
 * One loop reads, whoever listens: a read that is under way when the listener stops serves the next
 * one. Nothing waits beside it. A race with a timer would leave a reaction on the timer's promise for
 * each chunk, and a stranger who sends single bytes would fill the memory with them.
 */
export function createReaderSource(reader: BodyReader): BodySource {
  let listener: BodyListener | undefined;
  let isReading = false;
  const yieldToOthers = createYield();
  const pump = async (): Promise<void> => {
    isReading = true;
    try {
      for (let chunks = 1; listener !== undefined; chunks++) {
        hand(await reader.read());
        if (chunks % CHUNKS_PER_LOOK === 0) await yieldToOthers();
      }
    } catch {
      listener?.onGone();
    }
    isReading = false;
  };
  const hand = (read: Awaited<ReturnType<BodyReader["read"]>>): void => {
    if (read.done) listener?.onEnd();
    else listener?.onChunk(read.value);
  };
  return {
    start: (next) => {
      listener = next;
      if (!isReading) void pump();
    },
    stop: () => {
      listener = undefined;
    },
  };
}
