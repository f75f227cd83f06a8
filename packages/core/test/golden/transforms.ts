// The transform modules that golden cases name.
import type { TransformContext, TransformModule } from "../../src/model/transform.ts";

const returning = (result: unknown): TransformModule => ({ default: () => result });

/** Each returns one thing, so that the name says what is tested. */
export const transforms: Readonly<Record<string, TransformModule>> = {
  "message.js": returning({ message: "Written by the transform." }),
  "text-as-wake.js": returning({ kind: "wake", text: "Wake up.", mode: "next-heartbeat" }),
  "action-as-wake.js": returning({ action: "wake", text: "Wake up." }),
  "null.js": returning(null),
  "action-null.js": returning({ action: null }),
  "undefined.js": returning(undefined),
  "async.js": { default: () => Promise.resolve({ message: "Written later." }) },
  "bare-function.js": () => ({ message: "From a bare function." }),
  "named-transform.js": { transform: () => ({ message: "From the export transform." }) },
  "default-and-transform.js": {
    default: () => ({ message: "From the default export." }),
    transform: () => ({ message: "From the export transform." }),
  },
  "other-export.js": { toAgent: () => ({ message: "From the export toAgent." }) },
  "common-js.js": { default: { toAgent: () => ({ message: "From module.exports.toAgent." }) } },
  "no-function.js": { default: 42, version: "1.0.0" },
  "wrong-type.js": returning({ deliver: "yes" }),
  "two-wrong-types.js": returning({ deliver: "yes", timeoutSeconds: 0.5 }),
  "a-list.js": returning(["message"]),
  "a-text.js": returning("message"),
  "throws.js": {
    default: () => {
      throw new TypeError("no such field");
    },
  },
  "rejects.js": { default: () => Promise.reject(new TypeError("no such field")) },
  "hangs.js": { default: () => new Promise(() => undefined) },
  "session-allowed.js": returning({ sessionKey: "hook:from-transform" }),
  "session-refused.js": returning({ sessionKey: "agent:main:main" }),
  "agent-ops.js": returning({ agentId: "ops" }),
  "model-small.js": returning({ model: "vendor/small" }),
  "channel-alias.js": returning({ channel: " IMSG " }),
  "channel-unknown.js": returning({ channel: "pager" }),
  "quiet.js": returning({ deliver: false, name: "Quiet" }),
  "text-for-a-run.js": returning({ text: "Not used." }),
  "message-for-a-wake.js": returning({ message: "Not used." }),
  "seconds.js": returning({ timeoutSeconds: 90.9 }),
  "model-spelled.js": returning({ model: "VENDOR/SMALL", agentId: "OPS" }),
  "unfence.js": returning({ message: "Let me out.", allowUnsafeExternalContent: true }),
  "lines.js": returning({ name: "two\nlines", to: " +1 555 ", model: " vendor/small\t" }),
  "line-break-in-to.js": returning({ to: "+1\n555" }),
  "blank-fields.js": returning({ name: " ", to: "", thinking: "\n" }),
  "all-fields.js": returning({
    message: "All of it.",
    name: "Run",
    sessionKey: "hook:all",
    sessionMode: "persistent",
    wakeMode: "next-heartbeat",
    deliver: false,
    channel: "telegram",
    to: "+1555",
    model: "vendor/small",
    thinking: "low",
    timeoutSeconds: 90,
  }),
  "echo-context.js": {
    default: ({ payload, body, ...rest }: TransformContext) => ({
      message: JSON.stringify({ payload, sameBody: body === payload, ...rest }),
    }),
  },
};
