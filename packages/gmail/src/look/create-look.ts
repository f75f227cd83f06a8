// A mailbox, its state and a post function → looks: new mails are posted, and the cursor moves past them.
import { errorText } from "@hookwright/base";
import { sleep, type Time } from "@hookwright/node-kit/clock";
import { waitOf } from "../google/create-repeating-send.ts";
import { isTemporary, type MailFailure } from "../model/failure.ts";
import { entryOfFailure, type MailLog } from "../model/log.ts";
import type { MailPost, PostMail, PostResult } from "../model/mail.ts";
import type { MailResult, MailSource } from "../model/source.ts";
import type { AccountStore } from "../model/state.ts";
import type { Look, LookEnd, LookResult } from "../model/trigger.ts";

export interface LookOptions {
  readonly account: string;
  readonly source: MailSource;
  readonly store: AccountStore;
  readonly post: PostMail;
  readonly time: Time;
  readonly log: MailLog;
  readonly signal: AbortSignal;
  /** The wait before the mailbox is read, and before it is read again if there is nothing new. 0: it is read once. */
  readonly settleMs: number;
  /** Called once, when further looks cannot help. */
  readonly onEnd: (end: LookEnd) => void;
}

const DAY_MS = 86_400_000;

export function createLook(options: LookOptions): Look {
  const { source, store, time, log, signal, settleMs } = options;
  const lagging = createLaggingCursor(time);
  const skipped = new Map<string, number>();
  let ended: LookEnd | undefined;

  /** A skipped mail may be posted later, if it gets the label back. */
  function isNew(id: string): boolean {
    return !store.state().posted.has(id) && time.clock() - (skipped.get(id) ?? 0) >= CURSOR_LAG_MS;
  }

  function post(ids: readonly string[]): Promise<PostMailsResult> {
    for (const [id, at] of skipped) if (time.clock() - at >= CURSOR_LAG_MS) skipped.delete(id);
    const onSkip = (id: string): void => void skipped.set(id, time.clock());
    return postMails(ids, { ...options, onSkip });
  }

  async function lookOnce(begin: () => void): Promise<LookResult> {
    if (ended !== undefined) return { ok: false, code: ended.code };
    // The first look only reads the current cursor: otherwise mail that arrives during the wait would be lost.
    const isFirst = store.state().cursor === undefined;
    if (settleMs > 0 && !isFirst) await sleep(settleMs, time, signal);
    begin();
    if (signal.aborted) return { ok: false, code: "later" };
    try {
      const result = await look();
      await noteLook(result, options);
      if (result.ok) return result;
      if (result.code === "later") return { ok: false, code: "later" };
      const { ok: _ok, ...reason } = result;
      return end(reason);
    } catch (error) {
      const reason = `The state cannot be kept: ${errorText(error)}.`;
      return end({
        code: "stopped",
        reason,
        hint: "Check the disk and the rights of the state folder.",
      });
    }
  }

  async function look(): Promise<PostMailsResult> {
    const { cursor } = store.state();
    if (cursor === undefined) return await begin();
    const listed = await listNew(cursor);
    if (!listed.ok) {
      return listed.failure.code === "cursor_gone" ? await catchUp() : failed(listed.failure);
    }
    const result = await post(listed.value.ids);
    if (!result.ok) return result;
    const due = lagging.advance(listed.value.cursor);
    if (due !== undefined) await store.change({ cursor: due });
    return result;
  }

  /** A notification may arrive before its mail is in the history. */
  async function listNew(cursor: string): ReturnType<MailSource["listChanges"]> {
    const first = await listUnposted(cursor);
    if (!first.ok || first.value.ids.length > 0 || settleMs === 0) return first;
    await sleep(settleMs, time, signal);
    return await listUnposted(cursor);
  }

  async function listUnposted(cursor: string): ReturnType<MailSource["listChanges"]> {
    const listed = await source.listChanges(cursor, signal);
    if (!listed.ok) return listed;
    return { ok: true, value: { ...listed.value, ids: listed.value.ids.filter(isNew) } };
  }

  async function begin(): Promise<PostMailsResult> {
    const fresh = await source.freshCursor(signal);
    if (!fresh.ok) return failed(fresh.failure);
    await store.change({ cursor: fresh.value });
    const message = "Mails that come from now on are posted.";
    log({ level: "info", event: "first_look", message });
    return { ok: true, posted: 0 };
  }

  /** The new cursor is read first: mail that arrives while the list is read is found by the next look. */
  async function catchUp(): Promise<PostMailsResult> {
    const fresh = await source.freshCursor(signal);
    if (!fresh.ok) return failed(fresh.failure);
    const listed: MailResult<readonly string[]> = await source.listSince(
      time.clock() - DAY_MS,
      signal,
    );
    if (!listed.ok) return failed(listed.failure);
    const ids = listed.value.filter(isNew);
    log({
      level: "warn",
      event: "history_gone",
      message: `Gmail no longer knows what came since the last look: ${ids.length} mails of the last day are posted, older ones are not.`,
      hint: "Mails that came more than a day ago, while nothing watched, are in the mailbox only.",
      details: { mails: ids.length },
    });
    const result = await post(ids);
    if (!result.ok) return result;
    lagging.reset();
    await store.change({ cursor: fresh.value });
    return result;
  }

  function end(reason: LookEnd): LookResult {
    ended = reason;
    options.onEnd(reason);
    return { ok: false, code: reason.code };
  }

  return joinLooks(lookOnce);
}

