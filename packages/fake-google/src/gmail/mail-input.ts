// The description of a mail in a test: plain data, so that another process can send it.

export interface PartInput {
  readonly mimeType: string;
  readonly filename?: string;
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  /** The bytes: a text in UTF-8, or any bytes in base64. */
  readonly text?: string;
  readonly base64?: string;
  /** Whether the bytes are fetched by an id of their own, like those of large parts. */
  readonly isAttached?: boolean;
  readonly parts?: readonly PartInput[];
}

export interface MailInput {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  /** The `Date` header; null: none. */
  readonly date?: string | null;
  readonly text?: string;
  readonly html?: string;
  /** Instead of `text` and `html`: the root part. Headers of the mail are put before its own. */
  readonly payload?: PartInput;
  /** Further headers, such as a second From. */
  readonly headers?: readonly { readonly name: string; readonly value: string }[];
  readonly snippet?: string;
  /** Default INBOX and UNREAD. */
  readonly labels?: readonly string[];
  readonly threadId?: string;
  /** When it arrived, in milliseconds; default: now. */
  readonly internalDate?: number;
}
