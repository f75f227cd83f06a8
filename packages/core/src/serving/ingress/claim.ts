// The keys of an event → a claim on them, the previous answer, or a refusal; and how a claim ends.

import type { PromiseOrValue } from "@hookwright/base";
import { createRefusal } from "../../model/index.ts";
import { CLIENT_CLOSED, type GateRefusal, refuse, refuseDispatch } from "./answer.ts";
import type { Proved } from "./phases.ts";
import type { ClaimPorts, StoreHealth } from "./state.ts";
import {
  type Claim,
  type ClaimResult,
  callStore,
  type IdempotencyKey,
  type StoreCall,
  type StoredAnswer,
} from "./store.ts";

type TakeResult =
  | { readonly kind: "claimed"; readonly claim: HeldClaim; readonly progress: string | undefined }
  | { readonly kind: "done"; readonly answer: StoredAnswer }
  | { readonly kind: "refused"; readonly gate: GateRefusal };

/** 5 s in total: most dispatches are done by then, and no known sender waits much longer. */
const PAUSES_MS = [50, 100, 200, 400, 750, 1_000, 1_000, 1_500];

/** Waits for another claim in flight, so that two deliveries of one event cause one action. */
export async function takeClaim(
  keys: readonly IdempotencyKey[],
  claims: ClaimPorts,
  proved: Proved,
): Promise<TakeResult> {
  const { log, auth, proof, route } = proved;
  const { notes } = log;
  // The scope leaves out which secret matched: a retry after a rotation is signed with the next one.
  const asked = { scope: `${proof} ${route.name}`, keys };
  let call = await askStore(asked, claims);
  if (call.ok && call.value.kind === "busy") {
    const later = await waitForOther(asked, claims, proved);
    if ("refusal" in later) return { kind: "refused", gate: later };
    call = later;
  }
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
      return { kind: "claimed", claim: new HeldClaim({ ...asked, token }, claims), progress };
    }
    case "done":
      return { kind: "done", answer: result.answer };
    case "busy":
      notes.dedupe = "in_progress";
      // A 204 would say that the event was accepted, but its first delivery may still fail.
      return {
        kind: "refused",
        gate: auth?.delivery?.on4xx === "disables" ? IN_PROGRESS_503 : IN_PROGRESS,
      };
    case "conflict":
      notes.dedupe = "conflict";
      return {
        kind: "refused",
        gate: auth?.delivery?.on4xx === "disables" ? CONFLICT_AT_LAST : CONFLICT,
      };
  }
}

interface Asked {
  readonly scope: string;
  readonly keys: readonly IdempotencyKey[];
}

function askStore(
  { scope, keys }: Asked,
  { store, claimSeconds, timer, activity }: ClaimPorts,
): Promise<StoreCall<ClaimResult>> {
  const call = () => store.claim({ scope, keys, claimSeconds });
  // Its request was already refused: the claim would make the sender's next attempt wait.
  const onLate = (late: ClaimResult): void => {
    if (late.kind !== "claimed") return;
    activity.begin();
    const { token } = late;
    void callStore(() => store.release({ scope, keys, token }), { timer }).then(activity.end);
  };
  return callStore(call, { timer, onLate });
}

/** Asks again until the other claim is settled, the time is over, the sender disconnects, or the server stops. */
async function waitForOther(
  asked: Asked,
  claims: ClaimPorts,
  { request }: Proved,
): Promise<StoreCall<ClaimResult> | GateRefusal> {
  let call: StoreCall<ClaimResult> = { ok: true, value: { kind: "busy" } };
  for (const pauseMs of PAUSES_MS) {
    if (await pause(pauseMs, claims)) return refuseDispatch("server_stopping");
    if (request.isGone()) return CLIENT_CLOSED;
    call = await askStore(asked, claims);
    if (!call.ok || call.value.kind !== "busy") return call;
  }
  return call;
}

/** Resolves to whether the server stops. */
function pause(milliseconds: number, { timer, stopSwitch }: ClaimPorts): Promise<boolean> {
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
  const message = "It cannot be checked now whether this event is a repeat; send it again.";
  return refuse(createRefusal("store_unavailable", message, { detail }));
}

