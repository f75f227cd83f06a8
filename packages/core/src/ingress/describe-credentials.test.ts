import { expect, test } from "vitest";
import { describeHead, describeTokenFailure } from "./describe-credentials.ts";

const SECRET = "s3cret-of-somebody";
const CARRIERS = { headers: ["x-gateway-token", "x-other"], query: true };

test.each([
  [{}, {}, "The request has no credentials."],
  [{ authorization: " " }, {}, "The request has no credentials."],
  [{ authorization: `Token ${SECRET}` }, {}, 'an Authorization header of the scheme "Token"'],
  [{ authorization: `Digest username="a", realm="b"` }, {}, 'of the scheme "Digest"'],
  [{ authorization: "AWS4-HMAC-SHA256 Credential=a/b, x=y" }, {}, 'scheme "AWS4-HMAC-SHA256"'],
  [{ authorization: SECRET }, {}, "an Authorization header without a scheme"],
  [{ authorization: "correct horse battery" }, {}, "an Authorization header without a scheme"],
  [{ authorization: "correct horse" }, {}, "an Authorization header without a scheme"],
  [{ authorization: "horse correct=battery" }, {}, "an Authorization header without a scheme"],
  [{ authorization: `ApiKey ${SECRET}` }, {}, 'the scheme "ApiKey"'],
  [{ authorization: `Klaviyo-API-Key ${SECRET}` }, {}, 'the scheme "Klaviyo-API-Key"'],
  [{ authorization: `HMAC-SHA256 ${SECRET}` }, {}, 'the scheme "HMAC-SHA256"'],
  [{ "x-hub-signature-256": SECRET }, {}, 'the header "x-hub-signature-256"'],
  [{ "X-API-Key": SECRET, "stripe-signature": SECRET }, {}, '"x-api-key", "stripe-signature"'],
  [{ "user-agent": "x", "content-type": "y" }, { a: "b" }, "The request has no credentials."],
  [{}, { key: SECRET }, '"key" in its query'],
  [{ authorization: `Basic ${SECRET}` }, { token: SECRET }, '"Basic", and "token" in its query.'],
])("describeHead() says of %j and %j what is there, and no value", (headers, query, sentence) => {
  const said = describeHead({ headers, query });
  expect(said).toContain(sentence);
  expect(said).not.toMatch(/s3cret|correct|horse/);
});

test("describeHead() shows at most three headers, and no name that is long", () => {
  const names = ["x-a-token", "x-b-token", "x-c-token", "x-d-token", `x-${"y".repeat(60)}-token`];
  const said = describeHead({
    headers: Object.fromEntries(names.toReversed().map((name) => [name, SECRET])),
    query: {},
  });
  expect(said).toBe('The request has the headers "x-d-token", "x-c-token", "x-b-token".');
});

test.each([
  [{ authorization: `Bearer ${SECRET}` }, {}, "It came as a bearer token."],
  [{ "x-other": SECRET }, {}, "It came in the header x-other."],
  [{}, { token: SECRET }, "It came in the query."],
  [{ authorization: `Basic ${SECRET}` }, {}, 'The hook token comes as "Authorization: Bearer …".'],
])("describeTokenFailure() says how %j and %j carry a wrong token", (headers, query, sentence) => {
  const said = describeTokenFailure({ headers, query }, CARRIERS);
  expect(said).toContain(sentence);
  expect(said).not.toContain(SECRET);
});
