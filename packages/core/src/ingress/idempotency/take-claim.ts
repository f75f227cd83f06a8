// The keys of an event → a claim on them, the answer of before, or a refusal; waits for a claim in flight.

import type { PromiseOrValue } from "@hookwright/base";
import { isPromiseLike } from "@hookwright/base";
import { createRefusal } from "../../base/index.ts";
import { type GateRefusal, refuse } from "../answer.ts";
import { CLIENT_CLOSED } from "../check-body.ts";
import { refuseDispatch } from "../dispatch/dispatch-call.ts";
import type { RequestContext } from "../request-context.ts";
import type { IngressState } from "../state.ts";
import { type ClaimPorts, callStore, HeldClaim, type StoreCall } from "./held-claim.ts";
import type { ClaimResult, IdempotencyKey, StoredAnswer } from "./store.ts";

export type TakeResult =
  | { readonly kind: "claimed"; readonly claim: HeldClaim; readonly progress: string | undefined }
  | { readonly kind: "done"; readonly answer: StoredAnswer }
  | { readonly kind: "refused"; readonly gate: GateRefusal };

/** 5 s in all: most dispatches are over by then, and no known sender waits much longer. */
const PAUSES_MS = [50, 100, 200, 400, 750, 1_000, 1_000, 1_500];

interface Taking {
  readonly claims: ClaimPorts;
  readonly state: IngressState;
}

/** A promise only where the store gives one, or another claim is in flight. */
export function takeClaim(
  keys: readonly IdempotencyKey[],
  context: RequestContext,
  taking: Taking,
): PromiseOrValue<TakeResult> {
  const asked = { scope: scopeOf(context), keys };
  const told = askStore(asked, taking.claims);
  return isPromiseLike(told)
    ? told.then((call) => judge(call, asked, { context, taking }))
    : judge(told, asked, { context, taking });
}

interface Judging {
  readonly context: RequestContext;
  readonly taking: Taking;
}

function judge(
  call: StoreCall<ClaimResult>,
  asked: Asked,
  judging: Judging,
): PromiseOrValue<TakeResult> {
  if (!call.ok || call.value.kind !== "busy") return end(call, asked, judging);
  const { context, taking } = judging;
  return waitForOther(() => askStore(asked, taking.claims), context, taking.state).then((later) =>
    "refusal" in later ? { kind: "refused", gate: later } : end(later, asked, judging),
  );
}

function end(
  call: StoreCall<ClaimResult>,
  { scope, keys }: Asked,
  { context: { notes, auth }, taking: { claims } }: Judging,
): TakeResult {
  if (!call.ok) {
    claims.health.failed(call.detail);
    notes.dedupe = "unavailable";
    return { kind: "refused", gate: unavailable(call.detail) };
  }
  claims.health.worked();
  const result = call.value;
  switch (result.kind) {
    case "claimed": {
      const { token, progress } = result;
      notes.dedupe ??= "first";
      return { kind: "claimed", claim: new HeldClaim({ scope, keys, token }, claims), progress };
    }
    case "done":
      return { kind: "done", answer: result.answer };
    case "busy":
      notes.dedupe = "in_progress";
      // A 204 would say that the event is taken, and its first delivery may still fail.
      return {
        kind: "refused",
        gate: auth?.delivery?.acceptRefused ? IN_PROGRESS_503 : IN_PROGRESS,
      };
    case "conflict":
      notes.dedupe = "conflict";
      return { kind: "refused", gate: CONFLICT };
  }
}

/**
 * The route, and how its sender proved who it is. Not which secret matched: a retry after a rotation is
 * signed with the next one.
 */
function scopeOf({ route, proof }: RequestContext): string {
  return `${proof} ${route.name}`;
}

interface Asked {
  readonly scope: string;
  readonly keys: readonly IdempotencyKey[];
}

function askStore(
  { scope, keys }: Asked,
  { store, claimSeconds, timer, activity }: ClaimPorts,
): PromiseOrValue<StoreCall<ClaimResult>> {
  const call = () => store.claim({ scope, keys, claimSeconds });
  // Its request was refused: the claim would keep the sender's next attempt waiting.
  const onLate = (late: ClaimResult): void => {
    if (late.kind !== "claimed") return;
    activity.begin();
    const { token } = late;
    const released = callStore(() => store.release({ scope, keys, token }), { timer });
    void Promise.resolve(released).then(activity.end);
  };
  return callStore(call, { timer, onLate });
}

/** Asks again until the other claim is settled, time is over, the sender has gone, or the server stops. */
async function waitForOther(
  ask: () => PromiseOrValue<StoreCall<ClaimResult>>,
  { request }: RequestContext,
  state: IngressState,
): Promise<StoreCall<ClaimResult> | GateRefusal> {
  let asked: StoreCall<ClaimResult> = { ok: true, value: { kind: "busy" } };
  for (const pauseMs of PAUSES_MS) {
    if (await pause(pauseMs, state)) return refuseDispatch("server_stopping");
    if (request.isGone()) return CLIENT_CLOSED;
    asked = await ask();
    if (!asked.ok || asked.value.kind !== "busy") return asked;
  }
  return asked;
}

/** Resolves with whether the server stops. */
function pause(milliseconds: number, { timer, stopSwitch }: IngressState): Promise<boolean> {
  return new Promise((resolve) => {
    const cancel = timer(() => {
      offStop();
      resolve(false);
    }, milliseconds);
    const offStop = stopSwitch.onStop(() => {
      offStop();
      cancel();
      resolve(true);
    });
  });
}

function unavailable(detail: string): GateRefusal {
  const message = "Whether this event came before cannot be told now; send it again.";
  return refuse(createRefusal("store_unavailable", message, { detail }));
}

const CONFLICT = refuse(
  createRefusal("idempotency_conflict", "This key came before with another body."),
);

const IN_PROGRESS_REFUSAL = createRefusal(
  "idempotency_in_progress",
  "The same event is being worked on; send it again.",
);
const RETRY_AFTER = { "retry-after": "5" };
const IN_PROGRESS = refuse(IN_PROGRESS_REFUSAL, RETRY_AFTER);
const IN_PROGRESS_503 = refuse({ ...IN_PROGRESS_REFUSAL, status: 503 }, RETRY_AFTER);
