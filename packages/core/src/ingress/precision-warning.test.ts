import { expect, test } from "vitest";
import { createHarness } from "../../test/ingress/harness.ts";

const WARNING =
  "A body was parsed before the hooks got it, and has a number beyond 2^53, whose last digits a parser loses: give the hooks the body as it was sent.";

const hooks = {
  mappings: [{ match: { path: "shop" }, messageTemplate: "Order {{order.id}}" }],
};

function send(harness: ReturnType<typeof createHarness>, json: string, isParsed: boolean) {
  const body = isParsed ? { kind: "parsed" as const, value: JSON.parse(json) as unknown } : json;
  return harness.send({ target: "/hooks/shop", body });
}

test("createPrecisionWarning() warns once of parsed bodies that lost digits", async () => {
  const harness = createHarness({ hooks });
  await send(harness, '{"order":{"id":9007199254740991,"price":0.1234567890123456789}}', true);
  expect(harness.warnings).toEqual([]);
  await send(harness, '{"order":{"id":820982911946154508}}', true);
  await send(harness, '{"order":{"id":-820982911946154508}}', true);
  expect(harness.warnings).toEqual([WARNING]);
});

test("createPrecisionWarning() says nothing of bodies that the hooks parse themselves", async () => {
  const harness = createHarness({ hooks });
  await send(harness, '{"order":{"id":820982911946154508}}', false);
  expect(harness.warnings).toEqual([]);
  expect(harness.dispatched[0]?.action).toMatchObject({
    untrustedText: "Order 820982911946154508",
  });
});
