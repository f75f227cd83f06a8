// A mail as mappings read it, and what is posted to the hook.

/** One mail. A field that would be empty is absent. */
export interface Mail {
  readonly id: string;
  readonly threadId: string;
  /** The header as sent: `Ann <ann@example.org>`. */
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  /** The `Date` header as `YYYY-MM-DD HH:MM`, without its zone; a value that is not a date is left as sent. */
  readonly date?: string;
  /** When Gmail received the mail, ISO 8601 in UTC. */
  readonly internalDate?: string;
  /** As Gmail gives it, with entities: `It&#39;s`. */
  readonly snippet?: string;
  readonly body?: string;
  readonly bodyTruncated?: true;
  /** Ids of labels. */
  readonly labels?: readonly string[];
}

/** The body of a post: always one mail, because existing mappings read only `messages[0]`. */
export interface MailPost {
  readonly source: "gmail";
  readonly account: string;
  readonly historyId: string;
  readonly messages: readonly [Mail];
}

/** The result of a post. */
export type PostResult =
  | { readonly ok: true }
  /** The host cannot take it now: it is posted again after a delay. */
  | {
      readonly ok: false;
      readonly isFinal: false;
      readonly retryAfterMs?: number;
      readonly reason: string;
    }
  /** The host will never take it: the run stops with the reason and what to change. */
  | {
      readonly ok: false;
      readonly isFinal: true;
      readonly reason: string;
      readonly hint: string;
      /** `mail`: the host may take other mails, which are posted before the run stops. */
      readonly concerns: "mail" | "host";
    };

/** Posts one mail; the idempotency key is `gmail:<account>:<message id>`. Never rejects. */
export type PostMail = (
  post: MailPost,
  options: { readonly idempotencyKey: string; readonly signal: AbortSignal },
) => Promise<PostResult>;
