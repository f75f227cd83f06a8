// Names of a topic and a subscription as written → as Pub/Sub wants them: `projects/P/topics/T`.
import type { GmailInput } from "@hookwright/core";
import type { GmailMode } from "../model/mode.ts";
import { problemOf, type SettingsProblem } from "./settings-problem.ts";

export interface PubsubNames {
  readonly topic: string | undefined;
  readonly subscription: string | undefined;
}

/** Wizards write a topic in full and a subscription by its bare name. */
export function readNames(
  gmail: GmailInput,
  { mode, problems }: { readonly mode: GmailMode; readonly problems: SettingsProblem[] },
): PubsubNames {
  const topic = gmail.topic?.trim();
  const subscription = gmail.subscription?.trim();
  const project = projectOf(topic, "topics") ?? projectOf(subscription, "subscriptions");
  const names = {
    topic: complete(topic, { kind: "topics", project }),
    subscription: complete(subscription, { kind: "subscriptions", project }),
  };
  if (mode === "poll") return names;
  const setup = "`hookwright gmail setup` makes both.";
  if (names.topic === undefined) {
    const hint = `Write projects/PROJECT/topics/TOPIC. ${setup}`;
    problems.push(problemOf("topic", { what: whatOf(topic), hint }));
  }
  const isSubscriptionNeeded = mode === "pull" || subscription !== undefined;
  if (isSubscriptionNeeded && names.subscription === undefined) {
    const hint = `Write projects/PROJECT/subscriptions/NAME. ${setup}`;
    problems.push(problemOf("subscription", { what: whatOf(subscription), hint }));
  }
  return names;
}

type Kind = "topics" | "subscriptions";

function whatOf(written: string | undefined): string {
  return written ? "is not a name of Pub/Sub with its project." : "is missing.";
}

function projectOf(name: string | undefined, kind: Kind): string | undefined {
  return new RegExp(`^projects/([^/\\s]+)/${kind}/[^/\\s]+$`).exec(name ?? "")?.[1];
}

function complete(
  name: string | undefined,
  { kind, project }: { readonly kind: Kind; readonly project: string | undefined },
): string | undefined {
  if (name === undefined || projectOf(name, kind) !== undefined) return name;
  const isBare = /^[^/\s]+$/.test(name) && project !== undefined;
  return isBare ? `projects/${project}/${kind}/${name}` : undefined;
}
