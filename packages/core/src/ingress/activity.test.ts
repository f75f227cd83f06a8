import { expect, test } from "vitest";
import { createGate } from "../../../../tools/test-support/gate.ts";
import { createFakeTime } from "../../test/ingress/fake-time.ts";
import { createHarness } from "../../test/ingress/harness.ts";
import { createActivity } from "./activity.ts";

/** Whether a promise has resolved by the next turns of the event loop. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
  return settled;
}

test("idle() resolves where nothing runs, each time", async () => {
  const harness = createHarness();
  await harness.idle();
  await harness.send();
  await harness.send({ headers: {} });
  await harness.idle();
});

test("idle() waits for every request in progress, and for those that come meanwhile", async () => {
  const gates = [createGate(), createGate()];
  const waiting = [...gates];
  const harness = createHarness({ ingress: { dispatch: () => waiting.shift()?.opened } });
  const first = harness.send();
  const idle = Promise.all([harness.idle(), harness.idle()]);
  const second = harness.send();
  gates[0]?.open();
  await first;
  expect(await isSettled(idle)).toBe(false);
  gates[1]?.open();
  await second;
  await idle;
});

test("requests() counts the requests in progress, and no other work", () => {
  const activity = createActivity(createFakeTime().timer);
  activity.begin();
  activity.beginRequest();
  activity.beginRequest();
  activity.endRequest();
  expect(activity.requests()).toBe(1);
});

test("idle() goes on waiting where a request comes in the turn in which the last one ended", async () => {
  const time = createFakeTime();
  const gate = createGate();
  const harness = createHarness({
    ingress: { dispatch: () => gate.opened, timer: time.timer, clock: time.clock },
  });
  const idle = harness.idle();
  const request = harness.send();
  await time.advance(0);
  expect(await isSettled(idle)).toBe(false);
  gate.open();
  await request;
  await time.advance(0);
  await idle;
});

test("idle() waits for a dispatch whose sender was told 503", async () => {
  const gate = createGate();
  const harness = createHarness({ ingress: { dispatch: () => gate.opened, dispatchTimeoutMs: 5 } });
  expect((await harness.send()).status).toBe(503);
  const idle = harness.idle();
  expect(await isSettled(idle)).toBe(false);
  gate.open();
  await idle;
});

test("idle() does not count requests that are not for the hooks", async () => {
  const harness = createHarness();
  expect(harness.isOurs("/other")).toBe(false);
  await harness.idle();
});

test("idle() counts a request whose hooks cannot be had", async () => {
  const hooks = () => {
    throw new Error("no hooks");
  };
  const harness = createHarness({ ingress: { hooks } });
  expect((await harness.send()).status).toBe(500);
  await harness.idle();
});
