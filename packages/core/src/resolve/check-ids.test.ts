import { expect, test } from "vitest";
import { ACTION_FIELDS } from "../base/action-fields.ts";
import { checkId, type IdField } from "./policy.ts";

const CODES: Readonly<Record<IdField, string>> = {
  sessionKey: "session_key_refused",
  agentId: "agent_refused",
  model: "model_refused",
  to: "invalid_payload",
  accountId: "invalid_payload",
};
const fields = Object.keys(CODES) as IdField[];

test("checkId() knows every field of an action that is an id", () => {
  const ids = ACTION_FIELDS.filter(({ value }) => value === "id" || value === "key");
  expect(ids.map(({ name }) => name).sort()).toEqual([...fields].sort());
});

test.each(fields)(
  "checkId() refuses in %s what no id contains, with a 400 that names it",
  (field) => {
    for (const character of ["\n", "\u0000", "\u0085", "\u2028", "\u202e", "\u200b", "\u{e0041}"]) {
      const refusal = checkId(field, `a${character}b`);
      expect(refusal).toMatchObject({
        code: CODES[field],
        status: 400,
        issues: [{ path: `/${field}`, message: refusal?.message }],
      });
      expect(refusal?.message).toMatch(/ contains control or invisible characters\.$/);
    }
  },
);

test.each(fields)("checkId() takes 512 characters in %s, and no more", (field) => {
  expect(checkId(field, "x".repeat(512))).toBe(undefined);
  expect(checkId(field, "x".repeat(513))?.message).toMatch(/ is longer than 512 characters\.$/);
});

test.each(fields)("checkId() takes letters of any script in %s", (field) => {
  for (const id of ["", "hook:größe 1", "#ไทย", "+1 (555) 1", "👍"])
    expect(checkId(field, id)).toBe(undefined);
});
