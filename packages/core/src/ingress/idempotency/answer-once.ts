// Gate 9: an event with keys → its answer, or that of its first delivery; what failed is forgotten.

import type { PromiseOrValue } from "@hookwright/base";
import { isPromiseLike } from "@hookwright/base";
import { answerEvent, answerGate } from "../answer-resolution.ts";
import type { ReadableBody } from "../check-body.ts";
import type { IngressAnswer } from "../request.ts";
import type { RequestContext } from "../request-context.ts";
import type { ServingState } from "../state.ts";
import { ClaimedRequest } from "./claimed-request.ts";
import { findKeys, fingerprintOf } from "./find-keys.ts";
import type { HeldClaim } from "./held-claim.ts";
import { replay } from "./replay.ts";
import type { StoredAnswer } from "./store.ts";
import { type TakeResult, takeClaim } from "./take-claim.ts";

export type Run = () => PromiseOrValue<IngressAnswer>;

interface Once {
  readonly body: ReadableBody;
  readonly run: Run;
  readonly context: RequestContext;
  readonly state: ServingState;
}

/** A promise only where something takes time. */
export function answerOnce(once: Once): PromiseOrValue<IngressAnswer> {
  const { body, run, context, state } = once;
  const { claims, hooks } = state;
  if (claims === undefined) return run();
  const keys = findKeys(context, body, hooks);
  if (isPromiseLike(keys)) {
    return keys.then((found) => settle(takeClaim(found, context, { claims, state }), once));
  }
  if (keys.length === 0) return run();
  return settle(takeClaim(keys, context, { claims, state }), once);
}

function settle(taken: PromiseOrValue<TakeResult>, once: Once): PromiseOrValue<IngressAnswer> {
  return isPromiseLike(taken) ? taken.then((result) => answer(result, once)) : answer(taken, once);
}

function answer(taken: TakeResult, once: Once): PromiseOrValue<IngressAnswer> {
  const { context } = once;
  switch (taken.kind) {
    case "done":
      return replay(taken.answer, context.notes);
    case "refused": {
      const { gate } = taken;
      const { status } = gate.answer;
      return status === 422 ? answerEvent(gate, context) : answerGate(gate, context.notes);
    }
    case "claimed":
      return runClaimed(taken.claim, taken.progress, once);
  }
}

function runClaimed(
  claim: HeldClaim,
  progress: string | undefined,
  { body, run, context }: Once,
): PromiseOrValue<IngressAnswer> {
  const claimed = new ClaimedRequest(progress, () => fingerprintOf(body));
  context.claimed = claimed;
  const fail = (error: unknown): never => {
    void claim.release(claimed.progress());
    throw error;
  };
  try {
    const answered = run();
    return isPromiseLike(answered)
      ? answered.then((made) => finish(made, { claim, claimed, context }), fail)
      : finish(answered, { claim, claimed, context });
  } catch (error) {
    return fail(error);
  }
}

interface Finishing {
  readonly claim: HeldClaim;
  readonly claimed: ClaimedRequest;
  readonly context: RequestContext;
}

function finish(made: IngressAnswer, parts: Finishing): PromiseOrValue<IngressAnswer> {
  const { claim, claimed, context } = parts;
  if (claimed.lateAnswers.length > 0) {
    claim.holdUntil(awaitLate(parts));
    return made;
  }
  const stored = isAccepted(made, context)
    ? claim.complete(storedAnswer(made, context))
    : claim.release(claimed.progress());
  return isPromiseLike(stored) ? stored.then(() => made) : made;
}

/** An action has one late answer, which is stored; a batch has results, which the next attempt goes on from. */
async function awaitLate({ claim, claimed }: Finishing): Promise<() => PromiseOrValue<void>> {
  const answers = await Promise.all(claimed.lateAnswers);
  const [late] = answers;
  const progress = claimed.progress();
  return late !== undefined && progress === undefined
    ? () => claim.complete(late)
    : () => claim.release(progress);
}

/** What was refused, was wanted by no mapping or failed has done nothing, and may be better the next time. */
function isAccepted({ status }: IngressAnswer, { notes }: RequestContext): boolean {
  const { outcome, timedOut = 0 } = notes;
  return status < 300 && outcome !== "refused" && outcome !== "unmatched" && timedOut === 0;
}

function storedAnswer(made: IngressAnswer, { notes }: RequestContext): StoredAnswer {
  const { status, body } = made;
  const headers = made.headers["idempotent-replayed"] === undefined ? made.headers : bare(made);
  return { status, headers, body, ...(notes.runId !== undefined && { runId: notes.runId }) };
}

function bare({ headers }: IngressAnswer): IngressAnswer["headers"] {
  const { "idempotent-replayed": _, ...rest } = headers;
  return rest;
}
