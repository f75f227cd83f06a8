import { expect, test } from "vitest";
import { compileUsable, mappingsOf, withProblems } from "../../../test/reporting.ts";
import type { Secrets } from "../../base/ports.ts";
import { checkSharedToken } from "./check-shared-token.ts";

const TOKEN = "a-token-of-at-least-24-characters";

const check = (
  input: unknown,
  { token = TOKEN, secrets }: { token?: string; secrets?: Secrets } = {},
) =>
  withProblems((report) =>
    checkSharedToken(token === "" ? [] : [token], { input, mappings: [], secrets, report }),
  ).problems;

const gateway = (token: unknown) => ({ gateway: { auth: { token } } });

test.each([
  [TOKEN],
  [` ${TOKEN} `],
  ["${OTHER}"],
  [{ source: "env", provider: "default", id: "OTHER" }],
])(
  "checkSharedToken() warns of the gateway's token %j where it equals the hook token",
  (written) => {
    expect(check(gateway(written), { secrets: () => TOKEN })).toEqual([
      {
        code: "token_shared",
        severity: "warning",
        path: ["hooks", "token"],
        message: "hooks.token equals gateway.auth.token, so that every sender can use the gateway.",
        hint: "Give the hooks a token of their own.",
      },
    ]);
  },
);

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
])("checkSharedToken() says nothing of the gateway's config %#", (input) => {
  expect(check(input, { secrets: () => undefined })).toEqual([]);
});

test("checkSharedToken() warns of a path that contains the token", () => {
  const mappings = mappingsOf({
    mappings: [
      { messageTemplate: "x" },
      { match: { path: "github" }, messageTemplate: "x" },
      { match: { path: `github/${TOKEN}` }, messageTemplate: "x" },
    ],
  });
  const context = { input: {}, mappings, secrets: undefined };
  const { problems } = withProblems((report) => checkSharedToken([TOKEN], { ...context, report }));
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
