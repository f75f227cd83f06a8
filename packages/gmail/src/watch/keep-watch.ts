// A function that renews the watch → the watch is renewed during the whole run, one renewal at a time.

import { sleepUntil, type Time } from "@hookwright/node-kit/clock";
import { retryDelayMs } from "@hookwright/node-kit/times";
import type { MailFailure } from "../model/failure.ts";
import { GMAIL_PUBLISHER, type SendToGoogle } from "../model/google.ts";
import { entryOfFailure, type MailLog } from "../model/log.ts";
import type { MailResult } from "../model/source.ts";
import type { AccountStore } from "../model/state.ts";
import type { Look } from "../model/trigger.ts";
import { findLabel } from "../source/create-gmail-source.ts";
import { saveState } from "../state/state-file.ts";
import { isOver } from "../trigger/look-regularly.ts";

interface KeepWatchOptions {
  readonly renew: (signal: AbortSignal) => Promise<MailResult<Watch>>;
  readonly store: Pick<AccountStore, "state" | "change">;
  readonly time: Time;
  readonly log: MailLog;
  readonly renewEveryMinutes: number;
}

const MINUTE_MS = 60_000;

/** The regular renewal is up to a tenth early, so that many accounts do not renew together. */
const RENEWAL_SPREAD = 0.1;

/** Renews at the start, then regularly. Ends with the signal, or when a login is needed. */
export async function keepWatch(
  look: Look,
  signal: AbortSignal,
  options: KeepWatchOptions,
): Promise<void> {
  const { renew, time } = options;
  let failures = 0;
  while (!signal.aborted) {
    const result = await renew(signal);
    if (signal.aborted) return;
    let waitMs: number;
    if (result.ok) {
      failures = 0;
      waitMs = await noteRenewal(result.value, options);
    } else {
      // A look finds out whether the login is invalid for all requests, and then ends the run.
      if (result.failure.code === "needs_login" && isOver(await look())) return;
      failures += 1;
      waitMs = waitAfter(result.failure, failures, time);
      await noteFailure(result.failure, waitMs, options);
    }
    await sleepUntil(time.clock() + waitMs, time, signal);
  }
}

async function noteRenewal({ expiresAt }: Watch, options: KeepWatchOptions): Promise<number> {
  const { store, time, log, renewEveryMinutes } = options;
  const now = time.clock();
  const before = store.state().watch;
  if (before !== undefined && before.expiresAt <= now) {
    log({
      level: "warn",
      event: "watch_expired",
      message: `Gmail stopped notifying at ${timeOf(before.expiresAt)}; looks have found the mail since then.`,
    });
  }
  await saveState(store, { watch: { expiresAt, renewedAt: now }, watchError: undefined }, log);
  log({
    level: "info",
    event: "watch_renewed",
    message: `Gmail notifies until ${timeOf(expiresAt)}.`,
    details: { expiresAt },
  });
  const everyMs = renewEveryMinutes * MINUTE_MS * (1 - RENEWAL_SPREAD * time.random());
  // The config may ask for more than Gmail's 7 days.
  return Math.max(MINUTE_MS, Math.min(everyMs, (expiresAt - now) / 2));
}

/** Regular looks find new mail meanwhile. */
function waitAfter({ retryAfterMs = 0 }: MailFailure, failures: number, time: Time): number {
  return Math.max(retryDelayMs(failures) * (1 + RENEWAL_SPREAD * time.random()), retryAfterMs);
}

async function noteFailure(
  failure: MailFailure,
  waitMs: number,
  { store, time, log }: KeepWatchOptions,
): Promise<void> {
  await saveState(store, { watchError: { at: time.clock(), failure } }, log);
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

interface WatchOptions {
  readonly send: SendToGoogle;
  /** `projects/P/topics/T` */
  readonly topic: string;
  /** An id or a name. */
  readonly label: string;
}

/** The cursor in Gmail's response is ignored: mails before it may not have been posted yet. */
export interface Watch {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/**
 * A topic and a label → Gmail notifies of new mail for 7 days, or the failure. The same call begins and renews a
 * watch.
 */
export async function startWatch(
  options: WatchOptions,
  signal: AbortSignal,
): Promise<MailResult<Watch>> {
  const label = await findLabel(options.send, options.label, signal);
  if (!label.ok) return label;
  const watch = (): Promise<MailResult<Watch>> => askToWatch(options, label.value, signal);
  const first = await watch();
  if (first.ok || !isAnotherClient(first.failure)) return first;
  // The mailbox notifies another topic of this project. Gmail advises to stop that watch and to begin a new one.
  const stopped = await options.send({
    service: "gmail",
    method: "POST",
    path: "/gmail/v1/users/me/stop",
    signal,
  });
  return stopped.ok ? watch() : stopped;
}

async function askToWatch(
  { send, topic }: WatchOptions,
  label: string,
  signal: AbortSignal,
): Promise<MailResult<Watch>> {
  const answer = await send<{ readonly expiration?: unknown }>({
    service: "gmail",
    method: "POST",
    path: "/gmail/v1/users/me/watch",
    body: { topicName: topic, labelIds: [label], labelFilterBehavior: "include" },
    signal,
  });
  if (!answer.ok) return { ok: false, failure: explain(answer.failure, topic) };
  const expiresAt = Number(answer.value.expiration);
  if (Number.isSafeInteger(expiresAt) && expiresAt > 0) return { ok: true, value: { expiresAt } };
  const message = "Gmail does not say until when it watches the mailbox.";
  return { ok: false, failure: { code: "unavailable", message } };
}

function isAnotherClient({ message }: MailFailure): boolean {
  return /only one user push notification client/i.test(message);
}

/** Gmail may not publish to the topic. A new grant takes a minute or two to take effect. */
export function isGrantMissing({ code, message }: MailFailure): boolean {
  return code === "forbidden" && /test message|not authorized/i.test(message);
}

/** What Google's messages mean, and what an operator does about them. */
function explain(failure: MailFailure, topic: string): MailFailure {
  if (isGrantMissing(failure)) {
    const hint = `Gmail may not publish to ${topic}. Grant ${GMAIL_PUBLISHER} the role roles/pubsub.publisher there, as \`hookwright gmail setup\` does, and try again after a minute or two.`;
    return { ...failure, hint };
  }
  const project = /does not match projects\/([^/\s]+)\/topics/i.exec(failure.message)?.[1];
  if (project === undefined) return failure;
  const hint = `The topic must be in the project of the OAuth client: run \`hookwright gmail setup\` with --project ${project}. Where the config has hooks.gmail.topic and hooks.gmail.subscription of another project, take them out first.`;
  return { ...failure, hint };
}
