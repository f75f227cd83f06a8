// Settings that can be read again → a mailbox that is watched within a server until it stops: after a revoked login
// it
// waits for the next one, and other failures are retried.

import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Receiver } from "@hookwright/core/ingress";
import { sleep, systemTime } from "@hookwright/node-kit/clock";
import { retryDelayMs } from "@hookwright/node-kit/times";
import { createIngressPost } from "../post/create-post.ts";
import type { GmailSettingsResult } from "../settings/read-gmail-settings.ts";
import { accountFolderOf } from "../state/prepare-folder.ts";
import type { GmailRunEnd } from "./run-gmail.ts";
import { type WatchMailboxOptions, watchMailbox } from "./watch-mailbox.ts";

/** The result of `readGmailSettings` if there are no problems. */
type ReadSettings = Extract<GmailSettingsResult, { readonly ok: true }>;

/** What to watch, where its mails go, and how to read its settings again. */
export interface SuperviseMailboxOptions
  extends Pick<WatchMailboxOptions, "stateFolder" | "lockFile" | "urls" | "log" | "time"> {
  readonly first: ReadSettings;
  /**
   * Called when the flow restarts, and while it waits for a login. Undefined: the settings cannot be read
   * now; the previous ones stay in use.
   */
  readonly readAgain: () => Promise<ReadSettings | undefined>;
  /** How often to look for a new login; for tests. Default: 2 s. */
  readonly loginEveryMs?: number;
}

/** A mailbox that is watched from its start until it is stopped. */
export interface MailboxSupervisor {
  /** `ingress` takes the mails; `basePath` is that of the hooks: `/hooks`. */
  readonly start: (ingress: Receiver, basePath: string) => void;
  /** Why mail does not arrive as it should, one sentence each. */
  readonly reasons: () => readonly string[];
  /** The mail that is being posted is finished first. */
  readonly stop: () => Promise<void>;
}

const LOGIN_EVERY_MS = 2_000;

/** After a flow has worked for this long, the waits between tries start again with the shortest. */
const LASTING_MS = 3_600_000;

/**
 * Never gives up: the log and `reasons` report how `watchMailbox` ended.
 *
 * @example
 * ```ts
 * const mail = superviseMailbox({ first, readAgain, stateFolder, lockFile, urls: GOOGLE_URLS, log });
 * mail.start(ingress, "/hooks");
 * await mail.stop();
 * ```
 */
export function superviseMailbox(options: SuperviseMailboxOptions): MailboxSupervisor {
  const { first, readAgain, log, stateFolder } = options;
  const { time = systemTime, loginEveryMs = LOGIN_EVERY_MS } = options;
  const { account } = first.settings;
  const stopped = new AbortController();
  const { signal } = stopped;
  let reasons: readonly string[] = [];
  let running: Promise<void> = Promise.resolve();

  async function run(ingress: Receiver, basePath: string): Promise<void> {
    let failures = 0;
    let read = first;
    while (!signal.aborted) {
      const begunAt = time.clock();
      const { settings, credentials } = read;
      const login = await fingerprintOf(read, stateFolder);
      reasons = [];
      const post = createIngressPost({
        ingress,
        target: `${basePath}/gmail`,
        hookToken: () => settings.hookToken,
        now: time.clock,
      });
      const end = await watchMailbox({ ...options, settings, credentials, post, signal });
      if (end.code === "signal" || signal.aborted) return;
      failures = time.clock() - begunAt > LASTING_MS ? 1 : failures + 1;
      if (end.code === "needs_login") await untilLogin(end, login);
      else await untilRetry(end, failures);
      read = (await readAgain()) ?? read;
    }
  }

  async function untilLogin(end: Ended<"needs_login">, login: string): Promise<void> {
    const { message, hint } = end.failure;
    tell("needs_login", message, hint);
    while (!signal.aborted) {
      await sleep(loginEveryMs, time, signal);
      const read = (await readAgain()) ?? first;
      if ((await fingerprintOf(read, stateFolder)) !== login) break;
    }
    if (signal.aborted) return;
    const found = "There is a new login: missed mail is posted.";
    log({ level: "info", event: "login_changed", account, message: found });
  }

  /** The reason may pass, or somebody may correct it without a restart of the server. */
  async function untilRetry({ reason, hint }: Ended<"stopped">, failures: number): Promise<void> {
    tell("stopped", reason, hint);
    await sleep(retryDelayMs(failures), time, signal);
  }

  function tell(event: string, reason: string, hint: string | undefined): void {
    const message = `The mailbox is not watched now: ${reason}`;
    reasons = [`${account}: ${message}${hint === undefined ? "" : ` ${hint}`}`];
    log({ level: "error", event, account, message, ...(hint !== undefined && { hint }) });
  }

  return {
    start: (ingress, basePath) => {
      running = run(ingress, basePath).catch((error) => tell("stopped", String(error), undefined));
    },
    reasons: () => reasons,
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

type Ended<Code> = Extract<GmailRunEnd, { readonly code: Code }>;

/** Changes with the login: the text that the config names, or the file in the state folder. */
async function fingerprintOf(
  { settings, credentials }: ReadSettings,
  stateFolder: string,
): Promise<string> {
  if (credentials !== undefined) return credentials;
  const folder = accountFolderOf(stateFolder, settings.account) ?? stateFolder;
  try {
    const { mtimeMs, size, ino } = await stat(join(folder, "login.json"));
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "";
  }
}
