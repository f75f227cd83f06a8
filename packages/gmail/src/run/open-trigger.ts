// The mode of a mailbox → its trigger: looks by notification, regular looks, and a watch that is kept.
import type { Clock } from "../model/clock.ts";
import type { MailFailure } from "../model/failure.ts";
import type { SendToGoogle } from "../model/google.ts";
import type { MailLog } from "../model/log.ts";
import type { GmailSettings } from "../model/settings.ts";
import type { AccountStore } from "../model/state.ts";
import type { Trigger } from "../model/trigger.ts";
import { openPushTrigger } from "../push/open-push-trigger.ts";
import { createPullTrigger } from "../trigger/create-pull-trigger.ts";
import { lookRegularly } from "../trigger/look-regularly.ts";
import { runTogether, type TriggerPart } from "../trigger/run-together.ts";
import { keepWatch } from "../watch/keep-watch.ts";
import { startWatch } from "../watch/start-watch.ts";

export interface OpenTriggerOptions {
  readonly settings: GmailSettings;
  /** Sends once. */
  readonly send: SendToGoogle;
  readonly store: AccountStore;
  readonly clock: Clock;
  readonly log: MailLog;
  /** Google's keys, for signed pushes. */
  readonly keysUrl?: string;
  /** The time between looks in poll mode. Default: a minute. */
  readonly pollEveryMs?: number;
}

export type OpenTriggerResult =
  | { readonly ok: true; readonly trigger: Trigger }
  | { readonly ok: false; readonly failure: MailFailure };

const MINUTE_MS = 60_000;

/** Beside notifications, which come late or not at all. */
const NET_EVERY_MS: number = 5 * MINUTE_MS;

export async function openTrigger(options: OpenTriggerOptions): Promise<OpenTriggerResult> {
  const { settings, clock, pollEveryMs = MINUTE_MS } = options;
  if (settings.mode === "poll") return joined([regularly(clock, pollEveryMs)]);
  const net = regularly(clock, NET_EVERY_MS);
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
      run: (look, signal) =>
        runTogether(
          parts.map(
            (part): TriggerPart =>
              (either) =>
                part(look, either),
          ),
          signal,
        ),
    },
  };
}

function regularly(clock: Clock, everyMs: number): Part {
  return (look, signal) => lookRegularly(look, signal, { clock, everyMs });
}

function watchPart({ settings, send, store, clock, log }: OpenTriggerOptions): Part {
  const { topic = "", label, renewEveryMinutes } = settings;
  const renew = (signal: AbortSignal): ReturnType<typeof startWatch> =>
    startWatch({ send, topic, label }, signal);
  return (look, signal) => keepWatch(look, signal, { renew, store, clock, log, renewEveryMinutes });
}
