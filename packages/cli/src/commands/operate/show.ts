// `hookwright show`: the time line of any id, and `--follow` until nothing that follows from it is open.

import { visibleJson } from "@hookwright/base";
import type { Step, Timeline } from "@hookwright/host";
import { CliError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { stepToText, timelineToText } from "../../output/timeline-to-text.ts";
import { untilSignal } from "../until-signal.ts";
import { type HostUse, type OperateOptions, withHost } from "./with-host.ts";

export interface ShowOptions extends OperateOptions {
  readonly follow?: boolean;
}

export function showTimeline(id: string, options: ShowOptions, io: Io): Promise<number> {
  return withHost(options, io, async (host) => {
    const timeline = await findTimeline(id, host);
    const result = { command: "show", value: timeline };
    if (options.follow !== true) return { ...result, text: timelineToText(timeline) };
    const write = (step: Step): void => {
      const line = options.json === true ? visibleJson(step) : stepToText(step);
      io.stdout.write(`${line}\n`);
    };
    await follow(timeline, host, { write, stopped: untilSignal(io.signals) });
    return { ...result, text: undefined };
  });
}

async function findTimeline(id: string, { operate }: HostUse): Promise<Timeline> {
  const timeline = await operate.timeline.show(id);
  if (timeline !== undefined) return timeline;
  throw new CliError(`Nothing in the store has the id ${id}.`, {
    hint: "Ids are in the log, in lists and in answers to senders. The store keeps what has ended for 30 days, and the last 1,000 requests that made nothing.",
  });
}

const POLL_MS = 1_000;

interface Following {
  readonly write: (step: Step) => void;
  /** Resolves at the first stop signal. */
  readonly stopped: Promise<void>;
}

/** Each step is printed when it is new, and again when its state changes. */
async function follow(
  first: Timeline,
  host: HostUse,
  { write, stopped }: Following,
): Promise<void> {
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
  });
  const printed = new Map<string, string>();
  for (let timeline = first; ; timeline = await findTimeline(first.id, host)) {
    for (const step of timeline.steps) {
      const key = `${step.kind} ${step.id} ${step.at}`;
      const state = `${step.state} ${step.code} ${step.title}`;
      if (printed.get(key) === state) continue;
      printed.set(key, state);
      write(step);
    }
    // Without a host nothing changes.
    if (!timeline.isOpen || !host.isLive || isStopped) return;
    await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, POLL_MS))]);
  }
}
