import { expect, test } from "vitest";
import { problemsOf } from "../../../test/auth/configs.ts";
import { SECRET } from "../../../test/auth/requests.ts";

const hintOf = (provider: string) => problemsOf({ provider, secret: SECRET })[0]?.hint;

test.each([
  ["githb", 'Write "github".'],
  ["GitHub", 'Write "github".'],
  ["facebook", 'Write "meta".'],
  ["WhatsApp", 'Write "meta".'],
  ["Microsoft Teams", 'Write "microsoft-teams".'],
  ["standard_webhooks", 'Write "standard-webhooks".'],
  ["cal.com", 'Write "cal-com".'],
  ["Pub/Sub", 'Write "pubsub".'],
  ["gmail", 'Write "pubsub".'],
  ["AWS SNS", 'Write "sns".'],
])("findProvider() tells which provider is meant by %j", (written, hint) => {
  expect(hintOf(written)).toBe(hint);
});

test.each(["plaid", "PayPal", "Wise"])(
  "findProvider() says that %j comes later, and what to write until then",
  (written) => {
    expect(hintOf(written)).toContain('{ "verify": "name" }');
  },
);

test("findProvider() says what to write for a sender that is not in the table", () => {
  expect(hintOf("my-own-monolith")).toContain('"scheme": "hmac"');
  expect(hintOf("constructor")).toContain('"scheme": "hmac"');
});

test("findProvider() takes white space around the name", () => {
  expect(problemsOf({ provider: " github ", secret: SECRET })).toEqual([]);
});
