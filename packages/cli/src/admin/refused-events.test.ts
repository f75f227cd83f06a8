import type { RequestRecord } from "@hookwright/core/ingress";
import { expect, test } from "vitest";
import { createRefusedEvents } from "./refused-events.ts";

function record(fields: Partial<RequestRecord>): RequestRecord {
  const { outcome = "refused", ...rest } = fields;
  return { status: 204, receivedAt: 0, route: "stripe", outcome, ...rest } as RequestRecord;
}

test("createRefusedEvents() counts refusals that their senders were told of as a success, for an hour", () => {
  const events = createRefusedEvents();
  expect(events.reasons(0)).toEqual([]);
  events.observe(record({ status: 400 }));
  events.observe(record({ outcome: "handled" }));
  expect(events.reasons(0)).toEqual([]);
  events.observe(record({}));
  events.observe(record({ route: "shop", receivedAt: 1_000_000 }));
  events.observe(record({ route: "shop", receivedAt: 1_000_000, status: 200 }));
  expect(events.reasons(1_000_000)).toEqual([
    expect.stringContaining('1 event for "stripe"'),
    expect.stringContaining('2 events for "shop"'),
  ]);
  expect(events.reasons(3_600_000)).toEqual([expect.stringContaining('2 events for "shop"')]);
  for (let at = 0; at < 1_200; at += 1) events.observe(record({ receivedAt: 4_000_000 }));
  expect(events.reasons(4_000_000)).toEqual([expect.stringContaining("1000 events")]);
});
