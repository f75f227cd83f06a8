// What every store of idempotency keys must do, as tests: for memory, for Redis, and for a store of your own.
import { expect, test } from "vitest";
import type { ClaimRequest } from "../../../packages/core/src/serving/ingress/store.ts";
import { describeExpiry } from "./store-expiry-suite.ts";
import { ANSWER, kindOf, mustClaim, request, type StoreUnderTest } from "./store-helpers.ts";

export function describeStore(name: string, tested: StoreUnderTest): void {
  const { store } = tested;
  const title = (text: string) => `${name}: ${text}`;

  test(title("claim() gives a key to one alone, however many ask at once"), async () => {
    const asked = request();
    const results = await Promise.all(Array.from({ length: 20 }, () => store().claim(asked)));
    const kinds = results.map(({ kind }) => kind).sort();
    expect(kinds).toEqual([...Array.from({ length: 19 }, () => "busy"), "claimed"]);
  });

  test(title("complete() gives its answer to every claim after it, whole"), async () => {
    const asked = request();
    expect(await store().complete(await mustClaim(store(), asked), ANSWER)).toBe(true);
    for (let turn = 0; turn < 2; turn++) {
      expect(await store().claim(asked)).toEqual({ kind: "done", answer: ANSWER });
    }
  });

  test(title("complete() keeps an answer without a run and with an empty body"), async () => {
    const asked = request();
    const answer = { status: 204, headers: {}, body: "" };
    await store().complete(await mustClaim(store(), asked), answer);
    expect(await store().claim(asked)).toEqual({ kind: "done", answer });
  });

  test(title("claim() says conflict for another fingerprint, in flight and done"), async () => {
    const asked = request({ fingerprint: 1 });
    const other = { ...asked, keys: asked.keys.map((key) => ({ ...key, fingerprint: 2 })) };
    const claim = await mustClaim(store(), asked);
    expect(await kindOf(store(), other)).toBe("conflict");
    expect(await kindOf(store(), asked)).toBe("busy");
    await store().complete(claim, ANSWER);
    expect(await kindOf(store(), other)).toBe("conflict");
    expect(await kindOf(store(), asked)).toBe("done");
  });

  test(title("claim() compares fingerprints only where both are there"), async () => {
    const asked = request({ fingerprint: 1 });
    const bare = { ...asked, keys: asked.keys.map(({ key, ttlSeconds }) => ({ key, ttlSeconds })) };
    await mustClaim(store(), asked);
    expect(await kindOf(store(), bare)).toBe("busy");
  });

  test(title("release() forgets the event, so that the next claim is given"), async () => {
    const asked = request();
    const claim = await mustClaim(store(), asked);
    expect(await store().release(claim)).toBe(true);
    const next = await mustClaim(store(), asked);
    expect(next.token).not.toBe(claim.token);
  });

  test(title("release() hands progress to the next claim, until one is completed"), async () => {
    const asked = request();
    await store().release(await mustClaim(store(), asked), '{"done":[1]}');
    expect(await store().claim(asked)).toMatchObject({ kind: "claimed", progress: '{"done":[1]}' });
    const other = request();
    await store().release(await mustClaim(store(), other), "half");
    await store().complete(await mustClaim(store(), other), ANSWER);
    expect(await store().claim(other)).toEqual({ kind: "done", answer: ANSWER });
  });

  test(title("release() without progress forgets what was before"), async () => {
    const asked = request();
    await store().release(await mustClaim(store(), asked), "half");
    await store().release(await mustClaim(store(), asked));
    expect(await store().claim(asked)).not.toHaveProperty("progress");
  });

  test(title("claim() takes all keys of an event or none"), async () => {
    const [first, second, third] = [request(), request(), request()].map(({ keys }) => keys[0]);
    if (!first || !second || !third) throw new Error("no keys");
    const { scope, claimSeconds } = request();
    const of = (...keys: (typeof first)[]): ClaimRequest => ({ scope, keys, claimSeconds });
    const claim = await mustClaim(store(), of(first, second));
    expect(await kindOf(store(), of(second, third))).toBe("busy");
    // Nothing was left behind by the claim that was not given.
    expect(await kindOf(store(), of(third))).toBe("claimed");
    await store().complete(claim, ANSWER);
    expect(await kindOf(store(), of(first))).toBe("done");
    expect(await kindOf(store(), of(second))).toBe("done");
  });

  test(
    title("claim() gives events that share keys to one of them, in whatever order they name them"),
    async () => {
      const { scope, claimSeconds } = request();
      const keys = [request(), request(), request()].flatMap((one) => one.keys);
      const orders = [
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
        [0, 2, 1],
      ].map((order) => order.flatMap((at) => keys[at] ?? []));
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          store().claim({ scope, keys: orders[at % orders.length] ?? [], claimSeconds }),
        ),
      );
      expect(results.filter(({ kind }) => kind === "claimed")).toHaveLength(1);
      expect(results.filter(({ kind }) => kind === "busy")).toHaveLength(19);
    },
  );

  test.each([undefined, "half"])(
    title("release(claim, %j) frees all keys of an event at once"),
    async (progress) => {
      const { scope, claimSeconds } = request();
      const keys = [request(), request(), request()].flatMap((one) => one.keys);
      const single = keys.map((key) => ({ scope, keys: [key], claimSeconds }));
      const claim = await mustClaim(store(), { scope, keys, claimSeconds });
      expect(await Promise.all(single.map((one) => kindOf(store(), one)))).toEqual([
        "busy",
        "busy",
        "busy",
      ]);
      expect(await store().release(claim, progress)).toBe(true);
      const next = await Promise.all(single.map((one) => store().claim(one)));
      const freed = { kind: "claimed", token: expect.any(String), ...(progress && { progress }) };
      expect(next).toEqual([freed, freed, freed]);
    },
  );

  test(title("claim() says done before busy, whichever key it is"), async () => {
    const [done, busy] = [request(), request()];
    await store().complete(await mustClaim(store(), done), ANSWER);
    await mustClaim(store(), busy);
    const both = { ...done, keys: [...busy.keys, ...done.keys] };
    expect(await kindOf(store(), both)).toBe("done");
  });

  test(title("claim() keeps scopes apart"), async () => {
    const asked = request();
    await mustClaim(store(), asked);
    expect(await kindOf(store(), { ...asked, scope: "auth:orders orders" })).toBe("claimed");
  });

  test(title("claim() knows keys with any characters"), async () => {
    for (const key of ["a b", "ä€𝄞", "{tag}", "a\tb", "k:{x}*?[", "'\";--"]) {
      const asked = { ...request(), keys: [{ key, ttlSeconds: 60 }] };
      await mustClaim(store(), asked);
      expect(await kindOf(store(), asked)).toBe("busy");
    }
  });

  describeExpiry(name, tested);
}
