import { expect, test } from "vitest";
import { BODIES_WITH_IDS, findDeliveryId, HEADERS_WITH_IDS } from "./dispatch-call.ts";

test.each(HEADERS_WITH_IDS)("findDeliveryId() reads $header", ({ header, beside }) => {
  const headers = { [header]: " d-1 ", ...(beside !== undefined && { [beside]: "x" }) };
  expect(findDeliveryId(headers, {})).toEqual({ id: "d-1", from: "header" });
  if (beside !== undefined) expect(findDeliveryId({ [header]: "d-1" }, {})).toBe(undefined);
});

const bodies: readonly [string, object, string][] = [
  ["Stripe", { id: "evt_1", object: "event", data: { object: { id: "ch_1" } } }, "evt_1"],
  ["Slack", { event_id: "Ev1", type: "event_callback", event: { type: "message" } }, "Ev1"],
  ["Typeform", { event_id: "01H", event_type: "form_response" }, "01H"],
  ["Square", { event_id: "sq-1", merchant_id: "M1" }, "sq-1"],
  ["Paddle", { event_id: "evt_01", notification_id: "ntf_01" }, "evt_01"],
  ["PagerDuty", { event: { id: "01D", event_type: "incident.triggered" } }, "01D"],
  ["Telnyx", { data: { id: "tx-1", record_type: "event" } }, "tx-1"],
  ["Trello", { action: { id: "tr-1", idMemberCreator: "m" }, model: {} }, "tr-1"],
  ["Intercom", { id: "notif_1", type: "notification_event" }, "notif_1"],
  ["Notion", { id: "n-1", integration_id: "i-1", type: "page.created" }, "n-1"],
  ["PayPal", { id: "WH-1", event_version: "1.0" }, "WH-1"],
  ["Amazon SNS", { MessageId: "sns-1", TopicArn: "arn:aws:sns:x" }, "sns-1"],
  ["Pub/Sub", { message: { messageId: "42", data: "e30=" }, subscription: "s" }, "42"],
];

test.each(bodies)("findDeliveryId() reads the body of %s", (_provider, body, id) => {
  expect(findDeliveryId({}, body)).toEqual({ id, from: "body" });
});

test("findDeliveryId() has a test for each row of bodies", () => {
  expect(bodies).toHaveLength(BODIES_WITH_IDS.length);
});

test("findDeliveryId() prefers a header to a body", () => {
  const found = findDeliveryId({ "webhook-id": "msg_1" }, { id: "evt_1", object: "event" });
  expect(found).toEqual({ id: "msg_1", from: "header" });
});

test.each([
  ["an id without the field of its provider", {}, { id: "evt_1", event_id: "Ev1" }],
  ["the wrong text in that field", {}, { id: "in_1", object: "invoice" }],
  ["a number", {}, { id: 1, object: "event" }],
  ["a body that is no object", {}, null],
  ["an inherited field", {}, Object.create({ id: "evt_1", object: "event" })],
  ["a header that is too long", { "webhook-id": "a".repeat(257) }, {}],
  ["a header with control characters", { "webhook-id": "a\u0007" }, {}],
  ["an empty header", { "webhook-id": " " }, {}],
  ["a header that names the subscription", { "x-gitlab-webhook-uuid": "w-1" }, {}],
])("findDeliveryId() does not take %s", (_what, headers, body) => {
  expect(findDeliveryId(headers, body)).toBe(undefined);
});
