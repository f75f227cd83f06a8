// A mailbox, a trigger and a post function → a run, until a signal or an error ends it.

import type { Time } from "@hookwright/node-kit/clock";
import { createLook } from "../look/create-look.ts";
import type { MailLog } from "../model/log.ts";
import type { PostMail } from "../model/mail.ts";
import type { GmailSettings } from "../model/settings.ts";
import type { MailSource } from "../model/source.ts";
import type { AccountStore } from "../model/state.ts";
import type { Look, LookEnd, LookResult, Trigger } from "../model/trigger.ts";

/** The parts of a run. */
interface RunGmailOptions {
  readonly settings: Pick<GmailSettings, "account" | "label" | "mode">;
  readonly source: MailSource;
  readonly store: AccountStore;
  readonly trigger: Trigger;
  readonly post: PostMail;
  readonly time: Time;
  readonly log: MailLog;
  /** Ends the run; a post in progress is finished. */
  readonly signal: AbortSignal;
  /** Default: 3 s if notifications cause looks, else none. */
  readonly settleMs?: number;
}

/** Why a run has ended. */
export type GmailRunEnd = { readonly code: "signal" } | LookEnd;

/** A mail is often not in the history yet when its notification arrives: 1 to 3 s were observed. */
const SETTLE_MS = 3_000;

/** Rejects only because of a defect. */
export async function runGmail(options: RunGmailOptions): Promise<GmailRunEnd> {
  const { settings, trigger, log, signal } = options;
  const { account, label, mode } = settings;
  const { settleMs = mode === "poll" ? 0 : SETTLE_MS } = options;
  const own = new AbortController();
  const either = AbortSignal.any([signal, own.signal]);
  let ended: LookEnd | undefined;
  const onEnd = (end: LookEnd): void => {
    ended = end;
    own.abort();
  };
  const look = createLook({ ...options, account, settleMs, onEnd, signal: either });
  let last: Promise<LookResult> | undefined;
  const remembered: Look = () => {
    last = look();
    return last;
  };
  log({
    level: "info",
    event: "run_started",
    message: `New mails with the label ${label} are posted (mode ${mode}).`,
  });
  await trigger.run(remembered, either);
  own.abort();
  // Its post is in progress, and is recorded if the host takes it.
  await last;
  return ended ?? (signal.aborted ? { code: "signal" } : TRIGGER_ENDED);
}

const TRIGGER_ENDED: LookEnd = { code: "stopped", reason: "Nothing requests looks anymore." };
