// Retry-After, or Google's sentence "Retry after 2026-01-31T12:00:00.000Z" → milliseconds to wait.

interface RetryAfterContext {
  readonly text?: string | undefined;
  readonly now: number;
}

/** Undefined where neither says anything that can be read. */
export function readRetryAfterMs(headers: Headers, context: RetryAfterContext): number | undefined {
  const header = headers.get("retry-after")?.trim();
  if (header !== undefined && /^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const inText = /retry after (\d{4}-\d\d-\d\dT[\d:.]+Z)/i.exec(context.text ?? "")?.[1];
  const time = Date.parse(header ?? inText ?? "");
  return Number.isNaN(time) ? undefined : Math.max(0, time - context.now);
}
