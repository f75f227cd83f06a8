// The keys of an event → a claim on them, the answer of before, or a refusal; waits for a claim in flight.
import { isPromiseLike } from "../../data/runtime.ts";
import type { ClaimResult, IdempotencyKey, StoredAnswer } from "../../model/idempotency/store.ts";
import type { PromiseOrValue } from "../../model/resolution.ts";
import { createRefusal } from "../../problem/refusal.ts";
import { CLIENT_CLOSED } from "../check-body.ts";
import { refuseDispatch } from "../dispatch/refuse-dispatch.ts";
import { type GateRefusal, refuse } from "../gate.ts";
import type { RequestContext } from "../request-context.ts";
import type { IngressState } from "../state.ts";
import { callStore, type StoreCall } from "./call-store.ts";
import { type ClaimPorts, HeldClaim } from "./held-claim.ts";

export type TakeResult =
  | { readonly kind: "claimed"; readonly claim: HeldClaim; readonly progress: string | undefined }
  | { readonly kind: "done"; readonly answer: StoredAnswer }
  | { readonly kind: "refused"; readonly gate: GateRefusal };

/** 5 s in all: most dispatches are over by then, and no known sender waits much longer. */
const PAUSES_MS = [50, 100, 200, 400, 750, 1_000, 1_000, 1_500];

/** A promise only where the store gives one, or another claim is in flight. */
export function takeClaim(
  keys: readonly IdempotencyKey[],
  context: RequestContext,
  { claims, state }: { readonly claims: ClaimPorts; readonly state: IngressState },
): PromiseOrValue<TakeResult> {
  const scope = scopeOf(context);
  const ask = () => askStore({ scope, keys }, claims);
  const judge = (asked: StoreCall<ClaimResult>): PromiseOrValue<TakeResult> => {
    if (asked.ok && asked.value.kind === "busy") return waitForOther(ask, context, state).then(end);
    return end(asked);
  };
  const end = (asked: StoreCall<ClaimResult> | GateRefusal): TakeResult => {
    if ("refusal" in asked) return { kind: "refused", gate: asked };
    const { notes, auth } = context;
    if (!asked.ok) {
      claims.health.failed(asked.detail);
      notes.dedupe = "unavailable";
      return { kind: "refused", gate: unavailable(asked.detail) };
    }
    claims.health.worked();
    const result = asked.value;
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
  };
  const asked = ask();
  return isPromiseLike(asked) ? asked.then(judge) : judge(asked);
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
