// The known facts of an account → its status, and the problems that a person must correct.
import { basename } from "node:path";
import { isTemporary, type MailFailure } from "../model/failure.ts";
import type { GmailMode } from "../model/mode.ts";
import type { ReadAccount } from "../state/read-accounts.ts";
import type { StoredState } from "../state/state-file.ts";

/** One problem that only a person can correct. */
export interface StatusReason {
  /** One sentence. */
  readonly message: string;
  readonly hint?: string;
}

/** Times are in milliseconds since the epoch. */
export interface AccountStatus {
  readonly account: string;
  readonly folder: string;
  readonly mode?: GmailMode;
  /** Whether a process holds the lock, and which. */
  readonly isRunning: boolean;
  readonly processId?: number;
  /** When the cursor was last stored: shortly after a successful look. */
  readonly cursorAt?: number;
  readonly cursorAgeSeconds?: number;
  readonly watch?: StoredState["watch"];
  readonly needsLogin: boolean;
  readonly lastError?: StoredState["lastError"];
  readonly watchError?: StoredState["watchError"];
  readonly pullError?: StoredState["pullError"];
  /** The number of mails of the last 7 days. */
  readonly posted: number;
  /** Empty: nobody needs to do anything. */
  readonly reasons: readonly StatusReason[];
}

interface StatusContext {
  /** Undefined: no process holds the lock. */
  readonly owner: { readonly processId?: number } | undefined;
  readonly now: number;
}

const HOUR_MS = 3_600_000;

/** Looks happen every few minutes, even without notifications. */
const MAX_QUIET_MS = HOUR_MS;

/** Gmail accepts a cursor for about a week. */
const MAX_STOPPED_MS: number = 6 * 24 * HOUR_MS;

/** A pure function of the given facts. */
export function accountStatus(read: ReadAccount, context: StatusContext): AccountStatus {
  const { folder, files } = read;
  const { owner, now } = context;
  const isRunning = owner !== undefined;
  if (!files.ok) {
    const base = {
      account: basename(folder),
      folder,
      isRunning,
      ...owner,
      needsLogin: false,
      posted: 0,
    };
    return { ...base, reasons: [files.problem] };
  }
  const { log } = files;
  const stored = files.stored && withoutOldLogin(files.stored, read.loginAt);
  const { cursor: _cursor, ...kept }: StoredState = stored ?? { account: basename(folder) };
  const { cursorAt, needsLogin = false } = kept;
  return {
    ...kept,
    folder,
    isRunning,
    ...owner,
    ...(cursorAt !== undefined && { cursorAgeSeconds: Math.round((now - cursorAt) / 1_000) }),
    needsLogin,
    posted: log.ids.size,
    reasons: stored === undefined ? [] : reasonsOf(stored, context),
  };
}

/** Somebody has logged in since, and no run has used that login yet. */
function withoutOldLogin(stored: StoredState, loginAt = 0): StoredState {
  const { needsLogin, lastError, ...rest } = stored;
  const isOld = needsLogin === true && lastError !== undefined && loginAt > lastError.at;
  return isOld ? rest : stored;
}

function reasonsOf(stored: StoredState, { owner, now }: StatusContext): readonly StatusReason[] {
  const { mode, cursorAt, watch, lastError, watchError, pullError, needsLogin } = stored;
  const reasons: StatusReason[] = [];
  const lasting = (what: string, error: { readonly failure: MailFailure } | undefined): void => {
    if (error === undefined || isTemporary(error.failure)) return;
    const { message, hint } = error.failure;
    reasons.push({ message: `${what}${message}`, ...(hint !== undefined && { hint }) });
  };
  if (needsLogin === true && lastError === undefined) {
    const hint = "Run `hookwright gmail setup` to log in again.";
    reasons.push({ message: "Google no longer accepts the login.", hint });
  }
  lasting("", lastError);
  if (mode !== "poll") lasting("Gmail does not notify: ", watchError);
  if (mode === "pull") lasting("Notifications cannot be pulled: ", pullError);
  if (mode !== "poll" && watch !== undefined && watch.expiresAt <= now) {
    const message = `Gmail stopped notifying at ${timeOf(watch.expiresAt)}.`;
    reasons.push({ message, hint: "Start `hookwright gmail run`: it watches again." });
  }
  const quietMs = cursorAt === undefined ? 0 : now - cursorAt;
  if (owner !== undefined && quietMs > MAX_QUIET_MS) {
    const message = `It runs, but no look has succeeded since ${timeOf(now - quietMs)}.`;
    reasons.push({ message, hint: "Check its log and the network." });
  }
  if (owner === undefined && quietMs > MAX_STOPPED_MS) {
    const message = `No look has run since ${timeOf(now - quietMs)}: Gmail soon forgets the mail since then.`;
    reasons.push({ message, hint: "Start `hookwright gmail run`, or `hookwright gmail stop`." });
  }
  return reasons;
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
