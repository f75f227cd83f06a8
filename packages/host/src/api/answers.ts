// The shapes of the API's answers, for the pages that show them. Types only.
import type { RunRecord } from "../model/records.ts";
import type { Step } from "../model/timeline.ts";
import type { SelectedResult } from "../operate/create-operate.ts";

/** What `GET /api/about` answers. */
export interface About {
  readonly version: string;
  /** `operate`: there is a host. `playground`: requests are shown live. */
  readonly mode: "operate" | "playground" | "both";
  /** The name of the config's file. */
  readonly config: string;
  /** `write`: changes are allowed. `live`: requests are shown live, and with `events`, what they contained. */
  readonly features: readonly ("write" | "live" | "events")[];
  /** The first part of the stream's ids. It differs after a restart, as the token does. */
  readonly start: string;
  /** The server's clock, in milliseconds since the epoch, like all times here. */
  readonly now: number;
}

/** What `GET /api/runs/:id` answers: the run, and its time line with tries, deliveries and heartbeats. */
export interface ShownRun extends RunRecord {
  readonly steps: readonly Step[];
}

/** What `POST /api/retry` answers. */
export interface RetriedMany extends SelectedResult {
  /** What was selected, in the order of acceptance. With `dryRun`, nothing of it was repeated. */
  readonly ids: readonly string[];
}

/** Every answer other than 2xx. */
export interface ApiError {
  readonly error: {
    readonly code: string;
    readonly message: string;
    /** What to do. */
    readonly hint?: string;
  };
}
