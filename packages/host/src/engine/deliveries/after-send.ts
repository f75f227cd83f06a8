// A channel's answer for a part → the change of its delivery: sent, retried, held or dead.
import type { SendResult } from "../../model/channel.ts";
import type { Effect } from "../../model/effects.ts";
import type { DeliveryRecord } from "../../model/records.ts";
import { deliveryRetryAt, planUnknownOutcome } from "../../plan/retry-times.ts";
import { type DeliveryOfRun, effectsOfDeadDelivery } from "../effects.ts";
import { type EngineState, senders } from "../state.ts";

type DeliveryChange = Extract<Effect, { kind: "delivery-change" }>["change"];

export interface AfterSend {
  readonly effects: readonly Effect[];
  readonly change: DeliveryChange;
  /** Why the channel is paused: none of its deliveries can succeed. */
  readonly pause?: { readonly code: string; readonly message: string };
}

interface SentPart extends DeliveryOfRun {
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
      return tryAgain(sent, result, state);
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
  subject: DeliveryOfRun,
  why: { readonly code: string; readonly reason: string },
  state: EngineState,
): AfterSend {
  const at = state.clock();
  const { tries } = subject.delivery;
  const change = { state: "dead", tries, endedAt: at, sendingAt: null, ...why } as const;
  return { change, effects: effectsOfDeadDelivery(subject, change, state) };
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
  const done = { sentIds: ids, tries: 0, resends: 0, code: undefined, unsureSince: undefined };
  if (ids.length >= parts.length) {
    return { ...done, state: "sent", tries: tries + 1, endedAt: at, sendingAt: null };
  }
  if (phase === "stopping") return { ...done, state: "queued", dueAt: at, sendingAt: null };
  return { ...done, state: "sending", sendingAt: at };
}

type Failure = Extract<SendResult, { kind: "retry" | "unknown" }>;

function tryAgain(sent: SentPart, { code, afterMs }: Failure, state: EngineState): AfterSend {
  const { delivery, since } = sent;
  const now = state.clock();
  const tries = delivery.tries + 1;
  const dueAt = deliveryRetryAt({ tries, now, since, afterMs, random: state.random });
  if (dueAt === undefined) {
    const reason = `The channel "${delivery.channel}" failed ${tries} times, at last with ${code}.`;
    return dead(withTry(sent), { code, reason }, state);
  }
  return alive(delivery, { state: "failed", tries, dueAt, code, sendingAt: null });
}

function afterUnknown(sent: SentPart, result: Failure, state: EngineState): AfterSend {
  const { delivery, since } = sent;
  const calledAt = delivery.sendingAt ?? since;
  const { unsureSince = calledAt } = delivery;
  const again = tryAgain(sent, result, state);
  if (again.change.state === "dead") return again;
  // This call itself may have come after the platform had forgotten the key.
  const isResend =
    unsureSince !== calledAt && planAgain(delivery, { unsureSince, at: calledAt }, state) !== "key";
  const resends = delivery.resends + (isResend ? 1 : 0);
  // The key has to be known to the platform when the part comes again, not now.
  const at = again.change.dueAt ?? calledAt;
  const plan = planAgain({ ...delivery, resends }, { unsureSince, at }, state);
  if (plan === "hold") return hold(withTry(sent), result.code, state);
  const planned = plan === "resend" ? resends + 1 : resends;
  return alive(delivery, { ...again.change, unsureSince, resends: planned });
}

/**
 * A part that may have arrived has waited for other reasons, such as a rate limit: dead if it may not be sent again
 * any more. Undefined: send it.
 */
export function heldBeforeSend(subject: DeliveryOfRun, state: EngineState): AfterSend | undefined {
  const { delivery } = subject;
  const { unsureSince } = delivery;
  if (unsureSince === undefined) return undefined;
  // The one time that it may come twice was counted when it was planned.
  const plan = planAgain({ ...delivery, resends: 0 }, { unsureSince, at: state.clock() }, state);
  return plan === "hold" ? hold(subject, delivery.code ?? "unknown_outcome", state) : undefined;
}

interface Doubt {
  readonly unsureSince: number;
  /** When the part goes out, or went out, again. */
  readonly at: number;
}

function planAgain(
  delivery: DeliveryRecord,
  { unsureSince, at }: Doubt,
  { live }: EngineState,
): ReturnType<typeof planUnknownOutcome> {
  return planUnknownOutcome({
    now: at,
    sendingAt: unsureSince,
    createdAt: delivery.createdAt,
    resends: delivery.resends,
    keyWindowMs: senders(live).get(delivery.channel)?.keyWindowMs ?? 0,
    policy: live.settings.unknownDelivery,
  });
}

function hold(subject: DeliveryOfRun, cause: string, state: EngineState): AfterSend {
  const { delivery } = subject;
  const reason = `Nobody knows whether the message reached "${delivery.channel}" (${cause}). Look there, then use \`hookwright deliveries retry ${delivery.id}\`.`;
  return dead(subject, { code: "unknown_outcome", reason }, state);
}

function afterRefused(
  sent: SentPart,
  { code, message, scope }: Extract<SendResult, { kind: "refused" }>,
  state: EngineState,
): AfterSend {
  const { delivery } = sent;
  const at = state.clock();
  if (scope === "credential") {
    const change = { state: "queued", dueAt: at, code, sendingAt: null } as const;
    return { ...alive(delivery, change), pause: { code, message } };
  }
  if (scope === "markup" && !delivery.plain) {
    return alive(delivery, { state: "sending", plain: true, sendingAt: at });
  }
  return dead(withTry(sent), { code, reason: message }, state);
}

/** The delivery with the try that has just ended. */
function withTry({ delivery, run }: DeliveryOfRun): DeliveryOfRun {
  return { delivery: { ...delivery, tries: delivery.tries + 1 }, run };
}
