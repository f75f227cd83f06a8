// The headers of an answer → whether and when the service wants to be asked again.

export interface RetryAdvice {
  readonly shouldRetry?: boolean;
  readonly retryAfterMs?: number;
}

/** In the order of the services' own clients: `x-should-retry`, `retry-after-ms`, `retry-after`. */
export function readRetryAdvice(headers: Headers, now: number): RetryAdvice {
  const word = headers.get("x-should-retry");
  const retryAfterMs = readMilliseconds(headers) ?? readRetryAfter(headers, now);
  return {
    ...((word === "true" || word === "false") && { shouldRetry: word === "true" }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

function readMilliseconds(headers: Headers): number | undefined {
  return positive(headers.get("retry-after-ms"), 1);
}

/** Seconds, with or without a fraction, or a date. */
function readRetryAfter(headers: Headers, now: number): number | undefined {
  const text = headers.get("retry-after");
  if (text === null) return undefined;
  const milliseconds = positive(text, 1_000);
  if (milliseconds !== undefined) return milliseconds;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function positive(text: string | null, factor: number): number | undefined {
  if (text === null || !/^\s*\d{1,12}(?:\.\d{1,12})?\s*$/.test(text)) return undefined;
  return Math.ceil(Number(text) * factor);
}
