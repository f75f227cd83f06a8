// The config that cases start from, and the modules that its mappings may name.
import type { Transforms } from "@hookwright/core";

export const TOKEN = "conformance-token-0123456789";

/** Cases put it into payloads. No error and no record may contain it. */
export const PRIVATE = "pr1vate-value";

export const BASE_HOOKS = {
  enabled: true,
  token: TOKEN,
  maxBodyBytes: 2_000,
  mappings: [
    {
      id: "push",
      match: { path: "github" },
      name: "GitHub",
      sessionKey: "hook:github:{{repository}}",
      messageTemplate: "{{pusher}} pushed to {{repository}}",
    },
    { id: "note", match: { path: "note" }, action: "wake", textTemplate: "note: {{text}}" },
    {
      id: "later",
      match: { path: "later" },
      action: "wake",
      wakeMode: "next-heartbeat",
      textTemplate: "later",
    },
    { id: "sourced", match: { path: "sourced", source: "jira" }, messageTemplate: "{{key}}" },
    { id: "whole", match: { path: "whole" }, messageTemplate: "{{payload}}" },
    { id: "headers", match: { path: "headers" }, messageTemplate: "{{headers}} {{query}}" },
    { id: "key", match: { path: "key" }, sessionKey: "{{key}}", messageTemplate: "static" },
    {
      id: "agent-of",
      match: { path: "agent-of" },
      agentId: "{{agent}}",
      messageTemplate: "static",
    },
    { id: "model-of", match: { path: "model-of" }, model: "{{model}}", messageTemplate: "static" },
    { id: "nothing", match: { path: "nothing" }, transform: { module: "null.js" } },
    { id: "throws", match: { path: "throws" }, transform: { module: "throws.js" } },
    { id: "hangs", match: { path: "hangs" }, transform: { module: "hangs.js" } },
    { id: "wrong", match: { path: "wrong" }, transform: { module: "wrong.js" } },
    { id: "overloads", match: { path: "overloads" }, transform: { module: "overloads.js" } },
    { id: "rejects", match: { path: "rejects" }, transform: { module: "rejects.js" } },
    {
      id: "made",
      match: { path: "made" },
      messageTemplate: "As written.",
      transform: { module: "made.js" },
    },
    { id: "shapes", match: { path: "shapes" }, transform: { module: "shapes.js" } },
    {
      id: "each",
      match: { path: "each" },
      forEach: "messages",
      messageTemplate: "{{item.subject}}",
    },
    {
      id: "static",
      match: { path: "static" },
      messageTemplate: "Check the calendar.",
      sessionKey: "main",
    },
  ],
};

/** Transforms that succeed, throw, reject, hang, have no room, or return wrong values. */
export const TRANSFORMS: Transforms = {
  "null.js": () => null,
  "throws.js": () => {
    throw new Error("a secret of the module");
  },
  "hangs.js": () => new Promise(() => undefined),
  "wrong.js": () => ({ deliver: "false" }) as never,
  "overloads.js": () =>
    Promise.reject(Object.assign(new Error("has no room"), { name: "TransformOverload" })),
  "rejects.js": () => Promise.reject(new Error("a secret of the module")),
  /** Returns the value that the case put into the payload, or undefined. */
  "made.js": ({ payload }: { payload: { result?: object | null } }) => payload.result,
  "shapes.js": async () => ({ message: "made by a transform" }),
};
