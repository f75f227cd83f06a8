// Paused channels with more deliveries than one read takes.
import { expect, test } from "vitest";
import { agentAction } from "../../../test/support/actions.ts";
import { embeddedOn, openTestLedger } from "../../../test/support/embedded.ts";
import { createTestHost, type HostTarget } from "../../../test/support/test-host.ts";

/** A store that says how many deliveries are read from it at a time at most. */
function watched(): { readonly target: HostTarget; readonly most: () => number } {
  let most = 0;
  const noting =
    <Filter, Result>(read: (filter: Filter) => Result) =>
    (filter: Filter): Result => {
      const { limit = 0 } = filter as { readonly limit?: number };
      most = Math.max(most, limit);
      return read(filter);
    };
  const target = embeddedOn(async (options) => {
    const ledger = await openTestLedger(options);
    return {
      ...ledger,
      deliveries: noting(ledger.deliveries),
      waitingDeliveries: noting(ledger.waitingDeliveries),
    };
  });
  return { target, most: () => most };
}

const REFUSED = {
  kind: "refused",
  code: "unauthorized",
  message: "No.",
  scope: "credential",
} as const;

test("a paused channel gives up any number of deliveries, and reads 100 at a time", {
  tags: "DEL-10",
}, async () => {
  const { target, most } = watched();
  const host = await createTestHost(target);
  host.channel.script(REFUSED, REFUSED, REFUSED, REFUSED);
  for (let index = 0; index < 250; index++) {
    const fields = { sessionKey: `hook:${index % 50}`, to: `${index}` };
    await host.accept(agentAction({ ...fields, deliver: true, channel: "telegram" }));
  }
  expect((await host.engine.status()).deliveries.queued).toBe(250);
  await host.time.wait(24 * 3_600_000 + 1_000);
  await expect.poll(async () => (await host.engine.status()).deliveries.dead).toBe(250);
  expect(most()).toBe(100);
});

test("a reload ends any number of deliveries of a channel that is gone, and reads 100 at a time", {
  tags: "DEL-4",
}, async () => {
  const { target, most } = watched();
  const host = await createTestHost(target);
  host.channel.script(REFUSED, REFUSED, REFUSED, REFUSED);
  for (let index = 0; index < 120; index++) {
    const fields = { sessionKey: `hook:${index % 50}`, to: `${index}` };
    await host.accept(agentAction({ ...fields, deliver: true, channel: "telegram" }));
  }
  await host.engine.reload({ channels: new Map() });
  expect((await host.engine.status()).deliveries).toMatchObject({ queued: 0, dead: 120 });
  expect((await host.engine.deliveries.list({ limit: 1 })).items).toMatchObject([
    { code: "channel_not_configured" },
  ]);
  expect(most()).toBe(100);
});
