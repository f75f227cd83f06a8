import { expect, test } from "vitest";
import { createFakeTimer } from "../../test/ingress/fake-body.ts";
import { createYield } from "./body-source.ts";

test("createYield() does not pause a loop while timers fire", () => {
  const { timer, fire } = createFakeTimer();
  let now = 0;
  const yieldToOthers = createYield(timer, () => now);
  for (let turn = 0; turn < 10; turn++) {
    expect(yieldToOthers()).toBe(undefined);
    now += 1_000;
    expect(yieldToOthers()).toBe(undefined);
    fire();
  }
});

test("createYield() pauses a loop that has kept timers from firing, until they have", async () => {
  const { timer, fire, pending } = createFakeTimer();
  let now = 0;
  const yieldToOthers = createYield(timer, () => now);
  yieldToOthers();
  now += 1_001;
  const pause = yieldToOthers();
  expect(pause).toBeInstanceOf(Promise);
  expect(pending()).toEqual([0, 25]);
  fire();
  fire();
  await pause;
  expect(yieldToOthers()).toBe(undefined);
});

test("createYield() takes the timer and the clock of the runtime by default", () => {
  expect(createYield()()).toBe(undefined);
});