/** Calls `begin` when it reads the mailbox: a later request needs another look. */
type LookOnce = (begin: () => void) => Promise<LookResult>;

/** A function that does one look → a function that any number of callers can share. */
function joinLooks(lookOnce: LookOnce): Look {
  let joinable: Promise<LookResult> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    if (joinable !== undefined) return joinable;
    const begin = (): void => {
      joinable = undefined;
    };
    const look = last.then(() => lookOnce(begin)).finally(begin);
    joinable = look;
    last = look;
    return look;
  };
}

type NoteLookContext = Pick<LookOptions, "store" | "time" | "log" | "signal">;

/** Rejects if the state cannot be written. */
async function noteLook(result: PostMailsResult, context: NoteLookContext): Promise<void> {
  const { store, time } = context;
  if (result.ok) return await store.change({ lastError: undefined, needsLogin: undefined });
  if (result.code === "later") return await noteDelay(result.failure, context);
  const needsLogin = result.code === "needs_login" ? true : undefined;
  const failure = failureOfEnd(result);
  await store.change({ lastError: { at: time.clock(), failure }, needsLogin });
}

async function noteDelay(
  failure: MailFailure,
  { store, time, log, signal }: NoteLookContext,
): Promise<void> {
  if (signal.aborted) return;
  await store.change({ lastError: { at: time.clock(), failure } });
  const message = `The mailbox is looked at later: ${failure.message}`;
  log({ ...entryOfFailure(failure, { level: "warn", event: "look_delayed" }), message });
}

function failureOfEnd(end: LookEnd): MailFailure {
  if (end.code === "needs_login") return end.failure;
  const { reason, hint } = end;
  return { code: "invalid", message: reason, ...(hint !== undefined && { hint }) };
}

interface PostMailsContext extends Omit<LookOptions, "settleMs" | "onEnd"> {
  /** Mails that were not wanted, or that are gone. */
  readonly onSkip: (id: string) => void;
}

/** `later`: the host or Google is not available now. The mails after the current one are then not tried. */
type PostMailsResult =
  | { readonly ok: true; readonly posted: number }
  | { readonly ok: false; readonly code: "later"; readonly failure: MailFailure }
  | ({ readonly ok: false } & LookEnd);

type FinalPost = Extract<PostResult, { isFinal: true }>;

/** After this many in a row, the problem is not about a single mail. */
const MAX_REFUSED_IN_A_ROW = 3;

/** Ids of mails → each is read, posted and recorded as posted. */
async function postMails(
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

/**
 * A post has its own time limit. An aborted one may have been taken, and a host without keys would receive it twice.
 */
const NEVER_ABORTED: AbortSignal = new AbortController().signal;

/** 1 + 2 + 4 + 8 + 16 s of waiting; then the look ends, and the next one tries the mail again. */
const MAX_TRIES = 6;

const MAX_WAIT_MS = 60_000;

async function postOne(post: MailPost, context: PostMailsContext): Promise<PostResult> {
  const { time, log, signal, account, store } = context;
  const { id } = post.messages[0];
  const details = { mail: id };
  for (let tries = 1; ; tries += 1) {
    const idempotencyKey = `gmail:${account}:${id}`;
    const result = await context.post(post, { idempotencyKey, signal: NEVER_ABORTED });
    if (result.ok) {
      await store.markPosted(id, time.clock());
      log({ level: "info", event: "mail_posted", message: "A mail was posted.", details });
      return result;
    }
    if (result.isFinal) return result;
    const waitMs = waitOf(result, tries, time);
    const message = `A mail is posted later: ${result.reason}`;
    log({ level: "warn", event: "post_delayed", message, details: { ...details, waitMs } });
    if (tries === MAX_TRIES || signal.aborted) return result;
    // A host that wants a longer pause is still asked after this one: asking loses nothing.
    await sleep(Math.min(waitMs, MAX_WAIT_MS), time, signal);
    if (signal.aborted) return result;
  }
}

/** Which of Google's failures end the run, and which the next look may overcome. */
function failed(failure: MailFailure): Exclude<PostMailsResult, { ok: true }> {
  if (failure.code === "needs_login") return { ok: false, code: "needs_login", failure };
  if (isTemporary(failure)) return { ok: false, code: "later", failure };
  const { message, hint } = failure;
  return { ok: false, code: "stopped", reason: message, ...(hint !== undefined && { hint }) };
}

function hostLater(reason: string): PostMailsResult {
  const failure = {
    code: "unavailable",
    message: `The host cannot take mails now: ${reason}`,
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

/**
 * Notifications are known to arrive before the history has their mail. Nobody guarantees that histories are complete
 * up to the id that they name, so each look begins a minute before the end of the last one; posted mails are known by
 * id.
 */
const CURSOR_LAG_MS = 60_000;

interface LaggingCursor {
  /** Takes the cursor of a look that posted everything; returns the one to store, if another is old enough by now. */
  readonly advance: (cursor: string) => string | undefined;
  /** Forgets the cursors that were not stored yet. */
  readonly reset: () => void;
}

export function createLaggingCursor({ clock }: Pick<Time, "clock">): LaggingCursor {
  let next: { readonly cursor: string; readonly at: number } | undefined;
  return {
    advance(cursor) {
      const at = clock();
      if (next !== undefined && at - next.at < CURSOR_LAG_MS) return undefined;
      const due = next?.cursor;
      next = { cursor, at };
      return due;
    },
    reset() {
      next = undefined;
    },
  };
}
