// The part of a Node request that the adapter reads, and its body as a source for the ingress.
import type { IncomingMessage } from "node:http";
import type { BodySource } from "@hookwright/core/ingress";

/** A `node:http` request, possibly with the additions of Express, Connect and body parsers. */
export type NodeRequest = IncomingMessage & {
  /** The target before a framework removed its mount path. */
  readonly originalUrl?: string;
  /** What a body parser made of the body. */
  readonly body?: unknown;
  /** The bytes, if a framework keeps them in addition to the parsed body. */
  readonly rawBody?: unknown;
  /** Our own mark: the declared length has been read, so nothing is left to drain. */
  isRead?: true;
};

/** The source is paused without a listener: Node then reads only as much as its own small queue holds. */
export function createNodeSource(request: NodeRequest): BodySource {
  let detach = (): void => undefined;
  return {
    start: ({ onChunk, onEnd, onGone }) => {
      // "close" follows an abort or an error of the stream. After "end" no listener is left.
      request.on("data", onChunk).on("end", onEnd).on("close", onGone).resume();
      detach = () => request.off("data", onChunk).off("end", onEnd).off("close", onGone).pause();
    },
    stop: () => detach(),
  };
}
