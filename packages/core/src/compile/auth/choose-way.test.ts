import { expect, test } from "vitest";
import { problemsOf } from "../../../test/auth/configs.ts";
import { SECRET } from "../../../test/auth/requests.ts";

const only = (auth: object) => {
  const [problem] = problemsOf(auth);
  return problem && [problem.code, problem.path.slice(4).join("."), problem.hint].join(" | ");
};

test.each<[object, string]>([
  [{}, 'auth_incomplete |  | Write "secret" or "publicKey" or "token".'],
  [
    { provider: "github" },
    'auth_incomplete |  | Write "secret". Where to find it: The text that you type into Settings, Webhooks, Secret.',
  ],
  [{ provider: "cloudflare" }, 'auth_incomplete |  | Write "token".'],
  [
    { provider: "discord", secret: SECRET },
    'auth_incomplete | secret | Write "publicKey". Where to find it: Developer Portal, the application, General Information, Public Key.',
  ],
  [{ provider: "sparkpost", secret: SECRET }, 'auth_incomplete | secret | Write "token".'],
  [
    { secret: SECRET },
    'auth_incomplete | secret | Write "provider": "github", or "scheme": "hmac" and where the signature stands.',
  ],
  [
    { secret: SECRET, scheme: "publicKey" },
    'auth_incomplete | secret | Write "provider": "github", or "scheme": "hmac" and where the signature stands.',
  ],
  [
    { publicKey: SECRET },
    'auth_incomplete | publicKey | Write "provider": "github", or "scheme": "publicKey" and where the signature stands.',
  ],
  [
    { provider: "gitlab", token: SECRET, secret: SECRET },
    "auth_ambiguous |  | Write one of them: a sender proves who it is in one way.",
  ],
  [
    { provider: "github", secret: SECRET, scheme: "hmac" },
    'auth_ambiguous | scheme | Remove "scheme", or "provider".',
  ],
  [
    { token: SECRET, header: "a", query: "b" },
    'auth_ambiguous |  | Write one of "header", "query", "json" and "basic".',
  ],
  [
    { token: SECRET },
    'auth_incomplete |  | Write "header": "x-token", or "query", "json" or "basic".',
  ],
  [
    { token: SECRET, json: "a[" },
    'auth_scheme_invalid | json | Write a path such as "passcode" or "meta.token".',
  ],
])("trap 17 chooseWay() says what is wrong with %j", (auth, text) => {
  expect(only(auth)).toBe(text);
});

test("chooseWay() takes a token where a vendor with signatures was given its place", () => {
  expect(problemsOf({ provider: "github", token: SECRET, header: "x-own" })).toEqual([]);
});
