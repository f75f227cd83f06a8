// Twilio's library signs a URL that has a query of its own, to which Twilio adds the hash of the body.
import { expect, test } from "vitest";
import { load } from "../../../conformance/judges/load-sdk.mjs";
import { JSON_BODY, keyFor, PUBLIC_URL, schemeOf, signOurs, verifyOurs } from "./judged.ts";

const scheme = schemeOf("twilio");
const key = keyFor(scheme);
const publicUrl = `${PUBLIC_URL}?tenant=7&x=%27`;
const library = load("twilio/lib/webhooks/webhooks.js");

test("verifySignature() for twilio: accepts what twilio signs for a URL with a query of its own", async () => {
  const query = `tenant=7&x=%27&bodySHA256=${library.getExpectedBodyHash(JSON_BODY)}`;
  const url = `${PUBLIC_URL}?${query}`;
  const signature = library.getExpectedTwilioSignature(key.shown, url, {});
  const headers = { "content-type": "application/json", "x-twilio-signature": signature };
  const sent = { headers, query, body: JSON_BODY, sentAt: 0 };
  expect(await verifyOurs(scheme, { secrets: [key.shown], sent, publicUrl })).toMatchObject({
    ok: true,
  });
  const other = { ...sent, query: query.replace("tenant=7", "tenant=8") };
  expect(await verifyOurs(scheme, { secrets: [key.shown], sent: other, publicUrl })).toMatchObject({
    ok: false,
  });
});

test("signRequest() for twilio: twilio accepts it for a URL with a query of its own", async () => {
  const query = "tenant=7&x=%27";
  const sent = await signOurs(scheme, { key, sentAt: 0, publicUrl, query });
  const url = `${PUBLIC_URL}?${sent.query}`;
  const signature = sent.headers["x-twilio-signature"];
  expect(library.validateRequestWithBody(key.shown, signature, url, sent.body)).toBe(true);
});
