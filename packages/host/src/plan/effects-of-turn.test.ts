import type { TextPart } from "@hookwright/core";
import { expect, test } from "vitest";
import { testPolicy } from "../../test/support/policy.ts";
import type { Effect } from "../model/effects.ts";
import type { EventRecord } from "../model/records.ts";
import type { HeartbeatSettings } from "../model/settings.ts";
import type { TurnFailure, TurnResult } from "../model/turn.ts";
import { type EndedMainTurn, effectsOfTurn } from "./effects-of-turn.ts";
import type { TurnPolicy } from "./turn-policy.ts";

const NOW = 1_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const said: TextPart = { kind: "trusted", text: "Anything new?" };
const systemEvent: TextPart = { kind: "trusted", text: "System: [t] Deployed." };
const event: EventRecord = {
  ...{ id: "e1", agentId: "main", at: 0, origin: "wake", title: "Wake", parts: [systemEvent] },
  ...{ tainted: false, state: "claimed", count: 1, lastAt: 0 },
};

interface Case extends Partial<Omit<EndedMainTurn, "kind" | "claimed">> {
  readonly events?: readonly EventRecord[];
  readonly settings?: Partial<HeartbeatSettings>;
  readonly policy?: Partial<TurnPolicy>;
}

function effects(result: TurnResult, given: Case = {}): readonly Effect[] {
  const { events = [], settings, policy, ...fields } = given;
  const turn: EndedMainTurn = {
    ...{ kind: "main", agentId: "main", reason: "interval", startedAt: NOW - 5_000 },
    claimed: { turnId: "h1", events, history: [] },
    heartbeat: { agentId: "main", failures: 0 },
    message: {
      stored: { heading: "[Heartbeat]", eventParts: [systemEvent], parts: [said] },
      tainted: false,
    },
    nextAt: NOW + 30 * MINUTE,
    ...fields,
  };
  return effectsOfTurn(turn, result, testPolicy(policy, settings));
}

const answer = (text: string): TurnResult => ({ ok: true, text });
const failure = (code: string, extra: Partial<TurnFailure> = {}): TurnResult => ({
  ...{ ok: false, code, message: "It failed.", retryable: false },
  ...extra,
});
const kinds = (list: readonly Effect[]): readonly string[] => list.map(({ kind }) => kind);
const endOf = (list: readonly Effect[]): unknown => list.find(({ kind }) => kind === "heartbeat");

test("effectsOfTurn() writes out the links of a heartbeat that read text from outside", {
  tags: "DEL-15",
}, () => {
  const message = { stored: { heading: "", eventParts: [], parts: [] }, tainted: true };
  const list = effects(answer("[Log in](https://evil.example)"), { message });
  expect(list).toContainEqual({
    kind: "delivery",
    delivery: expect.objectContaining({ parts: ["Log in (https://evil.example)"] }),
  });
});

test("effectsOfTurn() delivers an answer to the target, and leaves a record", {
  tags: ["HB-10", "HB-13"],
}, () => {
  const list = effects(answer("Disk is full."), { events: [event], reason: "wake" });
  expect(list).toMatchObject([
    { kind: "events-done", turnId: "h1" },
    {
      ...{ kind: "history", agentId: "main", sessionKey: "main" },
      turn: {
        heading: "[Heartbeat]",
        parts: [systemEvent, said],
        turnId: "h1",
        answer: "Disk is full.",
      },
    },
    {
      kind: "delivery",
      delivery: { heartbeatId: "h1", channel: "chat", to: "42", parts: ["Disk is full."] },
    },
    {
      ...{
        kind: "heartbeat",
        failures: 0,
        nextAt: NOW + 30 * MINUTE,
        deliveredAnswer: "Disk is full.",
      },
      record: {
        ...{ id: "h1", agentId: "main", reason: "wake", startedAt: NOW - 5_000, endedAt: NOW },
        ...{ outcome: "sent", events: 1 },
      },
    },
  ]);
});

test("effectsOfTurn() keeps an acknowledgment in the history only if the turn had events", {
  tags: "HB-10",
}, () => {
  const ack = answer("HEARTBEAT_OK");
  expect(kinds(effects(ack))).toEqual(["events-done", "heartbeat"]);
  expect(kinds(effects(ack, { events: [event] }))).toEqual(["events-done", "history", "heartbeat"]);
  expect(endOf(effects(ack))).toMatchObject({ record: { outcome: "ack" } });
});

