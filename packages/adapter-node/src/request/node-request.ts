// The part of a Node request that the adapter reads: what node:http gives, and what frameworks add to it.
import type { IncomingMessage } from "node:http";

/** A `node:http` request, with the additions of Express, Connect and body parsers where there are any. */
export type NodeRequest = IncomingMessage & {
  /** The target before a framework cut its mount path off. */
  readonly originalUrl?: string;
  /** What a body parser made of the body. */
  readonly body?: unknown;
  /** The bytes, where a framework keeps them beside the parsed body. */
  readonly rawBody?: unknown;
  /** Our own note: the declared length was there and has been read, so nothing is left to drain. */
  isRead?: true;
};