const CONFLICT = refuse(
  createRefusal("idempotency_conflict", "This key was used before with another body."),
);

/** For a sender that would disable the hook: it has another event under this key and will not change it. */
const CONFLICT_AT_LAST = refuse({ ...CONFLICT.refusal, payloadAlone: true });

const IN_PROGRESS_REFUSAL = createRefusal(
  "idempotency_in_progress",
  "The same event is in progress; send it again.",
);
const RETRY_AFTER = { "retry-after": "5" };
const IN_PROGRESS = refuse(IN_PROGRESS_REFUSAL, RETRY_AFTER);
const IN_PROGRESS_503 = refuse({ ...IN_PROGRESS_REFUSAL, status: 503 }, RETRY_AFTER);

/** 15 minutes: a dispatch that has not settled by then hangs, and its sender may try again. */
const MAX_HOLD_SECONDS = 900;

/** The pause between attempts to store the outcome of an event, while the claim lasts. */
const RETRY_MS = 500;

type Settle = () => PromiseOrValue<boolean>;

export class HeldClaim {
  readonly #claim: Claim;
  readonly #ports: ClaimPorts;

  constructor(claim: Claim, ports: ClaimPorts) {
    this.#claim = claim;
    this.#ports = ports;
  }

  /** Stores the answer. It never fails, because the event was already accepted. */
  complete(answer: StoredAnswer): Promise<void> {
    const { store } = this.#ports;
    return this.#settle(() => store.complete(this.#claim, answer), true);
  }

  release(progress?: string): Promise<void> {
    const { store } = this.#ports;
    return this.#settle(() => store.release(this.#claim, progress), false);
  }

  /** Extends the claim until `outcome`, which never rejects, settles it. */
  holdUntil(outcome: Promise<() => Promise<void>>): void {
    const { activity, timer, claimSeconds } = this.#ports;
    activity.begin();
    const everyMs = (claimSeconds * 1_000) / 3;
    let held = 0;
    let cancel = (): void => undefined;
    const extend = (): void => {
      held += everyMs;
      // Let the claim expire: the dispatch hangs, and the event must not be lost.
      if (held > MAX_HOLD_SECONDS * 1_000) return;
      const { store } = this.#ports;
      // If extending fails now, the next attempt may succeed.
      void callStore(() => store.extend(this.#claim, claimSeconds), this.#ports);
      cancel = timer(extend, everyMs);
    };
    extend();
    void outcome
      .then((settle) => {
        cancel();
        return settle();
      })
      .then(activity.end);
  }

  async #settle(call: Settle, isAnswer: boolean): Promise<void> {
    const { health } = this.#ports;
    const settled = await callStore(call, this.#ports);
    if (!settled.ok) {
      health.failed(settled.detail);
      this.#retry(call, isAnswer);
      return;
    }
    health.worked();
    if (!settled.value && isAnswer) health.lost();
  }

  /** Tries again in the background while the claim lasts: without a stored answer, a repeat would be accepted. */
  #retry(call: Settle, isAnswer: boolean): void {
    const { activity, timer, stopSwitch, claimSeconds, health } = this.#ports;
    activity.begin();
    let leftMs = claimSeconds * 1_000;
    const end = (): void => {
      offStop();
      activity.end();
    };
    const offStop = stopSwitch.onStop(() => {
      cancel();
      end();
    });
    const attempt = async (): Promise<void> => {
      const result = await callStore(call, this.#ports);
      leftMs -= RETRY_MS;
      if (!result.ok && leftMs > 0) {
        cancel = timer(attempt, RETRY_MS);
        return;
      }
      if (isAnswer && !(result.ok && result.value)) health.lost();
      end();
    };
    let cancel = timer(attempt, RETRY_MS);
  }
}

/** Results of store calls → warnings: one per outage, not one per request. */
export function createStoreHealth(warn: (message: string) => void): StoreHealth {
  let isDown = false;
  return {
    worked: () => {
      isDown = false;
    },
    failed: (detail) => {
      if (!isDown) warn(`The store of idempotency keys fails: ${detail}`);
      isDown = true;
    },
    lost: () =>
      warn(
        "The answer to an event could not be stored under its key; a repeat would be taken again.",
      ),
  };
}
