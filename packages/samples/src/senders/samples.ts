// The vendors → sample events of each, and the vendors that cannot be imitated.
import type { Provider } from "@hookwright/signatures";
import {
  type Sample,
  type SampleContext,
  SENDERS,
  type Unsendable,
} from "@hookwright/signatures/vendors";

/** The vendors whose private key only they have, by id. */
export const UNSENDABLE: ReadonlyMap<string, Unsendable> = new Map(
  SENDERS.flatMap((sender) =>
    "cannotSend" in sender ? [[sender.id, sender.cannotSend] as const] : [],
  ),
);

/** Samples of every vendor that can be sent, by the id of the vendor. */
export const SAMPLES: Readonly<Record<string, readonly Sample[]>> = Object.fromEntries(
  SENDERS.flatMap((sender) => {
    if ("cannotSend" in sender) return [];
    const samples = "samples" in sender ? sender.samples : [genericSample(sender.provider)];
    return [[sender.id, samples] as const];
  }),
);

/** The body that Standard Webhooks recommends to vendors that sign by it, else a plain one. */
function genericSample({ signatures: [scheme] = [] }: Provider): Sample {
  const isStandard = scheme?.signature.tagged !== undefined;
  const data = { name: "Sample", status: "active" };
  return {
    event: "sample.created",
    isGeneric: true,
    body: isStandard
      ? ({ id, iso }) => ({
          type: "sample.created",
          timestamp: iso,
          data: { id: `smp_${id}`, ...data },
        })
      : ({ id, iso }) => ({ id, event: "sample.created", created_at: iso, data }),
  };
}

/** What differs in this request: the id of the delivery, and the time in milliseconds since the epoch. */
export function contextAt(id: string, now: number): SampleContext {
  return { id, now, seconds: Math.floor(now / 1_000), iso: new Date(now).toISOString() };
}
