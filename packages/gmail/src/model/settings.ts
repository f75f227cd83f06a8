// `hooks.gmail` as it is used: every default set, secrets read.
import type { GmailMode } from "./mode.ts";

/** What a push must prove where Pub/Sub signs its posts. */
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
  /** `projects/P/topics/T`; always there in pull and push. */
  readonly topic: string | undefined;
  /** `projects/P/subscriptions/S`; always there in pull. */
  readonly subscription: string | undefined;
  /** What a push carries in a header or in its query. */
  readonly pushToken: string | undefined;
  readonly pushIdentity: PushIdentity | undefined;
  /** Where mails are posted: `http://127.0.0.1:18789/hooks/gmail`. */
  readonly hookUrl: string;
  /** The hook token. Goes into a header and nowhere else. */
  readonly hookToken: string;
  readonly includeBody: boolean;
  /** Bytes of a body, in UTF-8. */
  readonly maxBytes: number;
  readonly renewEveryMinutes: number;
  /** Where pushes are received. A path beside `path` is the one that Tailscale leaves when it strips its own. */
  readonly serve: {
    readonly bind: string;
    readonly port: number;
    readonly paths: readonly string[];
    /** What exposes them, where the config names Tailscale; for people, never run by us. */
    readonly tunnelCommand?: string;
  };
}
