import { expect, test } from "vitest";
import { safeCompileHooks } from "../../compile-hooks.ts";
import type { MappingInput } from "../config/config.ts";

const SECRET = "a-secret-of-more-than-24-characters";

function find(headers: object, provider?: string) {
  const auth = provider === undefined ? {} : { auth: { provider, secret: SECRET } };
  const mapping = { match: { path: "x", headers }, messageTemplate: "y", ...auth } as MappingInput;
  const result = safeCompileHooks({ hooks: { mappings: [mapping] } });
  const all = result.ok ? result.hooks.warnings : result.problems;
  return all.filter(({ code }) => code.startsWith("match_header"));
}

test("checkVendorHeaders() warns of a value that its vendor writes without capital letters", () => {
  expect(
    find({ "X-GitHub-Event": ["push", "Pull_Request"], "x-gitlab-event": "Push Hook" }),
  ).toEqual([
    {
      code: "match_header_value",
      severity: "warning",
      path: ["hooks", "mappings", 0, "match", "headers", "X-GitHub-Event"],
      message:
        'Values of "X-GitHub-Event" have no capital letters, so "Pull_Request" takes no event.',
      hint: 'Write "pull_request".',
      change: { kind: "replace", value: "pull_request", old: "Pull_Request", safe: false },
    },
  ]);
  expect(find({ "x-shopify-topic": "Orders/Create" })).toHaveLength(1);
});

test("checkVendorHeaders() warns of a header that only another vendor than that of the auth sends", () => {
  expect(find({ "x-github-event": "push" }, "gitlab")).toMatchObject([
    {
      code: "match_header_vendor",
      severity: "warning",
      message:
        'The auth is that of "gitlab", and the header "x-github-event" comes from "github": no event has both.',
      hint: 'Write "provider": "github", or match what "gitlab" sends.',
    },
  ]);
});

test.each([
  [{ "x-github-event": "push" }, "github"],
  [{ "x-github-event": "push" }, undefined],
])("checkVendorHeaders() accepts %j with the auth %s", (headers, provider) => {
  expect(find(headers, provider)).toEqual([]);
});
