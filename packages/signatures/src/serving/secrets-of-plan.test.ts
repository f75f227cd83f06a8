import { expect, test } from "vitest";
import type { AuthInput } from "../authoring/plan-auth/auth-input.ts";
import { planAuth } from "../authoring/plan-auth/plan-auth.ts";
import { secretsOfPlan } from "./secrets-of-plan.ts";

const [A, B, C] = [{ env: "A" }, { file: "b.pem" }, { source: "exec", id: "c" }];

test.each<[AuthInput, readonly (readonly [unknown, ...(string | number)[]])[]]>([
  [{ provider: "github", secret: "text" }, [["text", "secret"]]],
  [
    { provider: "github", secrets: [A, B] },
    [
      [A, "secrets", 0],
      [B, "secrets", 1],
    ],
  ],
  [{ provider: "discord", publicKey: B }, [[B, "publicKey"]]],
  [
    { provider: "meta", secret: A, handshake: { verifyToken: C } },
    [
      [A, "secret"],
      [C, "handshake", "verifyToken"],
    ],
  ],
  [
    { basic: { user: "ann", password: A } },
    [
      ["ann", "basic", "user"],
      [A, "basic", "password"],
    ],
  ],
  [{ provider: "telegram", token: C }, [[C, "token"]]],
  [{ provider: "mailgun", secret: A }, [[A, "secret"]]],
  [{ provider: "netlify", secret: A }, [[A, "secret"]]],
  [{ provider: "pubsub", audience: "a", email: "b" }, []],
  [
    { token: A, header: "x-t", handshake: { echo: { from: "query.a", to: "text" } } },
    [[A, "token"]],
  ],
  [{ provider: "sns", topics: ["arn:aws:sns:eu-central-1:123456789012:name"] }, []],
  [{ verify: "own" }, []],
])("secretsOfPlan() lists what is read for %j", (auth, expected) => {
  const planned = planAuth(auth);
  const found = planned.ok ? secretsOfPlan(planned.plan) : planned.problems;
  expect(found).toEqual(expected.map(([secret, ...at]) => ({ at, secret })));
});
