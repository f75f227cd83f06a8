// The reader of a body → its bytes within limits, or its rest thrown away. Never rejects.
import {
  type BodyLimits,
  type BodyRead,
  collectBody,
  createReaderSource,
  discardBody,
} from "@hookwright/core/ingress";

/** A body that is read once, and whose rest may be thrown away then. */
export interface FetchBody {
  readonly read: (limits: BodyLimits) => Promise<BodyRead>;
  /**
   * Does not cancel the stream where a limit ends it: on Node 20, cancelling one through which data
   * flows is an exception that nobody can catch. The end of the answer closes the connection.
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
