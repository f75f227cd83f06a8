// A topic and a label → Gmail notifies of new mail for 7 days, or why it does not. The same call begins and renews.
import { GMAIL_PUBLISHER } from "../google/gmail-publisher.ts";
import type { MailFailure } from "../model/failure.ts";
import type { SendToGoogle } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";
import { findLabel } from "../source/find-label.ts";

interface WatchOptions {
  readonly send: SendToGoogle;
  /** `projects/P/topics/T` */
  readonly topic: string;
  /** An id or a name. */
  readonly label: string;
}

/** The cursor that Gmail gives is left: mails that were not posted yet may stand before it. */
export interface Watch {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export async function startWatch(
  options: WatchOptions,
  signal: AbortSignal,
): Promise<MailResult<Watch>> {
  const label = await findLabel(options.send, options.label, signal);
  if (!label.ok) return label;
  const watch = (): Promise<MailResult<Watch>> => askToWatch(options, label.value, signal);
  const first = await watch();
  if (first.ok || !isAnotherClient(first.failure)) return first;
  // Another topic of this project has the mailbox. Gmail's own advice is to stop that, and to watch again.
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

/** Gmail may not publish to the topic. A grant that was made just now takes a minute or two to count. */
export function isGrantMissing({ code, message }: MailFailure): boolean {
  return code === "forbidden" && /test message|not authorized/i.test(message);
}

/** What Google's sentences mean for whoever set the project up. */
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
