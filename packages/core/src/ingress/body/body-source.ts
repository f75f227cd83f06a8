// What an adapter makes of its runtime's stream, so that the rules of reading a body stand once.

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
