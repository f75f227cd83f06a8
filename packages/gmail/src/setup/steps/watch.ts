// A topic and a label → Gmail notifies the topic of new mail.
import { sleep } from "@hookwright/node-kit/clock";
import { isGrantMissing, startWatch } from "../../watch/keep-watch.ts";
import { done, type SetupStep } from "../setup-context.ts";
import { repeatingSendOf } from "./ask.ts";

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
        const message = "Google does not know the grant everywhere yet; this is tried again.";
        tell({ step: "watch", state: "note", message });
        await sleep(BETWEEN_TRIES_MS, time, signal);
      }
    },
  };
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
