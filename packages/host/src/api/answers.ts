// The shapes of the API's answers, for the pages that show them. Types only.
import type { HostRecord } from "../engine/observe.ts";
import type { RunRecord } from "../model/records.ts";
import type { Step } from "../model/timeline.ts";
import type { SelectedResult } from "../operate/create-operate.ts";
import type { LiveRecord } from "../operate/live-requests.ts";

/** What `GET /api/about` answers. */
export interface About {
  readonly version: string;
  /** `operate`: there is a host. `playground`: requests are shown live, or the files of an author. */
  readonly mode: "operate" | "playground" | "both";
  /** The name of the config's file. */
  readonly config: string;
  /**
   * `write`: changes are allowed. `live`: requests are shown live, and with `events`, what they contained. `files`:
   * `/api/files` has the author's files. `transforms`: `/api/explain` runs modules.
   */
  readonly features: readonly ("write" | "live" | "events" | "files" | "transforms")[];
  /** The URL of a server that receives events with this config. */
  readonly hooksUrl?: string;
  /** Of `hookwright playground`: why `hooksUrl` does not answer by the config on the disk. Absent if it does. */
  readonly hooksProblem?: HooksProblem;
  /** The first part of the stream's ids. It differs after a restart, as the token does. */
  readonly start: string;
  /** The server's clock, in milliseconds since the epoch, like all times here. */
  readonly now: number;
}

/** The config on the disk has errors. */
export interface HooksProblem {
  /** True: requests are answered with 503. False: by the last version of the config without errors. */
  readonly refuses: boolean;
  /** The first error, and its position. */
  readonly reason: string;
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

/** The config was read again. */
export interface ConfigChange {
  readonly kind: "config";
  readonly at: number;
  /** False: the previous config stays in use. */
  readonly ok: boolean;
}

/** One message of the stream; the kind is also the name of its event. No text of a payload, no secret. */
export type StreamedChange =
  | HostRecord
  | ConfigChange
  /** `live`: its id in `GET /api/requests`, if the server keeps requests. */
  | (LiveRecord & { readonly kind: "request"; readonly live?: string });

/** A file that the author of a config writes. */
export interface AuthorFile {
  /** From the folder of the config, with `/`. */
  readonly path: string;
  /** `include`: a file of `hooks.include`. */
  readonly kind: "config" | "include" | "event" | "test";
  readonly text: string;
  /** Of this text. A write names it, so that it replaces nothing else. */
  readonly hash: string;
}

/** What `GET /api/files` of `hookwright playground` answers. */
export interface AuthorFiles {
  /** The config first, then what it includes in the order of its mappings, events, and tests. */
  readonly files: readonly AuthorFile[];
  /** Where new cases go. It may not exist yet. */
  readonly testFile: string;
  /** Files that are not shown, and why. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

/** What `PUT /api/files/:path` takes. */
export interface FileChange {
  readonly text: string;
  /** Of the text that is replaced. Absent for a new file. */
  readonly ifHash?: string;
}

/** What `PUT /api/files/:path` answers with 409: the present text, or none if the file is gone. */
export interface FileConflict extends ApiError {
  readonly present?: Pick<AuthorFile, "text" | "hash">;
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
