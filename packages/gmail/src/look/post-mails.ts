// Ids of mails → each read, posted by itself and noted as posted.
import { waitOf } from "../google/repeat.ts";
import type { Clock } from "../model/clock.ts";
import { isTemporary, type MailFailure } from "../model/failure.ts";
import type { MailLog } from "../model/log.ts";
import type { MailPost, PostMail, PostResult } from "../model/mail.ts";
import type { MailSource } from "../model/source.ts";
import type { AccountStore } from "../model/state.ts";
import type { LookEnd } from "../model/trigger.ts";

interface PostMailsContext {
  readonly account: string;
  readonly source: Pick<MailSource, "readMail">;
  readonly store: Pick<AccountStore, "markPosted">;
  readonly post: PostMail;
  readonly clock: Clock;
  readonly log: MailLog;
  readonly signal: AbortSignal;
  /** Mails that were not wanted, or gone. */
  readonly onSkip: (id: string) => void;
}

/** `later`: the host or Google cannot now. Mails that come after the one in question are then not tried. */
export type PostMailsResult =
  | { readonly ok: true; readonly posted: number }
  | { readonly ok: false; readonly code: "later"; readonly failure: MailFailure }
  | ({ readonly ok: false } & LookEnd);

type FinalPost = Extract<PostResult, { isFinal: true }>;

/** After so many in a row it is no longer about one mail. */
const MAX_REFUSED_IN_A_ROW = 3;

export async function postMails(
  ids: readonly string[],
  context: PostMailsContext,
): Promise<PostMailsResult> {
  const { source, signal, log, account } = context;
  let posted = 0;
  let refusedInARow = 0;
  let refused: { readonly id: string; readonly result: FinalPost } | undefined;
  for (const id of ids) {
    if (signal.aborted) return hostLater("The run was stopped.");
    const found = await source.readMail(id, signal);
    if (!found.ok) return failed(found.failure);
    if (found.value === undefined) {
      context.onSkip(id);
      const message = "A mail is gone, or not to be posted.";
      log({ level: "info", event: "mail_skipped", message, details: { mail: id } });
      continue;
    }
    const { mail, historyId } = found.value;
    const result = await postOne(
      { source: "gmail", account, historyId, messages: [mail] },
      context,
    );
    if (result.ok) {
      posted += 1;
      refusedInARow = 0;
      continue;
    }
    if (!result.isFinal) return hostLater(result.reason);
    refused ??= { id, result };
    refusedInARow += 1;
    if (result.concerns === "host" || refusedInARow === MAX_REFUSED_IN_A_ROW) break;
  }
  return refused === undefined ? { ok: true, posted } : stopped(refused.id, refused.result);
}

/** A post has a time limit of its own. One that is broken off may have been taken, and comes twice at a host without keys. */
const NEVER_ABORTED: AbortSignal = new AbortController().signal;

/** 1 + 2 + 4 + 8 + 16 s of waiting; then the look ends, and the next one tries the mail again. */
const MAX_TRIES = 6;
const MAX_WAIT_MS = 60_000;

async function postOne(post: MailPost, context: PostMailsContext): Promise<PostResult> {
  const { clock, log, signal, account, store } = context;
  const { id } = post.messages[0];
  const details = { mail: id };
  for (let tries = 1; ; tries += 1) {
    const idempotencyKey = `gmail:${account}:${id}`;
    const result = await context.post(post, { idempotencyKey, signal: NEVER_ABORTED });
    if (result.ok) {
      await store.markPosted(id, clock.now());
      log({ level: "info", event: "mail_posted", message: "A mail was posted.", details });
      return result;
    }
    if (result.isFinal) return result;
    const waitMs = waitOf(result, { tries, random: clock.random });
    const message = `A mail is posted later: ${result.reason}`;
    log({ level: "warn", event: "post_delayed", message, details: { ...details, waitMs } });
    if (tries === MAX_TRIES || signal.aborted) return result;
    // A host that wants a longer pause is asked after this one: nothing is lost by asking.
    await clock.sleep(Math.min(waitMs, MAX_WAIT_MS), signal);
    if (signal.aborted) return result;
  }
}

/** What of Google's failures ends the run, and what the next look may overcome. */
export function failed(failure: MailFailure): Exclude<PostMailsResult, { ok: true }> {
  if (failure.code === "needs_login") return { ok: false, code: "needs_login", failure };
  if (isTemporary(failure)) return { ok: false, code: "later", failure };
  const { message, hint } = failure;
  return { ok: false, code: "stopped", reason: message, ...(hint !== undefined && { hint }) };
}

function hostLater(reason: string): PostMailsResult {
  const failure = {
    code: "unavailable",
    message: `The host takes no mails now: ${reason}`,
  } as const;
  return { ok: false, code: "later", failure };
}

function stopped(id: string, { reason, hint, concerns }: FinalPost): PostMailsResult {
  const skip = ` To go on without this mail: hookwright gmail run --skip ${id}.`;
  return {
    ok: false,
    code: "stopped",
    reason: `The mail ${id} was not taken: ${reason}`,
    hint: concerns === "mail" ? hint + skip : hint,
  };
}
