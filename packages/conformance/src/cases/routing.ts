// Base path, method and name of a hook.
import type { Case } from "../case.ts";

const BODY = '{"repository":"acme/site","pusher":"ann"}';
const RUN = { kind: "agent", sessionKey: "hook:github:acme/site" };

export const routingCases: readonly Case[] = [
  {
    name: "a hook is found by the name after the base path",
    request: { target: "/hooks/github", body: BODY },
    expect: {
      status: 202,
      body: /^\{"ok":true,"runId":"[0-9a-f-]{36}"\}$/,
      actions: [RUN],
      record: { name: "github", mappingId: "push", action: "agent" },
    },
  },
  {
    name: "outer slashes of the name are ignored",
    request: { target: "/hooks//github/", body: BODY },
    expect: { status: 202, actions: [RUN] },
    needs: "repeated slashes",
  },
  ...["/hooks/wake/", "/hooks//wake", "/hooks/agent//"].map(
    (target): Case => ({
      name: `a built-in route matches exactly, so ${target} is a 404`,
      request: { target, body: '{"text":"x","message":"x"}' },
      expect: { status: 404, code: "not_found" },
      needs: "repeated slashes",
    }),
  ),
  ...["/hooks/%2e/wake", "/hooks/x/%2E%2e/wake"].map(
    (target): Case => ({
      name: `dots that are encoded are not resolved either, so ${target} is a 404`,
      request: { target, body: '{"text":"x"}' },
      expect: { status: 404, code: "not_found" },
      needs: "dot segments",
    }),
  ),
  {
    name: "a backslash is not a slash",
    request: { target: "/hooks\\wake", body: '{"text":"x"}' },
    expect: "not ours",
    needs: "dot segments",
  },
  {
    name: "the query is not part of the name",
    request: { target: "/hooks/github?x=1", body: BODY },
    expect: { status: 202, actions: [RUN] },
  },
  {
    name: "a longer path that begins like the base path is not for the hooks",
    request: { target: "/hooksy/github", body: BODY },
    expect: "not ours",
  },
  {
    name: "another path is not for the hooks, with any token",
    request: { target: "/", token: "wrong" },
    expect: "not ours",
  },
  {
    name: "a target in absolute form is served like its path",
    request: { target: "http://example.com:8080/hooks/github?x=1", body: BODY },
    expect: {
      status: 202,
      actions: [RUN],
      record: { name: "github", mappingId: "push", action: "agent" },
    },
  },
  {
    name: "a target in absolute form with another path is not for the hooks",
    request: { target: "http://example.com/other/hooks/github", body: BODY },
    expect: "not ours",
  },
  {
    name: "dot segments are not resolved",
    request: { target: "/x/../hooks/github", body: BODY },
    expect: "not ours",
    needs: "dot segments",
  },
  {
    name: "percent-encoding is not decoded",
    request: { target: "/hooks/git%68ub", body: BODY },
    expect: { status: 404, code: "not_found" },
  },
  {
    name: "a base path of two segments, written without its slash, works",
    hooks: { path: "gateway/hooks/" },
    request: { target: "/gateway/hooks/github", body: BODY },
    expect: { status: 202, actions: [RUN] },
  },
  {
    name: "with another base path the default one is not for the hooks",
    hooks: { path: "/gateway" },
    request: { target: "/hooks/github", body: BODY },
    expect: "not ours",
  },
  {
    name: "disabled hooks leave every request alone",
    hooks: { enabled: false },
    request: { target: "/hooks/github", body: BODY },
    expect: "not ours",
  },
  {
    name: "hooks without enabled: true leave every request alone",
    hooks: { enabled: undefined },
    request: { target: "/hooks/wake" },
    expect: "not ours",
  },
  ...["GET", "PUT", "DELETE", "OPTIONS", "PATCH"].map(
    (method): Case => ({
      name: `${method} is a 405 that names POST`,
      request: { method, target: "/hooks/github" },
      expect: {
        status: 405,
        code: "method_not_allowed",
        headers: { allow: "POST" },
        record: { method },
      },
    }),
  ),
  {
    name: "the method is checked before the token",
    request: { method: "GET", target: "/hooks/github", token: null },
    expect: { status: 405, code: "method_not_allowed" },
  },
  {
    name: "an unknown name is a 404, before its body is read",
    request: { target: "/hooks/unknown", body: "{", declaredLength: 1_000_000 },
    expect: { status: 404, code: "not_found", record: { name: "unknown" } },
  },
  {
    name: "the base path alone is a 404",
    request: { target: "/hooks" },
    expect: { status: 404, code: "not_found" },
  },
  {
    name: "the base path with a slash is a 404",
    request: { target: "/hooks/" },
    expect: { status: 404, code: "not_found" },
  },
  {
    name: "a name may have two segments",
    hooks: { mappings: [{ match: { path: "/clink/payment" }, messageTemplate: "{{amount}}" }] },
    request: { target: "/hooks/clink/payment", body: '{"amount":3}' },
    expect: { status: 202, actions: [{ parts: [{ kind: "untrusted", text: "3" }] }] },
  },
  {
    name: "a catch-all takes any name",
    hooks: { mappings: [{ messageTemplate: "{{path}}" }] },
    request: { target: "/hooks/whatever" },
    expect: { status: 202, actions: [{ parts: [{ text: "whatever" }] }] },
  },
  {
    name: "a mapping whose source differs is a 404",
    request: { target: "/hooks/sourced", body: '{"source":"github","key":"A-1"}' },
    expect: {
      status: 404,
      code: "not_found",
      record: {
        outcome: "unmatched",
        detail:
          'The nearest mapping is "sourced": its match.source wants "jira", and the event has another value.',
        nearest: { mappingId: "sourced", clause: "match.source" },
      },
    },
  },
  {
    name: "a mapping whose source equals the payload's matches",
    request: { target: "/hooks/sourced", body: '{"source":"jira","key":"A-1"}' },
    expect: { status: 202, actions: [{ parts: [{ text: "A-1" }] }] },
  },
  {
    name: "the first mapping that matches wins, before those of presets",
    hooks: {
      presets: ["gmail"],
      mappings: [
        { id: "other", match: { path: "gmail", source: "other" }, messageTemplate: "other" },
        { id: "mine", match: { path: "gmail" }, messageTemplate: "mine" },
      ],
    },
    request: { target: "/hooks/gmail", body: '{"messages":[{"id":"m1"}]}' },
    expect: { status: 202, actions: [{ message: "mine" }], record: { mappingId: "mine" } },
  },
];
