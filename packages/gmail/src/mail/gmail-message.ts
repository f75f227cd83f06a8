// A message as Gmail's REST service gives it; only what is read. Any field may be absent.

interface GmailHeader {
  readonly name?: string | null;
  readonly value?: string | null;
}

export interface GmailPart {
  readonly mimeType?: string | null;
  /** Empty where there is none. */
  readonly filename?: string | null;
  /** Names in the sender's spelling; a name may stand there more than once. */
  readonly headers?: readonly GmailHeader[] | null;
  readonly body?: {
    /** base64url, with or without padding. */
    readonly data?: string | null;
    /** Where the data is fetched by itself. */
    readonly attachmentId?: string | null;
  } | null;
  readonly parts?: readonly GmailPart[] | null;
}

export interface GmailMessage {
  readonly id?: string | null;
  readonly threadId?: string | null;
  readonly labelIds?: readonly string[] | null;
  readonly snippet?: string | null;
  readonly historyId?: string | null;
  /** Milliseconds since the epoch, as text. */
  readonly internalDate?: string | null;
  readonly payload?: GmailPart | null;
}

/** The first value of a header, in any case; undefined where it is absent or blank. */
export function findHeader(part: GmailPart | null | undefined, name: string): string | undefined {
  const header = part?.headers?.find((one) => one.name?.toLowerCase() === name);
  const value = header?.value?.trim();
  return value === "" ? undefined : value;
}
