import { expect, test } from "vitest";
import { EVENT_STATUS } from "../../generated/event-status.ts";
import { CONFIG_CODES } from "./config-codes.ts";
import { EVENT_CODES } from "./event-codes.ts";

test("EVENT_CODES gives each code the status that its refusals have", () => {
  const statuses = Object.entries(EVENT_CODES).map(([code, { status }]) => [code, status]);
  expect(Object.fromEntries(statuses)).toEqual(EVENT_STATUS);
});

test("EVENT_CODES and CONFIG_CODES say what each code means in one sentence", () => {
  const meanings = [
    ...Object.values(EVENT_CODES).map(({ meaning }) => meaning),
    ...Object.values(CONFIG_CODES),
  ];
  for (const meaning of meanings) expect(meaning).toMatch(/^[A-Z][^.]*(?:\.\w[^.]*)*\.$/);
});