test("effectsOfTurn() applies ackMaxChars to a heartbeat", { tags: "ACK-4" }, () => {
  const long = answer(`${"x".repeat(20)} HEARTBEAT_OK`);
  expect(endOf(effects(long))).toMatchObject({ record: { outcome: "ack" } });
  expect(endOf(effects(long, { settings: { ackMaxChars: 19 } }))).toMatchObject({
    ...{ record: { outcome: "sent" }, deliveredAnswer: "x".repeat(20) },
  });
});

test("effectsOfTurn() delivers an empty answer nowhere and records it as empty", {
  tags: "ACK-6",
}, () => {
  expect(kinds(effects(answer(" ")))).toEqual(["events-done", "heartbeat"]);
  expect(endOf(effects(answer("")))).toMatchObject({ record: { outcome: "empty" } });
});

test("effectsOfTurn() sends to the channel and recipient that are set, or to none", {
  tags: "HB-10",
}, () => {
  const parseRecipient = (to: string) => ({ ok: true, to }) as const;
  const channels = new Map([["telegram", { limit: 100, parseRecipient }]]);
  const settings = { target: "telegram", to: "7" };
  expect(effects(answer("x"), { settings, policy: { channels } })).toContainEqual(
    expect.objectContaining({
      delivery: expect.objectContaining({ channel: "telegram", to: "7" }),
    }),
  );
  const none = effects(answer("x"), { settings: { target: "none" } });
  expect(kinds(none)).toEqual(["events-done", "history", "heartbeat"]);
  expect(endOf(none)).toMatchObject({ record: { outcome: "no-route" } });
});

const before = {
  agentId: "main",
  failures: 0,
  lastAnswer: "Disk is full.",
  lastAnswerAt: NOW - HOUR,
};
const same = answer("Disk is full.\n");

test("effectsOfTurn() does not say the same twice within 24 h without events", {
  tags: "HB-11",
}, () => {
  const list = effects(same, { heartbeat: before });
  expect(kinds(list)).not.toContain("delivery");
  expect(endOf(list)).toMatchObject({ record: { outcome: "duplicate" } });
  expect(endOf(list)).not.toHaveProperty("deliveredAnswer");
});

test.each<[string, Case]>([
  ["events", { heartbeat: before, events: [event] }],
  ["a request", { heartbeat: before, reason: "manual" }],
  ["another text before", { heartbeat: { ...before, lastAnswer: "Disk is empty." } }],
  ["24 h between", { heartbeat: { ...before, lastAnswerAt: NOW - 24 * HOUR } }],
])("effectsOfTurn() says the same again with %s", { tags: "HB-11" }, (_, given) => {
  expect(kinds(effects(same, given))).toContain("delivery");
});

test("effectsOfTurn() goes on after an undeliverable answer, with a record and no event", {
  tags: ["HB-12", "DEL-14"],
}, () => {
  const list = effects(answer("x"), { settings: { target: "signal" } });
  expect(kinds(list)).toEqual(["events-done", "history", "delivery", "heartbeat"]);
  expect(list[2]).toMatchObject({ delivery: { state: "dead", code: "channel_not_configured" } });
  expect(endOf(list)).toMatchObject({ record: { outcome: "no-route" }, failures: 0 });
  expect(endOf(list)).not.toHaveProperty("deliveredAnswer");
  expect(endOf(list)).not.toHaveProperty("retryAt");
});

const nobody = { channels: new Map(), routes: [] };
const unread = { settings: { target: undefined }, policy: nobody };

test.each<[string, Case]>([
  ["no channel", unread],
  ["no recipient", { ...unread, policy: { routes: [] } }],
  ["a summary of a run", { ...unread, events: [{ ...event, origin: "run" }] }],
])(
  "effectsOfTurn() makes no delivery without a target and with %s",
  { tags: "HB-10" },
  (_, given) => {
    const list = effects(answer("The build is red."), given);
    expect(kinds(list)).toEqual(["events-done", "history", "heartbeat"]);
    expect(list[1]).toMatchObject({ turn: { answer: "The build is red." } });
    expect(endOf(list)).toMatchObject({ record: { outcome: "no-route" }, failures: 0 });
  },
);

test.each<[string, Case]>([
  ["a target", { ...unread, settings: { target: "last" } }],
  ["a wake", { ...unread, events: [event] }],
  ["a recipient that cannot be read", { settings: { target: undefined, to: "slack:C1" } }],
])(
  "effectsOfTurn() makes a dead delivery of an answer without a recipient, with %s",
  { tags: "DEL-4" },
  (_, given) => {
    expect(effects(answer("x"), given)).toContainEqual(
      expect.objectContaining({ delivery: expect.objectContaining({ state: "dead" }) }),
    );
  },
);

