// A connection of an HTTP server → the response that is being made on it.
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** Where Node keeps it, and where its own refusals look. Not in its types. */
type HttpSocket = Duplex & { readonly _httpMessage?: ServerResponse | null };

export function responseInProgress(socket: HttpSocket): ServerResponse | undefined {
  return socket._httpMessage ?? undefined;
}
