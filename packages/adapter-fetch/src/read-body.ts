// The reader of a body → its bytes within limits; discards the rest. Never rejects.
import {
  type BodyLimits,
  type BodyRead,
  collectBody,
  createReaderSource,
  discardBody,
} from "@hookwright/core/ingress";

/** A body that is read once and whose rest may then be discarded. */
export interface FetchBody {
  readonly read: (limits: BodyLimits) => Promise<BodyRead>;
  /**
   * Does not cancel the stream at a limit: on Node 20, canceling a stream with flowing data throws an
   * uncatchable exception. The end of the answer closes the connection.
   */
  readonly discard: () => Promise<void>;
}

export function createFetchBody(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
): FetchBody {
  const source = createReaderSource(reader);
  return {
    read: async (limits) => {
      const body = await collectBody(source, limits);
      if (body.kind === "bytes") reader.releaseLock();
      return body;
    },
    discard: () => discardBody(source),
  };
}
