// An action → one line of JSON on a stream.
import type { Dispatch } from "@hookwright/core/ingress";
import type { Output } from "../io.ts";

/** Fulfilled once the line is handed over: when the reader has gone, the sender has to know. */
export function createPrint(stdout: Output): Dispatch {
  return (action, { runId, mappingId }) => {
    const line = `${JSON.stringify({ runId, mappingId, action })}\n`;
    return new Promise((resolve, reject) => {
      stdout.write(line, (error) => (error ? reject(error) : resolve(undefined)));
    });
  };
}
