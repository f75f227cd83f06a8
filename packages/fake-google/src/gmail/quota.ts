// A call and its price → an answer that says "too much", where the units of the minute are used up.
import { type FakeAnswer, gmailError } from "../http/answer.ts";
import type { World } from "../world.ts";

/** Units fill up evenly, as long as a minute's are not there. */
export function refuseByQuota(
  { mailbox, settings, clock }: World,
  price: number,
): FakeAnswer | undefined {
  const { unitsPerMinute } = settings;
  if (unitsPerMinute === undefined) return undefined;
  const now = clock.now();
  const last = mailbox.quota ?? { units: unitsPerMinute, at: now };
  const filled = last.units + ((now - last.at) / 60_000) * unitsPerMinute;
  const units = Math.min(filled, unitsPerMinute);
  const isAllowed = units >= price;
  mailbox.quota = { units: isAllowed ? units - price : units, at: now };
  if (isAllowed) return undefined;

  const { quotaStatus, isQuotaTimeTold } = settings;
  const seconds = Math.ceil(((price - units) / unitsPerMinute) * 60);
  const until = new Date(now + seconds * 1_000).toISOString();
  const time = isQuotaTimeTold ? `.  Retry after ${until}` : "";
  return gmailError({
    code: quotaStatus,
    domain: "usageLimits",
    reason: quotaStatus === 403 ? "userRateLimitExceeded" : "rateLimitExceeded",
    message: `User-rate limit exceeded${time}`,
    ...(quotaStatus === 429 && { status: "RESOURCE_EXHAUSTED" }),
    ...(isQuotaTimeTold && { headers: { "retry-after": String(seconds) } }),
  });
}
