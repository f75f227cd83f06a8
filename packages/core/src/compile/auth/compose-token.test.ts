import { expect, test } from "vitest";
import { authOf, check, problemsOf } from "../../../test/auth/configs.ts";
import { SECRET } from "../../../test/auth/requests.ts";

const AUTHORIZED = { token: SECRET, header: "Authorization" };

test.each([
  [undefined, `Bearer ${SECRET}`, 0],
  [undefined, SECRET, "token_missing"],
  ["", SECRET, 0],
  ["", `Bearer ${SECRET}`, "token_wrong"],
  ["Token ", `token   ${SECRET}`, 0],
  ["Token", `Token ${SECRET}`, 0],
  ["Token ", SECRET, "token_missing"],
  ["Splunk ", `Bearer ${SECRET}`, "token_missing"],
])("composeTokenPlace() reads with the prefix %j of %j", async (prefix, authorization, result) => {
  const auth = authOf({ ...AUTHORIZED, ...(prefix !== undefined && { prefix }) });
  expect(await check(auth, { headers: { authorization } })).toBe(result);
});

test("composeTokenPlace() lays a prefix over the header of a vendor's row", async () => {
  const auth = authOf({ provider: "datadog", token: SECRET, prefix: "" });
  expect(await check(auth, { headers: { authorization: SECRET } })).toBe(0);
});

test("composeTokenPlace() reports a prefix that has no effect, or that no header can have", () => {
  expect(problemsOf({ token: SECRET, query: "key", prefix: "Token " })).toMatchObject([
    { code: "field_without_effect", severity: "warning" },
  ]);
  expect(problemsOf({ ...AUTHORIZED, prefix: "Tok\u00e9n " })).toMatchObject([
    { code: "invalid_value", severity: "error" },
  ]);
  const signed = { provider: "github", secret: SECRET, prefix: "x" };
  expect(problemsOf(signed)).toMatchObject([{ code: "field_without_effect" }]);
});
