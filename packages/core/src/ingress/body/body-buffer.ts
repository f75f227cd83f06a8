// The chunks of a body → its bytes in one piece, in memory that does not depend on how it was cut.

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
