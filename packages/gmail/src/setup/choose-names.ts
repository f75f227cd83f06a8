// The options, the config and the project → the names that all steps use.
import { readTextMember } from "@hookwright/base";
import type { GmailMode } from "../model/mode.ts";
import type { MailResult } from "../model/source.ts";
import type { ExistingConfig } from "./read-existing.ts";
import type { SetupChoices } from "./setup-options.ts";

export interface PushNames {
  /** Where Pub/Sub posts to, without a token. Undefined: the subscription is not changed. */
  readonly endpoint: string | undefined;
  readonly serviceAccount: string | undefined;
}

export interface SetupNames {
  readonly account: string;
  readonly mode: GmailMode;
  readonly label: string;
  /** Undefined in poll mode. */
  readonly pubsub:
    | {
        readonly topic: string;
        readonly subscription: string;
        readonly push: PushNames | undefined;
      }
    | undefined;
}

interface Known {
  readonly existing: ExistingConfig;
  /** The project of the client or the service account: Gmail accepts topics of this project only. */
  readonly project: string | undefined;
}

const DEFAULT_TOPIC = "hookwright-gmail";

/** Names in the config are used unchanged: an option that differs is reported as an error. */
export function chooseNames(choices: SetupChoices, known: Known): MailResult<SetupNames> {
  const { existing } = known;
  const { account } = choices;
  if (!/^[^\s@]+@[^\s@]+$/.test(account)) {
    return refuse(
      `"${account}" is not a mail address.`,
      "Write it like this: --account you@gmail.com.",
    );
  }
  const written = readTextMember(existing.gmail, "account");
  if (written !== undefined && written.toLowerCase() !== account.toLowerCase()) {
    return refuse(
      `The config watches ${written}, and one config watches one mailbox.`,
      "Use another config for this account, or change hooks.gmail.account.",
    );
  }
  const mode = choices.mode ?? existing.mode ?? (existing.gmail === undefined ? "pull" : "poll");
  const label = choices.label ?? readTextMember(existing.gmail, "label") ?? "INBOX";
  if (mode === "poll") return { ok: true, value: { account, mode, label, pubsub: undefined } };
  const pubsub = choosePubsub(choices, known, mode);
  return pubsub.ok ? { ok: true, value: { account, mode, label, pubsub: pubsub.value } } : pubsub;
}

function choosePubsub(
  choices: SetupChoices,
  { existing, project: own }: Known,
  mode: "pull" | "push",
): MailResult<NonNullable<SetupNames["pubsub"]>> {
  const writtenTopic = choices.topic ?? readTextMember(existing.gmail, "topic") ?? DEFAULT_TOPIC;
  const project = choices.project ?? projectOf(writtenTopic) ?? own;
  if (project === undefined) {
    return refuse("The project of the topic is not known.", "Name it with --project.");
  }
  const slug = choices.account.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const writtenSubscription =
    choices.subscription ??
    readTextMember(existing.gmail, "subscription") ??
    `${DEFAULT_TOPIC}-${slug}`.slice(0, MAX_NAME_CHARACTERS);
  const push = mode === "push" ? choosePush(choices) : { ok: true as const, value: undefined };
  if (!push.ok) return push;
  const topic = fullName(writtenTopic, `projects/${project}/topics/`);
  const subscription = fullName(writtenSubscription, `projects/${project}/subscriptions/`);
  return { ok: true, value: { topic, subscription, push: push.value } };
}

/** A valid name of a topic or subscription. */
const MAX_NAME_CHARACTERS = 255;

function choosePush({ pushEndpoint, pushServiceAccount }: SetupChoices): MailResult<PushNames> {
  if (pushEndpoint !== undefined && !/^https:\/\/[^\s?#]+$/.test(pushEndpoint)) {
    return refuse(
      "--push-endpoint must be an HTTPS address without a query.",
      "Write the public address of the push route: https://mail.example.org/gmail-pubsub.",
    );
  }
  if (pushServiceAccount !== undefined && pushEndpoint === undefined) {
    return refuse("--push-service-account needs --push-endpoint.", "Name the public address, too.");
  }
  return { ok: true, value: { endpoint: pushEndpoint, serviceAccount: pushServiceAccount } };
}

function projectOf(name: string): string | undefined {
  return /^projects\/([^/]+)\//.exec(name)?.[1];
}

function fullName(name: string, prefix: string): string {
  return name.startsWith("projects/") ? name : prefix + name;
}

function refuse(message: string, hint: string): MailResult<never> {
  return { ok: false, failure: { code: "invalid", message, hint } };
}
