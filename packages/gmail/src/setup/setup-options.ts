// The options of `setup`, its progress reports and its result.
import type { EnvFileSource } from "@hookwright/config";
import type { ConfigPath } from "@hookwright/core";
import type { Time } from "@hookwright/node-kit/clock";
import type { OAuthClientFile } from "../google/auth/credentials.ts";
import type { GoogleUrls } from "../google/google-urls.ts";
import type { MailFailure } from "../model/failure.ts";
import type { GmailMode } from "../model/mode.ts";

/** The choices of a person. Everything except the account has a default, or is in the config. */
export interface SetupChoices {
  readonly account: string;
  readonly mode?: GmailMode | undefined;
  readonly label?: string | undefined;
  readonly project?: string | undefined;
  /** A bare name or `projects/P/topics/T`. */
  readonly topic?: string | undefined;
  /** A bare name or `projects/P/subscriptions/S`. */
  readonly subscription?: string | undefined;
  /** Where mails are posted. */
  readonly hookUrl?: string | undefined;
  /** The public HTTPS address that Pub/Sub posts to. */
  readonly pushEndpoint?: string | undefined;
  /** The service account that signs these posts. */
  readonly pushServiceAccount?: string | undefined;
}

/** A value of a config, and its path. */
export interface SetupChange {
  readonly path: ConfigPath;
  readonly value: unknown;
}

/** Files and ports that `setup` works with. */
export interface SetupOptions extends SetupChoices {
  readonly stateFolder: string;
  readonly configPath: string;
  /** The JSON of an OAuth client of the type *Desktop app*; not needed if there is a login already. */
  readonly clientPath?: string | undefined;
  /** A file of credentials to use instead of a login. */
  readonly credentialsPath?: string | undefined;
  /** Further values to set in the config, such as where its host sends answers. */
  readonly changes?: readonly SetupChange[] | undefined;
  readonly login: LoginPorts;
  /** For secrets that the config refers to. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Variables that `env` lacks are looked up here. Default: nowhere. */
  readonly envFile?: EnvFileSource | undefined;
  /** Checks whether a config can be served: returns a report of its problems, or undefined. */
  readonly checkConfig: (path: string) => Promise<string | undefined>;
  readonly urls: GoogleUrls;
  readonly time: Time;
  readonly signal: AbortSignal;
  readonly tell: (event: SetupEvent) => void;
  /** Prints the steps, sends no request to Google and writes nothing. */
  readonly isDryRun?: boolean;
  /** How long a grant may take to spread. Default: 2 minutes. */
  readonly grantWaitMs?: number;
}

export type StepId =
  | "login"
  | "topic"
  | "publisher"
  | "subscription"
  | "watch"
  | "config"
  | "check";

/** The report of one step. It contains no secret. */
export interface SetupEvent {
  readonly step: StepId;
  readonly state: "planned" | "begun" | "done" | "note";
  readonly message: string;
}

/** The result of the steps. */
export type SetupResult =
  | {
      readonly ok: true;
      readonly mode: GmailMode;
      readonly account: string;
      readonly topic?: string;
      readonly subscription?: string;
      /** What remains to be done manually. */
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly step: StepId | "start"; readonly failure: MailFailure };

/** How the address of the consent page reaches the person, and the time limit. */
export interface LoginPorts {
  /** The port of 127.0.0.1 that the browser comes back to; 0 for any. */
  readonly port: number;
  readonly timeoutMs: number;
  /** The page to open, and the local port that the browser must be able to reach. */
  readonly show: (page: string, port: number) => void;
  /** Lines that the person types: the address of the page that failed to load. */
  readonly pasted?: AsyncIterable<string>;
}

export interface LoginOptions extends LoginPorts {
  readonly client: Pick<OAuthClientFile, "clientId" | "clientSecret">;
  readonly account: string;
  readonly scopes: readonly string[];
  readonly urls: GoogleUrls;
  readonly time: Time;
  readonly signal: AbortSignal;
}
