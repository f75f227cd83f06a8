// A node:http request → the source of its body, for the rules of the ingress.
import type { BodySource } from "@hookwright/core/ingress";
import type { NodeRequest } from "./node-request.ts";

/** While nobody listens it stands still: Node then takes no more than its own small queue holds. */
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
