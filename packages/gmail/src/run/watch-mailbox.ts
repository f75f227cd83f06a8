// Settings, a state folder and credentials → a mailbox that is watched until a signal or an error ends it.

import { systemTime, type Time } from "@hookwright/node-kit/clock";
import { type CredentialsOptions, chooseCredentials } from "../google/auth/credentials.ts";
import { createLoggedInSend } from "../google/create-google-client.ts";
import type { GoogleUrls } from "../google/google-urls.ts";
import type { MailFailure } from "../model/failure.ts";
import type { SendToGoogle } from "../model/google.ts";
import { logOfAccount, type MailLog } from "../model/log.ts";
import type { PostMail } from "../model/mail.ts";
import type { GmailSettings } from "../model/settings.ts";
import type { AccountStore } from "../model/state.ts";
import type { LookEnd, Trigger } from "../model/trigger.ts";
import { createHttpPost } from "../post/create-post.ts";
import { openPushTrigger } from "../push/open-push-trigger.ts";
import { createGmailSource } from "../source/create-gmail-source.ts";
import type { LockFile } from "../state/lock.ts";
import { openAccountStore } from "../state/open-account-store.ts";
import { saveState } from "../state/state-file.ts";
import { createPullTrigger } from "../trigger/create-pull-trigger.ts";
import { lookRegularly, runTogether, type TriggerPart } from "../trigger/look-regularly.ts";
import { keepWatch, startWatch } from "../watch/keep-watch.ts";
import { type GmailRunEnd, runGmail } from "./run-gmail.ts";

/** What to watch, and the ports to use. */
export interface WatchMailboxOptions {
  readonly settings: GmailSettings;
  /** The value of `hooks.gmail.credentials`; undefined: the login in the state folder. */
  readonly credentials: CredentialsOptions["text"];
  readonly stateFolder: string;
  readonly lockFile: LockFile;
  readonly urls: GoogleUrls;
  readonly log: MailLog;
  readonly signal: AbortSignal;
  /** Default: over HTTP to `hookUrl`. */
  readonly post?: PostMail;
  /** Mails to record as posted without posting them. */
  readonly skip?: readonly string[];
  readonly time?: Time;
  /** The interval of looks in poll mode, and the wait before a look; for tests. */
  readonly pollEveryMs?: number;
  readonly settleMs?: number;
}

/**
 * Watches until the signal is aborted, somebody must log in again, or an error cannot be retried. Rejects only
 * because of a defect.
 *
 * @example
 * ```ts
 * const end = await watchMailbox({ settings, credentials, stateFolder, lockFile, urls: GOOGLE_URLS, log, signal });
 * ```
 */
export async function watchMailbox(options: WatchMailboxOptions): Promise<GmailRunEnd> {
  const { settings, stateFolder, lockFile, time = systemTime } = options;
  const { account, mode } = settings;
  const opened = await openAccountStore({ stateFolder, account, lockFile, mode, now: time.clock });
  if (!opened.ok) {
    const { message: reason, hint } = opened.problem;
    return { code: "stopped", reason, hint };
  }
  const { store, folder } = opened;
  try {
    return await watchWithStore(options, { store, folder, time });
  } finally {
    await store.close();
  }
}

interface Opened {
  readonly store: AccountStore;
  readonly folder: string;
  readonly time: Time;
}

async function watchWithStore(
  options: WatchMailboxOptions,
  { store, folder, time }: Opened,
): Promise<GmailRunEnd> {
  const { settings, urls, signal } = options;
  const { account, hookUrl, hookToken } = settings;
  const log = logOfAccount(account, options.log);
  for (const id of options.skip ?? []) await store.markPosted(id, time.clock());
  const chosen = await chooseCredentials({ text: options.credentials, folder, account });
  if (!chosen.ok) return await endBy(chosen.failure, { store, time, log });
  const send = await createLoggedInSend(chosen.value, { account, urls });
  const opened = await openTrigger({ ...options, send, store, time, log, keysUrl: urls.keys });
  if (!opened.ok) return await endBy(opened.failure, { store, time, log });
  const onWait = (failure: MailFailure, waitMs: number): void => {
    const message = `Google is asked again later: ${failure.message}`;
    log({ level: "warn", event: "google_delayed", message, details: { waitMs } });
  };
  const source = createGmailSource({ ...settings, send, time, onWait });
  const post = options.post ?? createHttpPost({ hookUrl, hookToken, now: time.clock });
  const { trigger } = opened;
  const { settleMs } = options;
  return await runGmail({
    ...{ settings, source, store, trigger, post, time, log, signal },
    ...(settleMs !== undefined && { settleMs }),
  });
}

async function endBy(
  failure: MailFailure,
  { store, time, log }: Pick<Opened, "store" | "time"> & { readonly log: MailLog },
): Promise<LookEnd> {
  const isLogin = failure.code === "needs_login";
  const needsLogin = isLogin ? true : undefined;
  await saveState(store, { lastError: { at: time.clock(), failure }, needsLogin }, log);
  if (isLogin) return { code: "needs_login", failure };
  const { message: reason, hint } = failure;
  return { code: "stopped", reason, ...(hint !== undefined && { hint }) };
}

interface OpenTriggerOptions {
  readonly settings: GmailSettings;
  /** Sends once. */
  readonly send: SendToGoogle;
  readonly store: AccountStore;
  readonly time: Time;
  readonly log: MailLog;
  /** Google's keys, for signed pushes. */
  readonly keysUrl?: string;
  /** The interval of looks in poll mode. Default: a minute. */
  readonly pollEveryMs?: number;
}

type OpenTriggerResult =
  | { readonly ok: true; readonly trigger: Trigger }
  | { readonly ok: false; readonly failure: MailFailure };

const MINUTE_MS = 60_000;

/** In addition to notifications, which come late or not at all. */
const NET_EVERY_MS: number = 5 * MINUTE_MS;

/** The mode of a mailbox → its trigger: looks by notification, regular looks, and a watch that is kept. */
async function openTrigger(options: OpenTriggerOptions): Promise<OpenTriggerResult> {
  const { settings, time, pollEveryMs = MINUTE_MS } = options;
  if (settings.mode === "poll") return joined([regularly(time, pollEveryMs)]);
  const net = regularly(time, NET_EVERY_MS);
  const watch = watchPart(options);
  if (settings.mode === "push") {
    const opened = await openPushTrigger(options);
    return opened.ok ? joined([opened.trigger.run, watch, net]) : opened;
  }
  const { subscription = "" } = settings;
  const pull = createPullTrigger({ ...options, account: settings.account, subscription });
  return joined([pull.run, watch, net]);
}

type Part = Trigger["run"];

function joined(parts: readonly Part[]): OpenTriggerResult {
  return {
    ok: true,
    trigger: {
      run: (look, signal) => {
        const begin = (part: Part): TriggerPart => {
          return (either) => part(look, either);
        };
        return runTogether(parts.map(begin), signal);
      },
    },
  };
}

function regularly(time: Time, everyMs: number): Part {
  return (look, signal) => lookRegularly(look, signal, { time, everyMs });
}

function watchPart({ settings, send, store, time, log }: OpenTriggerOptions): Part {
  const { topic = "", label, renewEveryMinutes } = settings;
  const renew = (signal: AbortSignal): ReturnType<typeof startWatch> =>
    startWatch({ send, topic, label }, signal);
  return (look, signal) => keepWatch(look, signal, { renew, store, time, log, renewEveryMinutes });
}
