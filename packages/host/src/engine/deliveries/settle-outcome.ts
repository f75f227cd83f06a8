// A part whose outcome is unknown → what its platform says about it, where the platform can be asked.
import { nthWait } from "@hookwright/node-kit/times";
import type { SendResult } from "../../model/channel.ts";
import type { DeliveryRecord } from "../../model/records.ts";
import { pause } from "../commit.ts";
import type { DeliveryOfRun } from "../effects.ts";
import { type EngineState, senders } from "../state.ts";
import { askAboutPart, callTimeoutOf } from "./call-channel.ts";

interface UnknownOutcome extends DeliveryOfRun {
  readonly result: SendResult;
  /** When the part was first tried. */
  readonly since: number;
}

/** Waits between two questions; the last one again. */
const WAITS_MS = [1_000, 2_000, 5_000, 10_000] as const;

/** After a time-out or a restart, the platform may need a moment to show the message. */
const MIN_ASKING_MS = 10_000;

/** An earlier message was stored as sent after its platform showed it, and clocks differ. */
const EARLIER_MS = 600_000;

/**
 * The platform may show the message as long as a call may take, so the question is repeated until then. A question
 * that fails is repeated, too: a server that restarts has lost the call, and has the message.
 *
 * @returns `result` if the platform has no answer. Undefined if the host stops; the next start asks again.
 */
export async function settleOutcome(
  { delivery, run, result, since }: UnknownOutcome,
  state: EngineState,
): Promise<SendResult | undefined> {
  const channel = senders(state.live).get(delivery.channel);
  if (result.kind !== "unknown" || channel?.settle === undefined) return result;
  const { stopping, clock } = state;
  const settle = channel.settle.bind(channel);
  const otherIds = await otherIdsOf(delivery, since, state);
  const timeoutMs = callTimeoutOf(channel);
  const left = Math.min(since + timeoutMs - clock(), timeoutMs);
  let waits = Math.max(left, MIN_ASKING_MS);
  for (let asked = 1; !isStopping(state); asked++) {
    const question = { settle, sentAt: since, otherIds, stopping };
    const answer = await askAboutPart({ delivery, run }, question, state);
    if (answer.kind !== "unknown") return answer;
    if (waits <= 0) return isStopping(state) ? undefined : result;
    const wait = Math.min(nthWait(asked, WAITS_MS), waits);
    waits -= wait;
    await pause(wait, state);
  }
  return undefined;
}

/** A function, because the phase changes during an `await`. */
function isStopping({ phase }: EngineState): boolean {
  return phase === "stopping";
}

/** Two answers may have the same text, and only one of them is this part. */
async function otherIdsOf(
  { channel, to, sentIds }: DeliveryRecord,
  since: number,
  { ledger }: EngineState,
): Promise<ReadonlySet<string>> {
  const earlier = await ledger.sentIds({ channel, to, since: since - EARLIER_MS });
  return new Set([...sentIds, ...earlier]);
}
