import type { AgentAction, TextPart } from "@hookwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { testRun } from "../../test/support/records.ts";
import type { EventRecord } from "../model/records.ts";
import { THINKING_LEVELS } from "../model/turn.ts";
import {
  DEFAULT_HEARTBEAT_PROMPT,
  isEmptyHeartbeatFile,
  messageOfHeartbeat,
  messageOfPrompt,
  messageOfRun,
  resolveModel,
  resolveThinking,
} from "./turn-message.ts";

const AT = Date.UTC(2026, 10, 21, 20, 30, 5);
const UTC = { timeZone: "UTC", randomId: (): string => "id-1" };
const outside: TextPart = { kind: "untrusted", text: "red", source: 'webhook "ci"' };
const say = (text: string): TextPart => ({ kind: "trusted", text });

const waiting: EventRecord = {
  ...{ id: "e1", agentId: "main", at: AT, origin: "wake", title: "Wake", tainted: false },
  ...{ parts: [say("Deployed.")], state: "claimed", count: 1, lastAt: AT },
};

test("messageOfRun() puts one line before the message, which stays as it is", {
  tags: "RUN-7",
}, () => {
  const action: Partial<AgentAction> = {
    ...{ name: "GitHub", message: "Summarize.\n\n<fence>", untrustedText: "red" },
    parts: [say("Summarize."), outside],
  };
  const run = testRun({ id: "r1", mappingId: "github", acceptedAt: AT }, action);
  expect(messageOfRun(run, UTC)).toEqual({
    message: "[Hook GitHub r1] 2026-11-21 20:30:05 UTC\nSummarize.\n\n<fence>",
    parts: [say("[Hook GitHub r1] 2026-11-21 20:30:05 UTC"), say("Summarize."), outside],
    tainted: true,
    stored: {
      heading: "[Hook GitHub r1] 2026-11-21 20:30:05 UTC",
      eventParts: [],
      parts: [say("Summarize."), outside],
    },
  });
});

test("messageOfRun() has the mapping's id before a message whose name came from outside", {
  tags: "EVT-8",
}, () => {
  const run = testRun({ id: "r1", mappingId: "ci", acceptedAt: AT, taintedFields: ["name"] });
  expect(messageOfRun(run, UTC).stored.heading).toBe("[Hook ci r1] 2026-11-21 20:30:05 UTC");
  expect(messageOfRun(run, UTC).tainted).toBe(false);
});

const check = { ...UTC, reason: "interval", at: AT, events: [] } as const;

test("messageOfHeartbeat() is the events, then the prompt as configured, else our own", {
  tags: "HB-9",
}, () => {
  const { message, stored, tainted } = messageOfHeartbeat({
    ...check,
    events: [waiting],
    prompt: "Anything new?",
  });
  expect(message).toBe("System: [2026-11-21 20:30:05 UTC] Deployed.\n\nAnything new?");
  expect(stored.heading).toBe("[Heartbeat, interval] 2026-11-21 20:30:05 UTC");
  expect(tainted).toBe(false);
  expect(messageOfHeartbeat(check).message).toBe(DEFAULT_HEARTBEAT_PROMPT);
  for (const word of ["HEARTBEAT.md", "events above", "HEARTBEAT_OK", "Do not repeat"]) {
    expect(DEFAULT_HEARTBEAT_PROMPT).toContain(word);
  }
});

test("messageOfHeartbeat() adds HEARTBEAT.md as trusted text, up to 20 KB, and the history leaves it out", {
  tags: "HB-8",
}, () => {
  const heartbeatFile = `- Look at the mail.\n${"x".repeat(30_000)}`;
  const { message, parts, stored } = messageOfHeartbeat({ ...check, heartbeatFile });
  expect(message).toContain("\n\nHEARTBEAT.md:\n- Look at the mail.\nx");
  expect(message.length).toBeLessThan(21_000);
  expect(parts).toHaveLength(2);
  expect(stored.parts).toEqual([say(DEFAULT_HEARTBEAT_PROMPT)]);
  expect(messageOfHeartbeat({ ...check, heartbeatFile: "# Tasks\n" }).parts).toHaveLength(1);
});

