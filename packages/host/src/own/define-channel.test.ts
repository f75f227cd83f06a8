// Definitions of channels → channels, and what a worker answers.
import { expect, test } from "vitest";
import {
  type ChannelDefinition,
  type ChannelModuleCalls,
  createOwnChannel,
  defineChannel,
} from "./define-channel.ts";

const never = new AbortController().signal;

const part = { key: "d/1", to: "ops", text: "red\u0007", plain: false };

const calls: ChannelModuleCalls = { send: async ({ text }) => ({ kind: "sent", id: text }) };

const pager: ChannelDefinition<Readonly<Record<string, unknown>>> = {
  limit: 500,
  recipient: { pattern: /[a-z]+/i, hint: "Write a team." },
  create: () => calls,
};

const options = { id: "pager", settings: {} };

test.each([
  [{ limit: 99 }, '"limit" is not a number of at least 100.'],
  [{ limit: "500" }, '"limit" is not a number of at least 100.'],
  [{ unit: "words" }, '"unit" is not "utf16", "codePoints" or "bytes".'],
  [{ keyWindowMs: -1 }, '"keyWindowMs" is not a number of at least 0.'],
  [{ callTimeoutMs: 0 }, '"callTimeoutMs" is not a number of at least 1.'],
  [{ recipient: { pattern: /a/, hint: " " } }, '"recipient.hint" is not a sentence.'],
  [{ recipient: { pattern: /(?=a)a/, hint: "A." } }, /"recipient.pattern" .+\.$/],
  [{ recipient: { hint: "A." } }, undefined],
  [{ create: undefined }, '"create" is not a function.'],
])("defineChannel() of %j throws what is wrong", (wrong, message) => {
  const define = () => defineChannel({ ...pager, ...wrong } as never);
  if (message === undefined) expect(define).not.toThrow();
  else expect(define).toThrow(message);
});

test("createOwnChannel() reads a whole recipient, after the channel's name", {
  tags: "DEL-4",
}, async () => {
  const { parseRecipient } = await createOwnChannel(pager, options);
  expect(parseRecipient(" pager:OPS ")).toEqual({ ok: true, to: "OPS" });
  for (const to of ["ops 1", "", "x\u0000", "a".repeat(513)]) {
    expect(parseRecipient(to)).toEqual({ ok: false, hint: "Write a team." });
  }
  const { recipient: _, ...open } = pager;
  const any = await createOwnChannel(open, options);
  expect(any.parseRecipient("Team 1")).toEqual({ ok: true, to: "Team 1" });
  expect(any.parseRecipient("a\nb")).toMatchObject({ ok: false });
});

test.each([
  ["utf16", "🙂é", undefined],
  ["codePoints", "🙂é", 2],
  ["bytes", "🙂é", 6],
] as const)("createOwnChannel() measures in %s", async (unit, text, length) => {
  const { measure } = await createOwnChannel({ ...pager, unit }, options);
  expect(measure?.(text)).toBe(length);
});

test("createOwnChannel() gives send() a clean text, and a signal that ends at the limit", async () => {
  let due = (): void => undefined;
  const timer = (task: () => void) => {
    due = task;
    return () => undefined;
  };
  const silent: ChannelModuleCalls = {
    send: (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () =>
          resolve({ kind: "unknown", code: String(signal.reason) }),
        );
      }),
  };
  const channel = await createOwnChannel(pager, options);
  expect(await channel.send(part, never)).toEqual({ kind: "sent", id: "red" });
  expect(await channel.send(part, AbortSignal.abort())).toEqual({ kind: "retry", code: "aborted" });
  const slow = await createOwnChannel({ ...pager, create: () => silent }, { ...options, timer });
  const sending = slow.send(part, never);
  due();
  expect(await sending).toEqual({ kind: "unknown", code: "timeout" });
});

test("serve() creates a channel once for its settings, and describes it", async () => {
  const created: unknown[] = [];
  const { serve } = defineChannel({
    ...pager,
    unit: "bytes",
    keyWindowMs: 1,
    callTimeoutMs: 2,
    create: (settings) => {
      created.push(settings);
      return {
        ...calls,
        settle: async ({ otherIds }) => ({ kind: "sent", id: [...otherIds].join() }),
      };
    },
  });
  const ask = (kind: "describe" | "send" | "settle", input?: unknown, url = "a") =>
    serve({ kind, id: "pager", settings: { url }, input }, { timeoutMs: 1, signal: never });
  expect(await ask("describe")).toEqual({
    ...{ limit: 500, unit: "bytes", keyWindowMs: 1, callTimeoutMs: 2, settles: true },
    recipient: { pattern: "[a-z]+", ignoresCase: true, hint: "Write a team." },
  });
  expect(await ask("send", part)).toEqual({ kind: "sent", id: "red" });
  const question = { ...part, sentAt: 1, otherIds: ["m1", "m2"] };
  expect(await ask("settle", question)).toEqual({ kind: "sent", id: "m1,m2" });
  expect(created).toEqual([{ url: "a" }]);
  await ask("describe", undefined, "b");
  expect(created).toEqual([{ url: "a" }, { url: "b" }]);
});
