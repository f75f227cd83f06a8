import type { Action } from "@hookwright/core";
import { expect, test } from "vitest";
import { requestFromAction } from "./forward.ts";

test("requestFromAction() turns a wake into a request to /wake", () => {
  const action: Action = {
    kind: "wake",
    text: "Hello",
    mode: "next-heartbeat",
    agentId: "ops",
    parts: [],
    untrustedText: "",
  };
  expect(requestFromAction(action)).toEqual({
    path: "/wake",
    body: { text: "Hello", mode: "next-heartbeat", agentId: "ops" },
  });
});

test("requestFromAction() keeps every field of an agent action that /agent accepts", () => {
  const fields = {
    message: "Hello",
    name: "CI",
    sessionKey: "hook:ci",
    wakeMode: "now",
    deliver: false,
    channel: "slack",
    to: "#ci",
    model: "a/b",
    thinking: "low",
    timeoutSeconds: 60,
    agentId: "main",
    sessionMode: "persistent",
  } as const;
  const action: Action = {
    kind: "agent",
    parts: [],
    untrustedText: "",
    ...fields,
  };
  expect(requestFromAction(action)).toEqual({ path: "/agent", body: fields });
});
