// The part of a Node request that the adapter reads, and the source of its body for the rules of the ingress.
import type { IncomingMessage } from "node:http";
import type { BodySource } from "@hookwright/core/ingress";

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

/** Paused while nobody listens: Node then reads no more than its own small queue holds. */
export function createNodeSource(request: NodeRequest): BodySource {
  let detach = (): void => undefined;
  return {
    start: ({ onChunk, onEnd, onGone }) => {
      // "close" follows an abort and an error of the stream. After "end" nobody listens any more.
      request.on("data", onChunk).on("end", onEnd).on("close", onGone).resume();
      detach = () => request.off("data", onChunk).off("end", onEnd).off("close", onGone).pause();
    },
    stop: () => detach(),
  };
}
