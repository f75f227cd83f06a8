// Headers of a refusal → what the service says about another try.
import { retryAfterMs } from "@hookwright/node-kit/times";

/** `Headers`, or a reader of a record of them. */
type HeaderReader = Pick<Headers, "get">;

interface RetryAdvice {
  readonly shouldRetry?: boolean;
  readonly retryAfterMs?: number;
}

/** In the order of the services' own clients: `x-should-retry`, `retry-after-ms`, `retry-after`. */
export function readRetryAdvice(headers: HeaderReader, now: number): RetryAdvice {
  const word = headers.get("x-should-retry");
  const waitMs = readMilliseconds(headers) ?? retryAfterMs(headers.get("retry-after"), now);
  return {
    ...((word === "true" || word === "false") && { shouldRetry: word === "true" }),
    ...(waitMs !== undefined && { retryAfterMs: waitMs }),
  };
}

function readMilliseconds(headers: HeaderReader): number | undefined {
  const text = headers.get("retry-after-ms");
  if (text === null || !/^\s*\d{1,12}(?:\.\d{1,12})?\s*$/.test(text)) return undefined;
  return Math.ceil(Number(text));
}
