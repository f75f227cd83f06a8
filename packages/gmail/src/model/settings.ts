// `hooks.gmail` with all defaults set and all secrets read.
import type { GmailMode } from "./mode.ts";

/** What a push must prove if Pub/Sub signs its requests. */
export interface PushIdentity {
  readonly audience: string;
  /** The service account that the subscription names. */
  readonly email: string;
}

/** The settings of one watched mailbox. */
export interface GmailSettings {
  /** The mail address. */
  readonly account: string;
  /** An id or a name: `INBOX`, `Receipts`. */
  readonly label: string;
  readonly mode: GmailMode;
  /** `projects/P/topics/T`; always set in pull and push mode. */
  readonly topic: string | undefined;
  /** `projects/P/subscriptions/S`; always set in pull mode. */
  readonly subscription: string | undefined;
  /** The token that a push carries in a header or in its query. */
  readonly pushToken: string | undefined;
  readonly pushIdentity: PushIdentity | undefined;
  /** Where mails are posted: `http://127.0.0.1:18789/hooks/gmail`. */
  readonly hookUrl: string;
  /** The hook token. It is sent in a header and nowhere else. */
  readonly hookToken: string;
  readonly includeBody: boolean;
  /** The limit of a body, in bytes of UTF-8. */
  readonly maxBytes: number;
  readonly renewEveryMinutes: number;
  /** Where pushes are received. A path next to `path` is the one that remains when Tailscale strips its own. */
  readonly serve: {
    readonly bind: string;
    readonly port: number;
    readonly paths: readonly string[];
    /** The command that exposes them, if the config names Tailscale; for people, never run by us. */
    readonly tunnelCommand?: string;
  };
}
