// A channel's answer for a part → the change of its delivery: sent, retried, held or dead.
import type { SendResult } from "../../model/channel.ts";
import type { Effect } from "../../model/effects.ts";
import type { DeliveryRecord } from "../../model/records.ts";
import { deliveryRetryAt, planUnknownOutcome } from "../../plan/retry-times.ts";
import { effectsOfDeadDelivery } from "../effects.ts";
import type { EngineState } from "../state.ts";

type DeliveryChange = Extract<Effect, { kind: "delivery-change" }>["change"];

export interface AfterSend {
  readonly effects: readonly Effect[];
  readonly change: DeliveryChange;
  /** Why the channel is paused: none of its deliveries can succeed. */
  readonly pause?: { readonly code: string; readonly message: string };
}

interface SentPart {
  readonly delivery: DeliveryRecord;
  readonly result: SendResult;
  /** When this part was first tried. */
  readonly since: number;
}

export function changeAfterSend(sent: SentPart, state: EngineState): AfterSend {
  const { delivery, result } = sent;
  switch (result.kind) {
    case "sent":
      return alive(delivery, afterSent(delivery, result.id, state));
    case "retry":
      return afterRetry(sent, result, state);
    case "unknown":
      return afterUnknown(sent, result, state);
    case "refused":
      return afterRefused(sent, result, state);
  }
}

/** A claimed delivery that is not sent now, because the host stops. */
export function putBack(delivery: DeliveryRecord, { clock }: EngineState): AfterSend {
  return alive(delivery, { state: "queued", dueAt: clock(), sendingAt: null });
}

export function dead(
  delivery: DeliveryRecord,
  why: { readonly code: string; readonly reason: string },
  state: EngineState,
): AfterSend {
  const at = state.clock();
  const { tries } = delivery;
  const change = { state: "dead", tries, endedAt: at, sendingAt: null, ...why } as const;
  return { change, effects: effectsOfDeadDelivery(delivery, change, state) };
}

function alive({ id }: DeliveryRecord, change: DeliveryChange): AfterSend {
  return { change, effects: [{ kind: "delivery-change", id, change }] };
}

/** The next part counts its own tries; that it is being sent is written before its call. */
function afterSent(
  { sentIds, parts, tries }: DeliveryRecord,
  id: string,
  { clock, phase }: EngineState,
): DeliveryChange {
  const at = clock();
  const ids = [...sentIds, id];
  // The code is that of an earlier try.
  const done = { sentIds: ids, tries: 0, resends: 0, code: undefined };
  if (ids.length >= parts.length) {
    return { ...done, state: "sent", tries: tries + 1, endedAt: at, sendingAt: null };
  }
  if (phase === "stopping") return { ...done, state: "queued", dueAt: at, sendingAt: null };
  return { ...done, state: "sending", sendingAt: at };
}

type Failure = Extract<SendResult, { kind: "retry" | "unknown" }>;

function tryAgain(
  { delivery, since }: SentPart,
  { code, afterMs }: Failure,
  state: EngineState,
): AfterSend {
  const now = state.clock();
  const tries = delivery.tries + 1;
  const dueAt = deliveryRetryAt({ tries, now, since, afterMs, random: state.random });
  if (dueAt === undefined) {
    const reason = `The channel "${delivery.channel}" failed ${tries} times, at last with ${code}.`;
    return dead(withTry(delivery), { code, reason }, state);
  }
  return alive(delivery, { state: "failed", tries, dueAt, code, sendingAt: null });
}

/** The platform did not take this call, and still nobody knows what became of an earlier one. */
function afterRetry(sent: SentPart, result: Failure, state: EngineState): AfterSend {
  const { delivery } = sent;
  const again = tryAgain(sent, result, state);
  if (delivery.resends === 0 || again.change.state === "dead") return again;
  const plan = planAgain(again, { ...sent, delivery: { ...delivery, resends: 0 } }, state);
  return plan === "hold" ? hold(delivery, result, state) : again;
}

function afterUnknown(sent: SentPart, result: Failure, state: EngineState): AfterSend {
  const { delivery } = sent;
  const again = tryAgain(sent, result, state);
  const plan = planAgain(again, sent, state);
  if (plan === "key" || again.change.state === "dead") return again;
  if (plan === "resend") {
    return alive(delivery, { ...again.change, resends: delivery.resends + 1 });
  }
  return hold(delivery, result, state);
}

function planAgain(
  { change }: AfterSend,
  { delivery, since }: SentPart,
  { live: { settings, channels }, clock }: EngineState,
): ReturnType<typeof planUnknownOutcome> {
  return planUnknownOutcome({
    // The key has to be known to the platform when the part comes again, not now.
    now: change.dueAt ?? clock(),
    sendingAt: since,
    createdAt: delivery.createdAt,
    resends: delivery.resends,
    keyWindowMs: channels.get(delivery.channel)?.keyWindowMs ?? 0,
    policy: settings.unknownDelivery,
  });
}

function hold(delivery: DeliveryRecord, result: Failure, state: EngineState): AfterSend {
  const reason = `Nobody knows whether the message reached "${delivery.channel}" (${result.code}). Look there, then use \`hookwright deliveries retry ${delivery.id}\`.`;
  return dead(withTry(delivery), { code: "unknown_outcome", reason }, state);
}

function afterRefused(
  { delivery }: SentPart,
  { code, message, scope }: Extract<SendResult, { kind: "refused" }>,
  state: EngineState,
): AfterSend {
  const at = state.clock();
  if (scope === "credential") {
    const change = { state: "queued", dueAt: at, code, sendingAt: null } as const;
    return { ...alive(delivery, change), pause: { code, message } };
  }
  if (scope === "markup" && !delivery.plain) {
    return alive(delivery, { state: "sending", plain: true, sendingAt: at });
  }
  return dead(withTry(delivery), { code, reason: message }, state);
}

/** The delivery with the try that has just ended. */
function withTry(delivery: DeliveryRecord): DeliveryRecord {
  return { ...delivery, tries: delivery.tries + 1 };
}
