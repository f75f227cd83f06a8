// What a login works with.
import type { OAuthClientFile } from "../../google/auth/parse-client-file.ts";
import type { GoogleUrls } from "../../google/google-urls.ts";
import type { Clock } from "../../model/clock.ts";

/** How the address of the consent page reaches the person, and how long they have. */
export interface LoginPorts {
  /** The port of 127.0.0.1 that the browser comes back to; 0 for any. */
  readonly port: number;
  readonly timeoutMs: number;
  /** The page to open, and the port that must reach this machine. */
  readonly show: (page: string, port: number) => void;
  /** Lines that the person types: the address of the page that could not be shown. */
  readonly pasted?: AsyncIterable<string>;
}

export interface LoginOptions extends LoginPorts {
  readonly client: Pick<OAuthClientFile, "clientId" | "clientSecret">;
  readonly account: string;
  readonly scopes: readonly string[];
  readonly urls: GoogleUrls;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}