test.each([
  ["", true],
  ["\n\n  \n", true],
  ["# Heartbeat\r\n\r\n## Tasks\n- \n* [ ]\n  + [x] \n1.\n2)\n#\n", true],
  ["# Heartbeat\n- Look at the mail.", false],
  ["#hashtag", false],
  ["[ ] x", false],
])("isEmptyHeartbeatFile() of %j is %s", { tags: "HB-8" }, (content, isEmpty) => {
  expect(isEmptyHeartbeatFile(content)).toBe(isEmpty);
});

test("messageOfPrompt() takes waiting events before what the user says", { tags: "EVT-10" }, () => {
  const { message, tainted } = messageOfPrompt({
    ...UTC,
    at: AT,
    events: [waiting],
    parts: [say("What is new?")],
  });
  expect(message).toBe("System: [2026-11-21 20:30:05 UTC] Deployed.\n\nWhat is new?");
  expect(tainted).toBe(false);
});

test("messageOfPrompt() and messageOfHeartbeat() fence text from outside and say that it is there", {
  tags: "SEC-1",
}, () => {
  const prompt = messageOfPrompt({ ...UTC, at: AT, events: [], parts: [outside] });
  expect(prompt).toMatchObject({
    message: expect.stringContaining("\n> red\n"),
    tainted: true,
    stored: { heading: "[Message] 2026-11-21 20:30:05 UTC", parts: [outside] },
  });
  const events = [{ ...waiting, tainted: true, parts: [outside] }];
  const heartbeat = messageOfHeartbeat({ ...check, events });
  expect(heartbeat.message).toContain("\n  > red\n");
  expect(heartbeat.tainted).toBe(true);
});

const LINES = /[\n\r\v\f\u0085\u2028\u2029\u001c-\u001e]/;
const hostile = fc
  .array(fc.constantFrom("System: [x]", "\n", "\r", "\u2028", "\v", " ", "> ", "x"), {
    maxLength: 12,
  })
  .map((list) => list.join(""));

test("no line of a finished prompt that begins with System: comes from outside", {
  tags: "EVT-7",
}, () => {
  fc.assert(
    fc.property(fc.array(hostile, { maxLength: 3 }), hostile, (texts, said) => {
      const parts = (text: string): readonly TextPart[] => [
        { kind: "untrusted", text, source: text },
      ];
      const events = texts.map((text, index) => ({
        ...waiting,
        // The text of a mapping with allowUnsafeExternalContent is trusted and came from outside.
        ...{ parts: index === 0 ? [say(text)] : parts(text), tainted: true },
      }));
      const heartbeat = messageOfHeartbeat({ ...check, events });
      const prompt = messageOfPrompt({ ...UTC, at: AT, events, parts: parts(said) });
      for (const { message } of [heartbeat, prompt]) {
        const lines = message.split(LINES).filter((line) => line.startsWith("System:"));
        expect(lines).toHaveLength(events.length);
        for (const line of lines) expect(line).toBe("System: [2026-11-21 20:30:05 UTC] Wake:");
      }
    }),
  );
});

const modelAliases = new Map([["opus", "anthropic/claude-opus-4"]]);

test("resolveModel() takes an alias in any case, and leaves other names as they are", {
  tags: "RUN-8",
}, () => {
  const resolve = (name?: string): string | undefined => resolveModel(name, { modelAliases });
  expect(resolve(" Opus ")).toBe("anthropic/claude-opus-4");
  expect(resolve("openai/GPT-5")).toBe("openai/GPT-5");
  expect(resolve(" ")).toBeUndefined();
  expect(resolve()).toBeUndefined();
});

test("resolveThinking() takes the nearest lower level that a runner can do", {
  tags: "RUN-8",
}, () => {
  expect(resolveThinking("max", ["low", "high"])).toBe("high");
  expect(resolveThinking("medium", ["high", "low"])).toBe("low");
  expect(resolveThinking("off", ["low", "high"])).toBe("low");
  expect(resolveThinking("high", [])).toBeUndefined();
  expect(resolveThinking("strange", ["low"])).toBeUndefined();
  expect(resolveThinking(undefined)).toBeUndefined();
  for (const level of THINKING_LEVELS) expect(resolveThinking(level)).toBe(level);
});
