// A way to renew the watch → it is renewed for as long as the run goes on, one renewal at a time.
import type { Clock } from "../model/clock.ts";
import type { MailFailure } from "../model/failure.ts";
import { entryOfFailure, type MailLog } from "../model/log.ts";
import type { MailResult } from "../model/source.ts";
import type { AccountStore } from "../model/state.ts";
import type { Look } from "../model/trigger.ts";
import { saveState } from "../state/save-state.ts";
import { retryDelayMs } from "../time/retry-delay.ts";
import { sleepUntil } from "../time/sleep-until.ts";
import { isOver } from "../trigger/is-over.ts";
import type { Watch } from "./start-watch.ts";

interface KeepWatchOptions {
  readonly renew: (signal: AbortSignal) => Promise<MailResult<Watch>>;
  readonly store: Pick<AccountStore, "state" | "change">;
  readonly clock: Clock;
  readonly log: MailLog;
  readonly renewEveryMinutes: number;
}

const MINUTE_MS = 60_000;

/** The regular renewal comes up to a tenth earlier, so that many accounts do not ask together. */
const RENEWAL_SPREAD = 0.1;

/** Renews at the start, then regularly. Ends with the signal, and where a login is needed. */
export async function keepWatch(
  look: Look,
  signal: AbortSignal,
  options: KeepWatchOptions,
): Promise<void> {
  const { renew, clock } = options;
  let failures = 0;
  while (!signal.aborted) {
    const result = await renew(signal);
    if (signal.aborted) return;
    let waitMs: number;
    if (result.ok) {
      failures = 0;
      waitMs = await noteRenewal(result.value, options);
    } else {
      // A look finds out whether the login has ended for everything, and ends the run in that case.
      if (result.failure.code === "needs_login" && isOver(await look())) return;
      failures += 1;
      waitMs = waitAfter(result.failure, failures, clock);
      await noteFailure(result.failure, waitMs, options);
    }
    await sleepUntil(clock.now() + waitMs, { clock, signal });
  }
}

async function noteRenewal({ expiresAt }: Watch, options: KeepWatchOptions): Promise<number> {
  const { store, clock, log, renewEveryMinutes } = options;
  const now = clock.now();
  const before = store.state().watch;
  if (before !== undefined && before.expiresAt <= now) {
    log({
      level: "warn",
      event: "watch_expired",
      message: `Gmail had stopped to notify at ${timeOf(before.expiresAt)}; looks have found the mail since then.`,
    });
  }
  await saveState(store, { watch: { expiresAt, renewedAt: now }, watchError: undefined }, log);
  log({
    level: "info",
    event: "watch_renewed",
    message: `Gmail notifies until ${timeOf(expiresAt)}.`,
    details: { expiresAt },
  });
  const everyMs = renewEveryMinutes * MINUTE_MS * (1 - RENEWAL_SPREAD * clock.random());
  // Where the config says more than Gmail's 7 days.
  return Math.max(MINUTE_MS, Math.min(everyMs, (expiresAt - now) / 2));
}

/** New mail is found by the regular looks meanwhile. */
function waitAfter({ retryAfterMs = 0 }: MailFailure, failures: number, clock: Clock): number {
  return Math.max(retryDelayMs(failures) * (1 + RENEWAL_SPREAD * clock.random()), retryAfterMs);
}

async function noteFailure(
  failure: MailFailure,
  waitMs: number,
  { store, clock, log }: KeepWatchOptions,
): Promise<void> {
  await saveState(store, { watchError: { at: clock.now(), failure } }, log);
  const entry = entryOfFailure(failure, {
    level: "warn",
    event: "watch_not_renewed",
    details: { waitMs: Math.round(waitMs) },
  });
  const minutes = Math.round(waitMs / MINUTE_MS);
  log({
    ...entry,
    message: `The watch was not renewed, and is tried again in ${minutes} min: ${failure.message}`,
  });
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
