// Law: whatever is claimed, completed, released and extended in which order, and however the clock jumps,
// the memory store does what a model of a few lines says.
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../tools/test-support/runs.ts";
import {
  type Claim,
  type ClaimResult,
  createMemoryStore,
  type IdempotencyKey,
} from "../../src/serving/ingress/store.ts";

interface Entry {
  token?: string;
  claimedUntil: number;
  print?: number | undefined;
  kept?: { text: string; isAnswer: boolean; until: number } | undefined;
}

/** One record for each key, looked at afresh each time: no tables, no sweeping, no bounds. */
class Model {
  readonly #entries = new Map<string, Entry>();

  claim(keys: readonly IdempotencyKey[], now: number, seconds: number): Omit<ClaimResult, "token"> {
    const found = keys.map(({ key }) => this.#at(key, now));
    const isConflict = found.some(({ print, ...entry }, at) => {
      const asked = keys[at]?.fingerprint;
      const isKnown = entry.token !== undefined || entry.kept !== undefined;
      return isKnown && print !== undefined && asked !== undefined && print !== asked;
    });
    if (isConflict) return { kind: "conflict" };
    const answer = found.find(({ kept }) => kept?.isAnswer)?.kept?.text;
    if (answer !== undefined) return { kind: "done", answer: answerOf(answer) } as never;
    if (found.some(({ token }) => token !== undefined)) return { kind: "busy" };
    const progress = found.find(({ kept }) => kept !== undefined)?.kept?.text;
    for (const [at, { key, fingerprint }] of keys.entries()) {
      const { kept } = found[at] as Entry;
      this.#entries.set(key, {
        token: "new",
        claimedUntil: now + seconds * 1_000,
        print: fingerprint,
        kept,
      });
    }
    return { kind: "claimed", ...(progress !== undefined && { progress }) } as never;
  }

  name(keys: readonly IdempotencyKey[], token: string): void {
    for (const { key } of keys) (this.#entries.get(key) as Entry).token = token;
  }

  extend({ keys, token }: Claim, now: number, seconds: number): boolean {
    if (!this.#holds(keys, token, now)) return false;
    for (const { key } of keys) this.#at(key, now).claimedUntil = now + seconds * 1_000;
    return true;
  }

  settle({ keys, token }: Claim, now: number, kept?: { text: string; isAnswer: boolean }): boolean {
    if (!this.#holds(keys, token, now)) return false;
    for (const { key, ttlSeconds, fingerprint: print } of keys) {
      const until = now + ttlSeconds * 1_000;
      this.#entries.set(key, { claimedUntil: 0, print, kept: kept && { ...kept, until } });
    }
    return true;
  }

  #holds(keys: readonly IdempotencyKey[], token: string, now: number): boolean {
    return keys.every(({ key }) => this.#at(key, now).token === token);
  }

  #at(key: string, now: number): Entry {
    const entry = this.#entries.get(key) ?? { claimedUntil: 0 };
    if (entry.claimedUntil <= now) delete entry.token;
    if (entry.kept !== undefined && entry.kept.until <= now) entry.kept = undefined;
    this.#entries.set(key, entry);
    return entry;
  }
}

function answerOf(body: string) {
  return { status: 200, headers: {}, body };
}

const keyLists = fc.uniqueArray(
  fc.record(
    {
      key: fc.constantFrom("a", "b", "c"),
      ttlSeconds: fc.constantFrom(1, 10, 100),
      fingerprint: fc.constantFrom(1, 1, 1, 2 ** 53 - 1),
    },
    { requiredKeys: ["key", "ttlSeconds"] },
  ),
  { minLength: 1, maxLength: 3, selector: ({ key }) => key },
);
const which = fc.nat({ max: 5 });
const seconds = fc.constantFrom(1, 5, 30);
type Step =
  | { do: "claim"; keys: IdempotencyKey[]; seconds: number }
  | { do: "complete" | "release" | "progress"; which: number }
  | { do: "extend"; which: number; seconds: number }
  | { do: "jump"; by: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("claim" as const), keys: keyLists, seconds }),
  fc.record({ do: fc.constantFrom("complete" as const, "release", "progress"), which }),
  fc.record({ do: fc.constant("extend" as const), which, seconds }),
  // Clocks are set back, too.
  fc.record({
    do: fc.constant("jump" as const),
    by: fc.constantFrom(1, 500, 1_000, 6_000, 40_000, -3_000),
  }),
);

/** Both, and the claims that were given: the last one first. */
class Pair {
  #clock = 1_000_000;
  /** As the store saw it: what it once saw is over stays so. */
  #latest = Number.NEGATIVE_INFINITY;
  readonly #store = createMemoryStore({ clock: () => this.#clock });
  readonly #model = new Model();
  readonly #claims: Claim[] = [];
  #texts = 0;

  take(step: Step): void {
    switch (step.do) {
      case "jump":
        this.#clock += step.by;
        return;
      case "claim":
        this.#claim(step.keys, step.seconds);
        return;
      default: {
        const claim = this.#claims[step.which];
        if (claim !== undefined) this.#settle(step, claim);
      }
    }
  }

  #see(): void {
    this.#latest = Math.max(this.#latest, this.#clock);
  }

  #claim(keys: readonly IdempotencyKey[], seconds: number): void {
    this.#see();
    const request = { scope: "s", keys, claimSeconds: seconds };
    const { token, ...reported } = this.#store.claim(request) as { token?: string } & ClaimResult;
    expect(reported).toEqual(this.#model.claim(keys, this.#latest, seconds));
    if (token === undefined) return;
    this.#model.name(keys, token);
    this.#claims.unshift({ scope: "s", keys, token });
  }

  #settle(step: Exclude<Step, { do: "jump" | "claim" }>, claim: Claim): void {
    this.#see();
    const now = this.#latest;
    this.#texts += 1;
    const text = `text ${this.#texts}`;
    const isAnswer = step.do === "complete";
    if (step.do === "extend") {
      const expected = this.#model.extend(claim, now, step.seconds);
      expect(this.#store.extend(claim, step.seconds)).toBe(expected);
      return;
    }
    const kept = step.do === "release" ? undefined : { text, isAnswer };
    const expected = this.#model.settle(claim, now, kept);
    const reported = isAnswer
      ? this.#store.complete(claim, answerOf(text))
      : this.#store.release(claim, kept?.text);
    expect(reported).toBe(expected);
  }
}

test("createMemoryStore() does what its model says", () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 40 }), (list) => {
      const pair = new Pair();
      for (const step of list) pair.take(step);
    }),
    { numRuns: runs(1_000) },
  );
});
