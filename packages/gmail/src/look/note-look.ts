// What came of a look → the state keeps it, for `status`, and the log has a delay.
import type { Clock } from "../model/clock.ts";
import type { MailFailure } from "../model/failure.ts";
import { entryOfFailure, type MailLog } from "../model/log.ts";
import type { AccountStore } from "../model/state.ts";
import type { LookEnd } from "../model/trigger.ts";
import type { PostMailsResult } from "./post-mails.ts";

export interface NoteLookContext {
  readonly store: Pick<AccountStore, "change">;
  readonly clock: Pick<Clock, "now">;
  readonly log: MailLog;
  readonly signal: AbortSignal;
}

/** Rejects where the state cannot be written. */
export async function noteLook(result: PostMailsResult, context: NoteLookContext): Promise<void> {
  const { store, clock } = context;
  if (result.ok) return await store.change({ lastError: undefined, needsLogin: undefined });
  if (result.code === "later") return await noteDelay(result.failure, context);
  const needsLogin = result.code === "needs_login" ? true : undefined;
  const failure = failureOfEnd(result);
  await store.change({ lastError: { at: clock.now(), failure }, needsLogin });
}

async function noteDelay(
  failure: MailFailure,
  { store, clock, log, signal }: NoteLookContext,
): Promise<void> {
  if (signal.aborted) return;
  await store.change({ lastError: { at: clock.now(), failure } });
  const message = `The mailbox is looked at later: ${failure.message}`;
  log({ ...entryOfFailure(failure, { level: "warn", event: "look_delayed" }), message });
}

function failureOfEnd(end: LookEnd): MailFailure {
  if (end.code === "needs_login") return end.failure;
  const { reason, hint } = end;
  return { code: "invalid", message: reason, ...(hint !== undefined && { hint }) };
}
