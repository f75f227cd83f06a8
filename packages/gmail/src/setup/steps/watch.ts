// A topic and a label → Gmail notifies the topic of new mail.
import type { MailFailure } from "../../model/failure.ts";
import type { MailResult } from "../../model/source.ts";
import { done, type SetupContext, type SetupStep } from "../setup-context.ts";
import { ask } from "./ask.ts";

const DEFAULT_GRANT_WAIT_MS = 120_000;
const BETWEEN_TRIES_MS = 5_000;

export function watchStep(topic: string, label: string): SetupStep {
  return {
    id: "watch",
    title: `Ask Gmail to notify the topic of new mail in ${label}`,
    run: async (context) => {
      const { clock, signal, grantWaitMs = DEFAULT_GRANT_WAIT_MS } = context.options;
      const labelId = await findLabel(context, label);
      if (!labelId.ok) return labelId;
      const until = clock.now() + grantWaitMs;
      for (;;) {
        const watched = await watch(context, topic, labelId.value);
        if (watched.ok) return done(`It does until ${watched.value}.`);
        const { failure } = watched;
        const isLate = clock.now() + BETWEEN_TRIES_MS > until;
        if (!isGrantMissing(failure) || isLate || signal.aborted) {
          return { ok: false, failure: explain(failure, topic) };
        }
        context.options.tell({
          step: "watch",
          state: "note",
          message: "Google does not know the grant everywhere yet; this is tried again.",
        });
        await clock.sleep(BETWEEN_TRIES_MS, signal);
      }
    },
  };
}

async function watch(
  context: SetupContext,
  topicName: string,
  labelId: string,
): Promise<MailResult<string>> {
  const body = { topicName, labelIds: [labelId], labelFilterBehavior: "include" };
  const start = () =>
    ask<{ readonly expiration?: string }>(context, {
      service: "gmail",
      method: "POST",
      path: "/gmail/v1/users/me/watch",
      body,
    });
  let result = await start();
  if (!result.ok && /only one user push notification client/i.test(result.failure.message)) {
    const path = "/gmail/v1/users/me/stop";
    const stopped = await ask(context, { service: "gmail", method: "POST", path });
    if (!stopped.ok) return stopped;
    result = await start();
  }
  if (!result.ok) return result;
  const time = new Date(Number(result.value.expiration));
  return done(Number.isNaN(time.getTime()) ? "in 7 days" : time.toISOString());
}

interface Labels {
  readonly labels?: readonly { readonly id: string; readonly name: string }[];
}

/** Gmail takes ids; people write names. */
async function findLabel(context: SetupContext, label: string): Promise<MailResult<string>> {
  const path = "/gmail/v1/users/me/labels";
  const listed = await ask<Labels>(context, { service: "gmail", method: "GET", path });
  if (!listed.ok) return listed;
  const { labels = [] } = listed.value;
  const wanted = label.toLowerCase();
  const found = labels.find(({ id, name }) => id === label || name.toLowerCase() === wanted);
  if (found !== undefined) return done(found.id);
  return {
    ok: false,
    failure: {
      code: "invalid",
      message: `The mailbox has no label "${label}".`,
      hint: "Name one that it has with --label, or make it in Gmail first.",
    },
  };
}

function isGrantMissing({ code, message }: MailFailure): boolean {
  return code === "forbidden" && /not authorized|test message|PubSub/i.test(message);
}

function explain(failure: MailFailure, topic: string): MailFailure {
  if (isGrantMissing(failure)) {
    return {
      ...failure,
      hint: `Grant roles/pubsub.publisher on ${topic} to gmail-api-push@system.gserviceaccount.com, wait some minutes, and run this again.`,
    };
  }
  const project = /match projects\/([^/\s]+)\/topics/.exec(failure.message)?.[1];
  if (project === undefined) return failure;
  const hint = `The topic must be in the project of the OAuth client: run this again with --project ${project}, and without hooks.gmail.topic of another project.`;
  return { ...failure, hint };
}
