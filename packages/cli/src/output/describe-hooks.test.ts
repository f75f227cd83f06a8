// Hooks → what a server says when it starts.
import { compileHooks } from "@hookwright/core";
import { expect, test } from "vitest";
import { describeDispatch, hooksToLines, listHooks } from "./describe-hooks.ts";

const SECRET = "a-secret-of-the-senders-71cc0e55";

const mapping = (path: string | undefined, auth?: unknown) => ({
  ...(path !== undefined && { match: { path } }),
  ...(auth !== undefined && { auth }),
  messageTemplate: "x",
});

function compile(mappings: readonly unknown[]) {
  const hooks = { enabled: true, token: "a-token-of-more-than-24-characters", mappings };
  return compileHooks({ hooks } as Parameters<typeof compileHooks>[0]);
}

test("listHooks() says for each hook how its senders authenticate", () => {
  const hooks = compile([
    mapping("github", { provider: "github", secret: SECRET }),
    mapping("github", { provider: "github", secret: SECRET }),
    mapping("gitlab", { provider: "gitlab", token: SECRET, orToken: true }),
    mapping("key", { token: SECRET, query: "key" }),
    mapping("open", "none"),
    mapping("uptime"),
    mapping(undefined),
  ]);
  expect(hooksToLines(listHooks(hooks), "/hooks")).toEqual([
    "  /hooks/github   signature of GitHub",
    "  /hooks/gitlab   token of GitLab, or hook token",
    "  /hooks/key      its own token",
    "  /hooks/open     none: anybody can send",
    "  /hooks/uptime   hook token",
    "  any other name  hook token",
    "  /hooks/wake     hook token",
    "  /hooks/agent    hook token",
  ]);
});

test("hooksToLines() lists the first of many", () => {
  const hooks = compile(Array.from({ length: 40 }, (_, index) => mapping(`hook-${index}`)));
  const lines = hooksToLines(listHooks(hooks), "/hooks");
  expect(lines).toHaveLength(25);
  expect(lines.at(-1)).toBe("  and 18 more hooks");
});

test.each([
  ["print", "only printed"],
  ["host", "carried out by this process"],
  ["forward:http://127.0.0.1:18789/hooks", "forwarded to http://127.0.0.1:18789/hooks."],
])("describeDispatch() says where actions go: %s", (dispatch, words) => {
  expect(describeDispatch(dispatch)).toContain(words);
});
