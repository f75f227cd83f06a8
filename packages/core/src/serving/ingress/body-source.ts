// The bytes of a request: sources that push them, and what collects or discards them.

import { runtimeTimer, type Timer } from "@hookwright/base";
import { MAX_BODY_BYTES } from "../../model/index.ts";
import type { BodyLimits, BodyRead } from "./request.ts";

/** Gets what a stream hands over. Nothing comes after an end, or after `stop`. */
export interface BodyListener {
  readonly onChunk: (chunk: Uint8Array) => void;
  /** The body is complete. */
  readonly onEnd: () => void;
  /** The stream broke off: the client has gone, or sent what is no HTTP. */
  readonly onGone: () => void;
}

/** The body of one request. It is listened to by one listener at a time. */
export interface BodySource {
  /** Hands over what arrives from now on. */
  readonly start: (listener: BodyListener) => void;
  /** Forgets the listener, and reads no further than the runtime has read already. */
  readonly stop: () => void;
}

const TOO_LARGE: BodyRead = { kind: "too-large" };

const TIMED_OUT: BodyRead = { kind: "timeout" };

const OVERLOADED: BodyRead = { kind: "overloaded" };

const GONE: BodyRead = { kind: "gone" };

/**
 * Collects a body within its limits. At most twice `maxBytes` are held beside the chunk that the
 * runtime hands over; nothing is held once a body is refused. What is left of it may then be
 * discarded from the same source.
 */
export function collectBody(
  source: BodySource,
  limits: BodyLimits,
  timer: Timer = runtimeTimer,
): Promise<BodyRead> {
  return new Promise((resolve) => {
    const { meter } = limits;
    if (meter?.begin(() => settle(OVERLOADED)) === false) {
      resolve(OVERLOADED);
      return;
    }
    const buffer = new BodyBuffer(limits.maxBytes);
    // One timer for the whole body: anything for each chunk would grow with their number.
    const cancel = timer(() => settle(TIMED_OUT), limits.timeoutMs);
    const settle = (read: BodyRead): void => {
      cancel();
      source.stop();
      resolve(read);
    };
    source.start({
      onChunk: (chunk) => {
        if (buffer.push(chunk) === "too-large") settle(TOO_LARGE);
        else if (meter?.add(chunk.length) === false) settle(OVERLOADED);
      },
      onEnd: () => settle({ kind: "bytes", bytes: buffer.finish() }),
      onGone: () => settle(GONE),
    });
  });
}

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

/** Longer than all the packets of one turn take, so that a stream is not left to fill up in between. */
const MAX_HOLD_MS = 1_000;

/** Several turns of the event loop: to accept a connection takes more than one. */
const PAUSE_MS = 25;

/**
 * Promises that are ready never leave their queue: no timer fires and no other request is served. On
 * Deno one sender of single bytes would stop the server for as long as it likes.
 *
 * The function gives nothing to wait for as long as timers fire in time.
 */
export function createYield(
  timer: Timer = runtimeTimer,
  clock: () => number = Date.now,
): () => Promise<void> | undefined {
  let heldSince: number | undefined;
  return () => {
    const now = clock();
    if (heldSince === undefined) {
      heldSince = now;
      timer(() => {
        heldSince = undefined;
      }, 0);
    } else if (now - heldSince > MAX_HOLD_MS) {
      return new Promise((resolve) => timer(resolve, PAUSE_MS));
    }
    return undefined;
  };
}

/** Below this, a larger buffer costs nothing, and growing it byte by byte would. */
const MIN_CAPACITY = 4_096;

/**
 * One buffer that grows by doubling, so that a chunk of one byte costs one byte: an object for each
 * chunk would cost 400 times as much. With the buffer that it grows out of, it never holds more than
 * twice `maxBytes`. It grows by what has arrived; a declared length is only a claim.
 */
export class BodyBuffer {
  readonly #maxBytes: number;
  #size = 0;
  #bytes: Uint8Array = new Uint8Array();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Uint8Array): "more" | "too-large" {
    const size = this.#size + chunk.length;
    if (size > this.#maxBytes) return "too-large";
    // Most bodies are one chunk, which needs no copy.
    if (this.#size === 0) this.#bytes = chunk;
    else this.#append(chunk, size);
    this.#size = size;
    return "more";
  }

  finish(): Uint8Array {
    return this.#bytes.length === this.#size ? this.#bytes : this.#bytes.subarray(0, this.#size);
  }

  #append(chunk: Uint8Array, size: number): void {
    if (size > this.#bytes.length) {
      const capacity = Math.min(
        this.#maxBytes,
        Math.max(MIN_CAPACITY, size, 2 * this.#bytes.length),
      );
      const grown = new Uint8Array(capacity);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#size);
  }
}

/** How much of an unwanted body is read, and for how long. */
export interface DiscardLimits {
  readonly maxBytes: number;
  /** Silence of the client that ends it, in milliseconds. It may last up to twice as long. */
  readonly idleMs: number;
  /** Longest time in all, in milliseconds. */
  readonly totalMs: number;
}

/**
 * Whoever sends a body that some config could allow can finish it. Two seconds are many times a round trip; ten in all keep a slow attacker's hold short.
 */
const DISCARD_LIMITS: DiscardLimits = {
  maxBytes: MAX_BODY_BYTES,
  idleMs: 2_000,
  totalMs: 10_000,
};

/**
 * Reads the rest of a refused body and keeps nothing of it. Closing a connection that holds unread
 * bytes resets it, and a reset destroys the answer on its way.
 */
export function discardBody(
  source: BodySource,
  limits: DiscardLimits = DISCARD_LIMITS,
  timer: Timer = runtimeTimer,
): Promise<void> {
  const { maxBytes, totalMs } = limits;
  const periodMs = Math.min(limits.idleMs, totalMs);
  return new Promise((resolve) => {
    let size = 0;
    let elapsedMs = 0;
    let isSilent = true;
    const stop = (): void => {
      cancel();
      source.stop();
      resolve();
    };
    const tick = (): void => {
      elapsedMs += periodMs;
      if (isSilent || elapsedMs >= totalMs) {
        stop();
        return;
      }
      isSilent = true;
      cancel = timer(tick, periodMs);
    };
    let cancel = timer(tick, periodMs);
    const onChunk = ({ length }: Uint8Array): void => {
      size += length;
      isSilent = false;
      if (size > maxBytes) stop();
    };
    source.start({ onChunk, onEnd: stop, onGone: stop });
  });
}
