import { expect, test } from "vitest";
import { requestOf, webCrypto } from "../../../../core/test/auth/requests.ts";
import { linkAuth } from "../../serving/link-auth.ts";
import type { AuthInput } from "./auth-input.ts";
import { planAuth } from "./plan-auth.ts";

const secret = { env: "SECRET" };

test.each<[AuthInput, object]>([
  [
    { provider: " mailchimp ", token: secret, query: "key" },
    { provider: { id: "mailchimp" }, body: { nestsForms: true } },
  ],
  [
    { provider: "notion", secret },
    {
      provider: { id: "notion", name: "Notion", sendsSecret: true },
      delivery: { id: { json: "id" } },
    },
  ],
  [
    { provider: "slack", secret },
    { body: { formats: ["json", "form"] }, handshake: { name: "slack" } },
  ],
  [
    { provider: "x", secret },
    { signsForStrangers: true, isKeyOfRow: true, secrets: [{ at: ["secret"], secret }] },
  ],
  [
    { provider: "stripe", secret, key: "utf8", orToken: true },
    { orToken: true, replaySeconds: 600 },
  ],
  [
    { provider: "sns", topics: ["arn:aws:sns:eu-central-1:123456789012:name"], confirm: true },
    { message: "sns", confirms: true, handshake: { name: "sns" } },
  ],
])("planAuth() copies what is known of the vendor: %j", (auth, facts) => {
  expect(planAuth(auth)).toMatchObject({ ok: true, plan: facts, problems: [] });
});

test("planAuth() returns what is valid of a wrong auth, so that its secrets are read, too", () => {
  const wrong = { provider: "slack", secret, handshake: { name: "zoom", probe: "GET" } } as const;
  const planned = planAuth(wrong, { path: ["auth"] });
  expect(planned).toMatchObject({
    ok: false,
    plan: { path: ["auth"], secrets: [{ at: ["secret"] }] },
    problems: [{ code: "auth_ambiguous", at: ["handshake", "name"] }],
  });
  expect(planAuth({ provider: "slak", secret })).toMatchObject({
    plan: undefined,
    problems: [{ code: "provider_unknown", hint: 'Write "slack".' }],
  });
});

test("linkAuth() refuses an unsigned message with and without a public URL", async () => {
  const publicUrl = "https://hooks.example.com/hooks/x?tenant=7";
  const planned = planAuth({ provider: "mailgun", secret: "a-secret-of-24-letters-xx", publicUrl });
  if (!planned.ok) throw new Error("no plan");
  const linked = linkAuth(planned.plan, { crypto: webCrypto, readSecret: String });
  if (!linked.ok) throw new Error("not linked");
  const result = await linked.auth.check(requestOf({ text: "{}" }));
  expect(result).toEqual({ ok: false, code: "signature_missing" });
});
