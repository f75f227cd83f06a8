// Parts of a trigger → one promise: when one part ends, the others are told to.

export type TriggerPart = (signal: AbortSignal) => Promise<void>;

export async function runTogether(
  parts: readonly TriggerPart[],
  signal: AbortSignal,
): Promise<void> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const run = async (part: TriggerPart): Promise<void> => {
    try {
      await part(either);
    } finally {
      ended.abort();
    }
  };
  const results = await Promise.allSettled(parts.map(run));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
