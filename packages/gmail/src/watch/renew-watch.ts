// A topic and a label → Gmail notifies of new mail for 7 days, or why it does not.
import type { MailFailure } from "../model/failure.ts";
import type { SendToGoogle } from "../model/google.ts";
import type { MailResult } from "../model/source.ts";

export interface WatchOptions {
  /** Sends once: what fails is tried again by `keepWatch`. */
  readonly send: SendToGoogle;
  /** `projects/P/topics/T` */
  readonly topic: string;
  /** The id of the label. */
  readonly findLabel: (signal: AbortSignal) => Promise<MailResult<string>>;
}

/** The cursor that Gmail gives is left: mails that were not posted yet may stand before it. */
export interface Watch {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export async function renewWatch(
  options: WatchOptions,
  signal: AbortSignal,
): Promise<MailResult<Watch>> {
  const label = await options.findLabel(signal);
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
  const { expiration } = answer.value;
  const expiresAt = Number(expiration);
  if (Number.isSafeInteger(expiresAt) && expiresAt > 0) return { ok: true, value: { expiresAt } };
  const message = "Gmail does not say until when it watches the mailbox.";
  return { ok: false, failure: { code: "unavailable", message } };
}

function isAnotherClient({ message }: MailFailure): boolean {
  return /only one user push notification client/i.test(message);
}

/** Gmail's publisher: https://developers.google.com/workspace/gmail/api/guides/push */
const PUBLISHER = "serviceAccount:gmail-api-push@system.gserviceaccount.com";

/** What Google's sentences mean for whoever set the project up. */
function explain(failure: MailFailure, topic: string): MailFailure {
  const { code, message } = failure;
  if (code === "forbidden" && /test message|not authorized/i.test(message)) {
    const hint = `Gmail may not publish to ${topic}: run \`hookwright gmail setup\`, or grant ${PUBLISHER} the role roles/pubsub.publisher there. A new grant takes a minute or two.`;
    return { ...failure, hint };
  }
  const project = /does not match (projects\/[^/\s]+)\/topics/i.exec(message)?.[1];
  if (project === undefined) return failure;
  return {
    ...failure,
    hint: `The topic must be in the project of the OAuth client: name one of ${project} in hooks.gmail.topic.`,
  };
}
