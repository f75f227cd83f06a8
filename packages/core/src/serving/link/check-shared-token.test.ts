import { expect, test } from "vitest";
import { compileUsable, withProblems } from "../../../test/reporting.ts";
import { planSecrets } from "../../authoring/plan/plan-secrets.ts";
import type { Secrets } from "../../model/ports.ts";
import { linkTokens } from "./link-tokens.ts";

const TOKEN = "a-token-of-at-least-24-characters";

const check = (input: unknown, { secrets }: { secrets: Secrets }) =>
  withProblems((report) =>
    linkTokens(
      { ...planSecrets({ enabled: true, token: TOKEN }, input, report), mappings: [] },
      { secrets, isPublic: false, report },
    ),
  ).problems;

const gateway = (token: unknown) => ({ gateway: { auth: { token } } });

test.each([
  [TOKEN],
  [` ${TOKEN} `],
  ["${OTHER}"],
  [{ source: "env", provider: "default", id: "OTHER" }],
])("linkTokens() warns of the gateway's token %j where it equals the hook token", (written) => {
  expect(check(gateway(written), { secrets: () => TOKEN })).toEqual([
    {
      code: "token_shared",
      severity: "warning",
      path: ["hooks", "token"],
      message: "hooks.token equals gateway.auth.token, so that every sender can use the gateway.",
      hint: "Give the hooks a token of their own.",
    },
  ]);
});

test.each([
  [{}],
  [null],
  [gateway("another-token")],
  [gateway(undefined)],
  [gateway(null)],
  [gateway(7)],
  [gateway({})],
  [gateway({ source: "vault", id: "x" })],
  [gateway("${MISSING}")],
  [{ gateway: "x" }],
  [
    {
      get gateway(): never {
        throw new Error("locked");
      },
    },
  ],
])("linkTokens() says nothing of the gateway's config %#", (input) => {
  expect(check(input, { secrets: () => undefined })).toEqual([]);
});

test("linkTokens() warns of a path that contains the token", () => {
  const mappings = [
    { messageTemplate: "x" },
    { match: { path: "github" }, messageTemplate: "x" },
    { match: { path: `github/${TOKEN}` }, messageTemplate: "x" },
  ];
  const result = compileUsable({ hooks: { enabled: true, token: TOKEN, mappings } });
  const problems = result.problems.filter(({ code }) => code === "token_shared");
  expect(problems).toEqual([
    {
      code: "token_shared",
      severity: "warning",
      path: ["hooks", "mappings", 2, "match", "path"],
      message: "The path of this match contains hooks.token, so that no request can reach it.",
      hint: "Remove the token: logs contain paths.",
    },
  ]);
});

test("compileConfig() compares no token where nothing is served", () => {
  const other = gateway("");
  expect(compileUsable({ ...other, hooks: {} }).problems).toEqual([]);
  const config = { ...gateway(TOKEN), hooks: { enabled: true, token: TOKEN } };
  expect(compileUsable(config).problems).toMatchObject([{ code: "token_shared" }]);
});
