// What `stop` is asked for, and what comes of it.
import type { GoogleUrls } from "../google/google-urls.ts";
import type { Clock } from "../model/clock.ts";
import type { LockFile } from "../state/lock.ts";

/** Whose mail is no longer watched, and how much is taken back. */
export interface StopOptions {
  readonly account: string;
  readonly stateFolder: string;
  readonly configPath: string;
  /** For secrets that the config refers to. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Also deletes subscription and topic, ends the login, and removes the files. */
  readonly revoke: boolean;
  /** Taken so that no run goes on beside it. */
  readonly lockFile: LockFile;
  readonly urls: GoogleUrls;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** One thing that was done, was not there, or did not work. */
export interface StopLine {
  readonly what: "watch" | "subscription" | "topic" | "login" | "files";
  readonly state: "done" | "absent" | "failed" | "kept";
  readonly message: string;
  readonly hint?: string;
}

/** What happened, and what remains to be removed by hand. */
export interface StopResult {
  readonly ok: boolean;
  readonly lines: readonly StopLine[];
  readonly remains: readonly string[];
}
