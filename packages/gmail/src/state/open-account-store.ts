// A state folder and an account → its store, for this process only, or why it cannot be opened.
import { join } from "node:path";
import { errorText } from "@hookwright/base";
import { writeDurable } from "@hookwright/node-kit/files";
import type { GmailMode } from "../model/mode.ts";
import type { AccountState, AccountStore, StateChange } from "../model/state.ts";
import { LOCK_NAME, type LockFile, type LockResult, problemOfOwner } from "./lock.ts";
import { openPostedLog, POSTED_FILE, type PostedLog } from "./posted-log.ts";
import { accountFolderOf, prepareFolder } from "./prepare-folder.ts";
import { readAccountFiles } from "./read-accounts.ts";
import type { StateProblem } from "./state-file.ts";
import { STATE_FILE, type StoredState, stateToText } from "./state-file.ts";

/** The account whose state is opened, and its location. */
export interface OpenAccountStoreOptions {
  /** `$XDG_STATE_HOME/hookwright`, or the value of --state. */
  readonly stateFolder: string;
  readonly account: string;
  readonly lockFile: LockFile;
  /** Stored for `status`. */
  readonly mode?: GmailMode;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/** The store with its folder, or why it cannot be opened. */
export type OpenAccountStoreResult =
  | { readonly ok: true; readonly store: AccountStore; readonly folder: string }
  | { readonly ok: false; readonly problem: StateProblem };

/**
 * Locks the state of an account for this process. Never rejects.
 *
 * @example
 * ```ts
 * const opened = await openAccountStore({ stateFolder, account: "you@gmail.com", lockFile });
 * ```
 */
export async function openAccountStore(
  options: OpenAccountStoreOptions,
): Promise<OpenAccountStoreResult> {
  const { stateFolder, account } = options;
  const folder = accountFolderOf(stateFolder, account);
  if (folder === undefined) return refused(accountUnusable(account));
  const shared = await prepareFolder(folder);
  if (shared !== undefined) return refused(shared);
  let lock: LockResult | undefined;
  try {
    lock = await options.lockFile(join(folder, LOCK_NAME));
    if (!lock.ok) return refused(problemOfOwner(account, lock.processId));
    const opened = await openFiles(folder, options, lock.release);
    if (!opened.ok) lock.release();
    return opened;
  } catch (error) {
    if (lock?.ok === true) lock.release();
    return refused({
      code: "state_unusable",
      message: `The state in ${folder} cannot be used: ${errorText(error)}.`,
      hint: "Check the disk and the rights of the state folder.",
    });
  }
}

async function openFiles(
  folder: string,
  { account, mode, now = Date.now }: OpenAccountStoreOptions,
  release: () => void,
): Promise<OpenAccountStoreResult> {
  const read = await readAccountFiles(folder);
  if (!read.ok) return read;
  const path = join(folder, STATE_FILE);
  const stored = { ...read.stored, account, ...(mode !== undefined && { mode }) };
  // `status` shows the mode of this run, also before its first look has succeeded.
  if (stored.mode !== read.stored?.mode) await writeDurable(path, stateToText(stored));
  const posted = await openPostedLog(join(folder, POSTED_FILE), read.log, { now });
  const store = createStore(stored, { path, posted, now, release });
  return { ok: true, folder, store };
}

/** An unchanged cursor is written again after this time, so that `status` can show the last look. */
const SAME_CURSOR_MS = 60_000;

interface StoreParts {
  readonly path: string;
  readonly posted: PostedLog;
  readonly now: () => number;
  readonly release: () => void;
}

function createStore(first: StoredState, { path, posted, now, release }: StoreParts): AccountStore {
  let stored = first;
  let queue: Promise<unknown> = Promise.resolve();
  let closed: Promise<void> | undefined;
  /** One write at a time; a failed write does not stop the next. */
  const inTurn = <T>(write: () => Promise<T>): Promise<T> => {
    const turn = queue.then(write);
    queue = turn.catch(() => undefined);
    return turn;
  };
  return {
    state: (): AccountState => {
      const { account: _account, mode: _mode, cursorAt: _cursorAt, ...state } = stored;
      return { ...state, posted: posted.ids };
    },
    change: (change) =>
      inTurn(async () => {
        const next = applyChange(stored, change, now());
        if (isSame(stored, next)) return;
        await writeDurable(path, stateToText(next));
        stored = next;
      }),
    markPosted: (id, at) => inTurn(() => posted.add(id, at)),
    close: () => {
      closed ??= inTurn(posted.close).finally(release);
      return closed;
    },
  };
}

function applyChange(stored: StoredState, change: StateChange, now: number): StoredState {
  const merged = { ...stored, ...change, ...("cursor" in change && { cursorAt: now }) };
  const entries = Object.entries(merged).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as StoredState;
}

function isSame(before: StoredState, after: StoredState): boolean {
  const { cursorAt: beforeAt = 0, ...was } = before;
  const { cursorAt: afterAt = 0, ...is } = after;
  return afterAt - beforeAt < SAME_CURSOR_MS && stateToText(was) === stateToText(is);
}

function refused(problem: StateProblem): OpenAccountStoreResult {
  return { ok: false, problem };
}

function accountUnusable(account: string): StateProblem {
  return {
    code: "account_unusable",
    message: `"${account.slice(0, 80)}" cannot be the name of an account.`,
    hint: "Write the mail address into hooks.gmail.account.",
  };
}
