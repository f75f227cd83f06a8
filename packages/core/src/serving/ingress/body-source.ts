// The bytes of a request: sources that push them, and functions that collect or discard them.

import { runtimeTimer, type Timer } from "@hookwright/base";
import { MAX_BODY_BYTES } from "../../model/index.ts";
import type { BodyLimits, BodyRead } from "./request.ts";

/** Gets the chunks of a stream. Nothing is called after `onEnd`, `onGone` or `stop`. */
export interface BodyListener {
  readonly onChunk: (chunk: Uint8Array) => void;
  /** The body is complete. */
  readonly onEnd: () => void;
  /** The stream broke off: the client disconnected, or sent invalid HTTP. */
  readonly onGone: () => void;
}

/** The body of one request. It has one listener at a time. */
export interface BodySource {
  /** Passes on what arrives from now on. */
  readonly start: (listener: BodyListener) => void;
  /** Drops the listener and reads nothing more than the runtime has already read. */
  readonly stop: () => void;
}

const TOO_LARGE: BodyRead = { kind: "too-large" };

const TIMED_OUT: BodyRead = { kind: "timeout" };

const OVERLOADED: BodyRead = { kind: "overloaded" };

const GONE: BodyRead = { kind: "gone" };

/**
 * Collects a body within its limits. It holds at most twice `maxBytes`, plus the current chunk of the
 * runtime, and nothing once a body is refused. The rest of a refused body can be discarded from the same
 * source.
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
    // One timer for the whole body: a timer for each chunk would grow with their number.
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

/** The part of a `ReadableStreamDefaultReader` that is needed. */
export interface BodyReader {
  readonly read: () => Promise<
    | { readonly done: false; readonly value: Uint8Array }
    | { readonly done: true; readonly value?: unknown }
  >;
}

/** An ordinary body has fewer chunks, so it never pays for a look at the clock. */
const CHUNKS_PER_LOOK = 64;

/**
 * One loop reads for every listener: a read that is pending when one listener stops serves the next one. No
 * other promise waits beside it: racing each read with a timer would leave a reaction on the timer's promise
 * for each chunk, and a stranger who sends single bytes could fill the memory with them.
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

/** Longer than the packets of one turn take, so that a stream does not fill up in between. */
const MAX_HOLD_MS = 1_000;

/** Several turns of the event loop: accepting a connection takes more than one. */
const PAUSE_MS = 25;

/**
 * While promises resolve at once, no timer fires and no other request is served. On Deno one sender of single
 * bytes could block the server for as long as it likes.
 *
 * The returned function returns undefined as long as timers fire in time.
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

/** A smaller buffer would save nothing, and growing it byte by byte would cost time. */
const MIN_CAPACITY = 4_096;

/**
 * One buffer that grows by doubling, so that a chunk of one byte costs one byte: an object for each chunk
 * would cost 400 times as much. While it grows, it holds at most twice `maxBytes`. It grows with the bytes
 * that arrive, because a declared length is only a claim.
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
  /** How long the client may be silent, in milliseconds. The silence may last up to twice as long. */
  readonly idleMs: number;
  /** Longest time in all, in milliseconds. */
  readonly totalMs: number;
}

/**
 * A sender can finish any body that some config could allow. Two seconds are many round trips; ten seconds in
 * total limit a slow attacker.
 */
const DISCARD_LIMITS: DiscardLimits = {
  maxBytes: MAX_BODY_BYTES,
  idleMs: 2_000,
  totalMs: 10_000,
};

/**
 * Reads the rest of a refused body and keeps nothing. Closing a connection with unread bytes resets it, and a
 * reset discards an answer that is still being sent.
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