test("effectsOfTurn() sends to the last route where the config has no target", {
  tags: "HB-10",
}, () => {
  const list = effects(answer("x"), { settings: { target: undefined } });
  expect(endOf(list)).toMatchObject({ record: { outcome: "sent" } });
});

test("effectsOfTurn() gives the events of a failed turn back, and tries it again", {
  tags: ["EVT-9", "HB-12"],
}, () => {
  const list = effects(failure("timeout"), { events: [event] });
  expect(list).toEqual([
    { kind: "events-back", turnId: "h1" },
    {
      ...{ kind: "heartbeat", failures: 1, retryAt: NOW + MINUTE, nextAt: NOW + 30 * MINUTE },
      record: {
        ...{ id: "h1", agentId: "main", reason: "interval", startedAt: NOW - 5_000, endedAt: NOW },
        ...{ outcome: "failed: timeout", events: 1 },
      },
    },
  ]);
  const third = { heartbeat: { agentId: "main", failures: 2 } };
  expect(endOf(effects(failure("x"), third))).toMatchObject({ retryAt: NOW + 15 * MINUTE });
});

test("effectsOfTurn() waits as long as the model's service asks, up to an hour", {
  tags: "HB-12",
}, () => {
  const retry = (retryAfterMs: number): unknown => endOf(effects(failure("x", { retryAfterMs })));
  expect(retry(5 * MINUTE)).toMatchObject({ retryAt: NOW + 5 * MINUTE });
  expect(retry(9 * HOUR)).toMatchObject({ retryAt: NOW + HOUR });
});

test("effectsOfTurn() has a stopped turn taken up with the next start, and counts no failure", {
  tags: "STOP-1",
}, () => {
  const stopped = failure("stopping");
  const heartbeat = { agentId: "main", failures: 2, retryAt: NOW + HOUR };
  expect(endOf(effects(stopped, { heartbeat }))).toMatchObject({ failures: 2, nextAt: NOW });
  expect(endOf(effects(stopped, { heartbeat, reason: "retry" }))).toMatchObject({ retryAt: NOW });
  const woken = effects(stopped, { reason: "wake", events: [event] });
  expect(kinds(woken)).toEqual(["events-back", "heartbeat", "heartbeat-request"]);
  expect(woken.at(-1)).toMatchObject({ agentId: "main", at: NOW, reason: "wake" });
});

test("effectsOfTurn() makes no event of a heartbeat", { tags: "SUM-4" }, () => {
  for (const result of [answer("x"), answer("HEARTBEAT_OK"), failure("x")]) {
    expect(kinds(effects(result, { events: [event] }))).not.toContain("event");
  }
});

test("effectsOfTurn() keeps a user's message with its events, and leaves the heartbeats as they were", {
  tags: "EVT-10",
}, () => {
  const heartbeat = { agentId: "main", failures: 2, retryAt: NOW + HOUR };
  const list = effects(answer("HEARTBEAT_OK"), { reason: "prompt", heartbeat, events: [event] });
  expect(kinds(list)).toEqual(["events-done", "history", "heartbeat"]);
  expect(list[1]).toMatchObject({ turn: { parts: [systemEvent, said], answer: "HEARTBEAT_OK" } });
  expect(endOf(list)).toMatchObject({
    ...{ failures: 2, retryAt: NOW + HOUR, record: { reason: "prompt", outcome: "sent" } },
  });
  expect(endOf(list)).not.toHaveProperty("nextAt");
});

test("effectsOfTurn() keeps a user's message without an answer, without the events that wait again", {
  tags: "SES-3",
}, () => {
  const list = effects(failure("cancelled"), { reason: "prompt", events: [event] });
  expect(kinds(list)).toEqual(["events-back", "history", "heartbeat"]);
  expect(list[1]).toMatchObject({ turn: { parts: [said], noAnswer: "cancelled" } });
  expect(endOf(list)).toMatchObject({ failures: 0, record: { outcome: "failed: cancelled" } });
  expect(endOf(list)).not.toHaveProperty("retryAt");
});

test("effectsOfTurn() stores the runner's state of a main session", { tags: "SES-5" }, () => {
  const list = effects({ ok: true, text: "x", runnerState: "s1" });
  expect(list[1]).toMatchObject({ kind: "history", runnerState: "s1" });
});
