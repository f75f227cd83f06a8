// The project → a topic in it, Gmail's permission to publish there, and a watch that makes Gmail do so.

import { sleep } from "@hookwright/node-kit/clock";
import type { MailFailure } from "../../model/failure.ts";
import { GMAIL_PUBLISHER } from "../../model/google.ts";
import type { MailResult } from "../../model/source.ts";
import { isGrantMissing, startWatch } from "../../watch/keep-watch.ts";
import { done, type SetupContext, type SetupStep } from "../setup-context.ts";
import { ask, repeatingSendOf } from "./ask.ts";

export function topicStep(topic: string): SetupStep {
  return {
    id: "topic",
    title: `Create the Pub/Sub topic ${topic}`,
    run: async (context) => {
      const result = await ask(context, { method: "PUT", path: `/v1/${topic}`, body: {} });
      if (result.ok) return done("It is created.");
      return result.failure.code === "exists" ? done("It is there.") : result;
    },
  };
}

const ROLE = "roles/pubsub.publisher";

export function publisherStep(topic: string): SetupStep {
  return {
    id: "publisher",
    title: `Let Gmail publish to the topic (${ROLE} for ${GMAIL_PUBLISHER.split(":")[1]})`,
    run: async (context) => {
      // Somebody may change the policy between reading and writing: the etag detects that.
      for (let tries = 1; ; tries += 1) {
        const result = await grant(context, topic);
        if (result.ok || result.failure.code !== "conflict" || tries >= MAX_RACES) return result;
      }
    },
  };
}

const MAX_RACES = 5;

interface Policy {
  readonly etag?: string;
  readonly bindings?: readonly Binding[];
}

interface Binding {
  readonly role: string;
  readonly members?: readonly string[];
  readonly condition?: unknown;
}

async function grant(context: SetupContext, topic: string): Promise<MailResult<string>> {
  const path = `/v1/${topic}:getIamPolicy`;
  const read = await ask<Policy>(context, { method: "GET", path });
  if (!read.ok) return read;
  const { bindings = [] } = read.value;
  const isGrant = ({ role, condition }: Binding): boolean =>
    role === ROLE && condition === undefined;
  const before = bindings.find(isGrant);
  if (before?.members?.includes(GMAIL_PUBLISHER)) return done("It may.");
  const binding = { role: ROLE, members: [...(before?.members ?? []), GMAIL_PUBLISHER] };
  // This call replaces the whole policy: bindings that are not sent back are lost.
  const policy = {
    ...read.value,
    bindings: [...bindings.filter((one) => one !== before), binding],
  };
  const written = await ask(context, {
    method: "POST",
    path: `/v1/${topic}:setIamPolicy`,
    body: { policy },
  });
  return written.ok
    ? done("It can publish from now on.")
    : { ok: false, failure: explain(written.failure) };
}

/** Organizations can forbid accounts of other domains, and Gmail's is one. */
function explain(failure: MailFailure): MailFailure {
  if (failure.code !== "invalid") return failure;
  return {
    ...failure,
    hint: 'The organisation allows only accounts of its own domains (constraint "constraints/iam.allowedPolicyMemberDomains"). Ask its administrator for an exception in this project, or use --mode poll, which needs no Pub/Sub.',
  };
}

const DEFAULT_GRANT_WAIT_MS = 120_000;
const BETWEEN_TRIES_MS = 5_000;

export function watchStep(topic: string, label: string): SetupStep {
  return {
    id: "watch",
    title: `Ask Gmail to notify the topic of new mail in ${label}`,
    run: async (context) => {
      const { time, signal, tell, grantWaitMs = DEFAULT_GRANT_WAIT_MS } = context.options;
      const send = repeatingSendOf(context);
      const until = time.clock() + grantWaitMs;
      for (;;) {
        const started = await startWatch({ send, topic, label }, signal);
        if (started.ok) return done(`It does until ${timeOf(started.value.expiresAt)}.`);
        const isLate = time.clock() + BETWEEN_TRIES_MS > until;
        if (!isGrantMissing(started.failure) || isLate || signal.aborted) return started;
        const message = "The grant has not reached all of Google yet; this is retried.";
        tell({ step: "watch", state: "note", message });
        await sleep(BETWEEN_TRIES_MS, time, signal);
      }
    },
  };
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
