import { expect, test } from "vitest";
import type { Shared } from "../model/share.ts";
import { redactShared } from "./redact-shared.ts";

const STATE: Shared = {
  v: 1,
  format: "yaml",
  config: [
    "hooks:",
    "  token: a-literal-token # mine",
    "  auth: { secret: ${GITHUB_SECRET} }",
    "channels:",
    "  telegram:",
    '    botToken: "123:abc",',
  ].join("\n"),
  event: {
    path: "github",
    headers: "X-Hub-Signature-256: sha256=0f\nAuthorization: Bearer xyz\nX-GitHub-Event: push",
    query: "",
    payload:
      '{"email": "ann@acme.io", "api_key": "k1k1k1k1", "note": "sk_live_4242424242424242abcd", "action": "opened"}',
  },
};

test("redactShared() replaces what looks private and names where it was; references and the rest stay", () => {
  const { shared, found } = redactShared(STATE);
  expect(found).toEqual(
    expect.arrayContaining([
      "config: the value of token",
      "config: the value of botToken",
      "headers.x-hub-signature-256",
      "headers.authorization",
      "payload.email",
      "payload.api_key",
      "payload.note",
    ]),
  );
  expect(shared.config).toContain("token: REDACTED # mine");
  expect(shared.config).toContain('botToken: "REDACTED",');
  expect(shared.config).toContain("secret: ${GITHUB_SECRET}");
  expect(shared.event.headers).toBe("x-github-event: push");
  expect(JSON.parse(shared.event.payload).action).toBe("opened");
  for (const secret of [
    "a-literal-token",
    "123:abc",
    "sha256=0f",
    "xyz",
    "acme.io",
    "k1k1",
    "4242",
  ]) {
    expect(JSON.stringify({ shared, found })).not.toContain(secret);
  }
});

test("redactShared() finds nothing in an example", () => {
  const event = { path: "ci", headers: "", query: "", payload: '{"state": "red"}' };
  expect(redactShared({ ...STATE, config: "hooks: {}", event }).found).toEqual([]);
});

test("redactShared() says so if it could not look through the event", () => {
  const { found } = redactShared({ ...STATE, config: "", event: { ...STATE.event, payload: "{" } });
  expect(found).toEqual(["event: it cannot be read, so it was not looked through"]);
});
