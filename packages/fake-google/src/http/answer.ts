// A response of a server, and Google's formats of an error.

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; absent: an empty body. */
  readonly body?: unknown;
}

export function ok(body: unknown): FakeAnswer {
  return { status: 200, body };
}

interface GmailErrorParts {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly status?: string;
  readonly domain?: string;
  readonly location?: string;
  readonly details?: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The format of Gmail: a list of errors with a reason, and usually a status. */
export function gmailError(parts: GmailErrorParts): FakeAnswer {
  const { code, reason, message, status, details, headers, domain = "global" } = parts;
  const location =
    parts.location === undefined ? {} : { location: parts.location, locationType: "header" };
  return {
    status: code,
    ...(headers && { headers }),
    body: {
      error: {
        code,
        message,
        errors: [{ message, domain, reason, ...location }],
        ...(status !== undefined && { status }),
        ...(details && { details }),
      },
    },
  };
}

/** The format of Pub/Sub: no list. */
export function pubsubError(code: number, status: string, message: string): FakeAnswer {
  return { status: code, body: { error: { code, message, status } } };
}

/** The format of the token service. */
export function oauthError(status: number, error: string, description: string): FakeAnswer {
  return { status, body: { error, error_description: description } };
}
