// The topic → a subscription of this mailbox: one for pulling, or one that posts to a public address.

import { join } from "node:path";
import { readMember } from "@hookwright/base";
import { sleep } from "@hookwright/node-kit/clock";
import type { MailResult } from "../../model/source.ts";
import type { PushNames } from "../choose-names.ts";
import { PUSH_TOKEN_FILE } from "../plan-config.ts";
import { readOrMakeSecret, readSecretFile } from "../secret-file.ts";
import { done, type SetupContext, type SetupStep } from "../setup-context.ts";
import { ask } from "./ask.ts";

interface SubscriptionNames {
  readonly topic: string;
  readonly subscription: string;
  readonly push: PushNames | undefined;
}

export function subscriptionStep(names: SubscriptionNames): SetupStep {
  const { subscription, push } = names;
  const how = push?.endpoint === undefined ? "" : ` which posts to ${push.endpoint}`;
  return {
    id: "subscription",
    title: `Create the subscription ${subscription}${how}`,
    run: async (context) => {
      const before = await ask<Subscription>(context, {
        method: "GET",
        path: `/v1/${subscription}`,
      });
      if (before.ok) return adapt(context, names, before.value);
      return before.failure.code === "not_found" ? create(context, names) : before;
    },
  };
}

interface Subscription {
  readonly topic?: string;
  readonly pushConfig?: { readonly pushEndpoint?: string };
}

async function create(
  context: SetupContext,
  names: SubscriptionNames,
): Promise<MailResult<string>> {
  const { topic, subscription, push } = names;
  if (push !== undefined && push.endpoint === undefined) {
    return refuse(
      `The subscription ${subscription} does not exist, and its push address is not known.`,
      "Name the public address of the push route: --push-endpoint https://mail.example.org/gmail-pubsub.",
    );
  }
  const pushConfig = await pushConfigOf(context, push);
  const body = {
    topic,
    ackDeadlineSeconds: 60,
    messageRetentionDuration: "604800s",
    // Without this, Google deletes a subscription after 31 idle days.
    expirationPolicy: {},
    retryPolicy: { minimumBackoff: "10s", maximumBackoff: "600s" },
    ...(pushConfig && { pushConfig }),
  };
  const path = `/v1/${subscription}`;
  const { time, signal } = context.options;
  for (let tries = 1; ; tries += 1) {
    const created = await ask(context, { method: "PUT", path, body });
    if (created.ok) return done("It is created.");
    const { code } = created.failure;
    if (code === "exists") return done("It is there.");
    // A new topic takes some seconds to be known everywhere.
    if (code !== "not_found" || tries >= MAX_TRIES || signal.aborted) return created;
    await sleep(2_000, time, signal);
  }
}

const MAX_TRIES = 10;

async function adapt(
  context: SetupContext,
  { topic, subscription, push }: SubscriptionNames,
  before: Subscription,
): Promise<MailResult<string>> {
  if (before.topic !== topic) {
    return refuse(
      `The subscription ${subscription} belongs to another topic: ${before.topic}.`,
      "Name another one with --subscription, or the topic with --topic.",
    );
  }
  const posts = before.pushConfig?.pushEndpoint !== undefined;
  if (push === undefined && posts) {
    return refuse(
      `The subscription ${subscription} posts to an address, and is used by another set-up.`,
      "Name a new one with --subscription: both then get every notification.",
    );
  }
  if (push === undefined) return done("It is there.");
  if (push.endpoint === undefined) {
    return posts
      ? done("It is there.")
      : refuse(
          `The subscription ${subscription} is pulled.`,
          "Set --push-endpoint to make it post.",
        );
  }
  const pushConfig = await pushConfigOf(context, push);
  const path = `/v1/${subscription}:modifyPushConfig`;
  const changed = await ask(context, { method: "POST", path, body: { pushConfig } });
  return changed.ok ? done("It is there, and posts to that address.") : changed;
}

async function pushConfigOf(
  context: SetupContext,
  push: PushNames | undefined,
): Promise<object | undefined> {
  if (push?.endpoint === undefined) return undefined;
  const { endpoint, serviceAccount } = push;
  if (serviceAccount !== undefined) {
    const oidcToken = { serviceAccountEmail: serviceAccount, audience: endpoint };
    return { pushEndpoint: endpoint, oidcToken };
  }
  const { existing, options } = context;
  const written = readMember(existing.gmail, "pushToken");
  const token =
    written === undefined
      ? await readOrMakeSecret(join(context.folder, PUSH_TOKEN_FILE))
      : readSecretFile(written, { ...options, providers: existing.providers });
  if (token === undefined) throw new Error("The secret behind hooks.gmail.pushToken is missing");
  return { pushEndpoint: `${endpoint}?token=${encodeURIComponent(token)}` };
}

function refuse(message: string, hint: string): MailResult<never> {
  return { ok: false, failure: { code: "invalid", message, hint } };
}
