// What every store of idempotency keys must do when time passes, as tests.
import { expect, test } from "vitest";
import { ANSWER, kindOf, mustClaim, request, type StoreUnderTest } from "./store-helpers.ts";

/** Long enough that a loaded machine does not reach it by accident; a real clock waits a little more. */
const SHORT_SECONDS = 0.4;
const PAST_SHORT_MS = 600;

export function describeExpiry(name: string, { store, wait }: StoreUnderTest): void {
  const title = (text: string) => `${name}: ${text}`;

  test(title("claim() gives a claim that has expired to the next"), async () => {
    const asked = request({ claimSeconds: SHORT_SECONDS });
    const lost = await mustClaim(store(), asked);
    expect(await kindOf(store(), asked)).toBe("busy");
    await wait(PAST_SHORT_MS);
    const next = await mustClaim(store(), { ...asked, claimSeconds: 60 });
    // The one that was lost no longer changes anything, and says so.
    expect(await store().extend(lost, 60)).toBe(false);
    expect(await store().complete(lost, ANSWER)).toBe(false);
    expect(await store().release(lost)).toBe(false);
    expect(await store().release(lost, "half")).toBe(false);
    expect(await kindOf(store(), asked)).toBe("busy");
    expect(await store().complete(next, ANSWER)).toBe(true);
  });

  test(
    title("complete() of an expired claim does nothing, also where nobody came after it"),
    async () => {
      const asked = request({ claimSeconds: SHORT_SECONDS });
      const lost = await mustClaim(store(), asked);
      await wait(PAST_SHORT_MS);
      expect(await store().complete(lost, ANSWER)).toBe(false);
      expect(await kindOf(store(), asked)).toBe("claimed");
    },
  );

  test(title("complete() and release() work once"), async () => {
    const claim = await mustClaim(store(), request());
    expect(await store().complete(claim, ANSWER)).toBe(true);
    expect(await store().complete(claim, ANSWER)).toBe(false);
    expect(await store().release(claim)).toBe(false);
  });

  test(title("extend() keeps a claim beyond its first time"), async () => {
    const asked = request({ claimSeconds: SHORT_SECONDS });
    const claim = await mustClaim(store(), asked);
    expect(await store().extend(claim, 60)).toBe(true);
    await wait(PAST_SHORT_MS);
    expect(await kindOf(store(), asked)).toBe("busy");
    expect(await store().complete(claim, ANSWER)).toBe(true);
  });

  test(title("complete() keeps the answer as long as each key says"), async () => {
    const [brief, long] = [request({ ttlSeconds: SHORT_SECONDS }), request()];
    const both = { ...brief, keys: [...brief.keys, ...long.keys] };
    await store().complete(await mustClaim(store(), both), ANSWER);
    await wait(PAST_SHORT_MS);
    expect(await kindOf(store(), long)).toBe("done");
    expect(await kindOf(store(), brief)).toBe("claimed");
  });

  test(title("release() keeps progress through a claim that dies"), async () => {
    const asked = request({ claimSeconds: SHORT_SECONDS });
    await store().release(await mustClaim(store(), asked), "half");
    await mustClaim(store(), asked);
    await wait(PAST_SHORT_MS);
    expect(await store().claim(asked)).toMatchObject({ kind: "claimed", progress: "half" });
  });
}
