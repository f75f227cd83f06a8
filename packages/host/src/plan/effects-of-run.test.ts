import type { AgentAction, TextPart } from "@hookwright/core";
import { expect, test } from "vitest";
import { testPolicy, testSettings } from "../../test/support/policy.ts";
import { testRun } from "../../test/support/records.ts";
import type { Effect } from "../model/effects.ts";
import type { RunHold, RunRecord, StoredTurn } from "../model/records.ts";
import type { TurnFailure, TurnResult, TurnSuccess } from "../model/turn.ts";
import type { EndedRun } from "./effects-of-run.ts";
import { effectsOfTurn } from "./effects-of-turn.ts";
import { messageOfRun } from "./turn-message.ts";
import type { TurnPolicy } from "./turn-policy.ts";

const NOW = 1_000_000;
const answer = (text: string, extra: Partial<TurnSuccess> = {}): TurnResult => ({
  ...{ ok: true, text },
  ...extra,
});
const failure = (code: string, extra: Partial<TurnFailure> = {}): TurnResult => ({
  ...{ ok: false, code, message: `It failed\nwith ${code}.`, retryable: false },
  ...extra,
});
const tainted: Partial<AgentAction> = {
  untrustedText: "red",
  parts: [{ kind: "untrusted", text: "red", source: 'webhook "ci"' }],
};

interface Case {
  readonly run?: Partial<RunRecord>;
  readonly action?: Partial<AgentAction>;
  readonly history?: readonly StoredTurn[];
  readonly policy?: TurnPolicy;
  readonly hold?: RunHold;
}

function effects(result: TurnResult, given: Case = {}): readonly Effect[] {
  const run = testRun(given.run, given.action);
  const message = messageOfRun(run, { timeZone: "UTC" });
  const turn: EndedRun = {
    kind: "run",
    run,
    message,
    history: given.history ?? [],
    hold: given.hold,
  };
  return effectsOfTurn(turn, result, given.policy ?? testPolicy());
}

const kinds = (list: readonly Effect[]): readonly string[] => list.map(({ kind }) => kind);
const only = (list: readonly Effect[], kind: Effect["kind"]): readonly Effect[] =>
  list.filter((effect) => effect.kind === kind);
const eventPart = (list: readonly Effect[]): TextPart | undefined =>
  list.flatMap((effect) => (effect.kind === "event" ? effect.event.parts : []))[0];

test("effectsOfTurn() adds message and answer to the history, with the runner's state", {
  tags: ["SES-1", "SES-5"],
}, () => {
  const list = effects(answer("Fine.", { runnerState: "s1", thinking: "low" }), {
    action: tainted,
  });
  expect(list.slice(0, 2)).toEqual([
    {
      ...{ kind: "history", agentId: "main", sessionKey: "hook:ci", runnerState: "s1" },
      turn: {
        ...{ at: NOW, heading: "[Hook CI r1] 1970-01-01 00:00:00 UTC", parts: tainted.parts },
        ...{ tainted: true, turnId: "r1", answer: "Fine." },
      },
    },
    {
      kind: "run",
      runId: "r1",
      at: NOW,
      state: "done",
      answered: "silent",
      answer: "Fine.",
      thinking: "low",
    },
  ]);
});

test("effectsOfTurn() keeps no state over 64 KiB, and none of an isolated run", {
  tags: "SES-5",
}, () => {
  const has = (list: readonly Effect[]): boolean => "runnerState" in (list[0] as Effect);
  expect(has(effects(answer("x", { runnerState: "x".repeat(65_536) })))).toBe(true);
  expect(has(effects(answer("x", { runnerState: "x".repeat(65_537) })))).toBe(false);
  const action = { sessionMode: "isolated" } as const;
  expect(has(effects(answer("x", { runnerState: "s1" }), { action }))).toBe(false);
});

test.each(["timeout", "cancelled", "crashed"])(
  "effectsOfTurn() adds a turn without answer to the history: %s",
  { tags: "SES-3" },
  (code) => {
    const [first] = effects(failure(code));
    expect(first).toMatchObject({ kind: "history", turn: { turnId: "r1", noAnswer: code } });
  },
);

test("effectsOfTurn() retries a turn that did nothing, without a summary yet", {
  tags: "RUN-5",
}, () => {
  const result = failure("overloaded", { retryable: true });
  expect(effects(result)).toEqual([
    {
      ...{ kind: "run", runId: "r1", at: NOW, state: "failed", dueAt: NOW + 5_000 },
      ...{ code: "overloaded", reason: "It failed with overloaded." },
    },
  ]);
  expect(effects(result, { run: { attempt: 2 } })).toMatchObject([{ dueAt: NOW + 30_000 }]);
  const later = failure("rate_limited", { retryable: true, retryAfterMs: 60_000 });
  expect(effects(later)).toMatchObject([{ state: "failed", dueAt: NOW + 60_000 }]);
});

test("effectsOfTurn() gives up after host.retry.maxHours, and at once where the turn may have done something", {
  tags: "RUN-5",
}, () => {
  const result = failure("overloaded", { retryable: true });
  const since = (triedSince: number) => effects(result, { run: { attempt: 2, triedSince } });
  const maxMs = 7_200_000;
  expect(since(NOW + 30_000 - maxMs)).toMatchObject([{ state: "failed" }]);
  expect(since(NOW + 29_999 - maxMs)[1]).toMatchObject({ state: "dead", code: "overloaded" });
  // The clock was set back.
  expect(since(NOW + maxMs)).toMatchObject([{ state: "failed" }]);
  expect(effects(failure("unauthorized"))[1]).toMatchObject({ state: "dead" });
});

test("effectsOfTurn() has a run wait whose runner is paused, without counting the try", {
  tags: "RUN-5",
}, () => {
  const hold = { pair: "p", group: "g" };
  const result = failure("unauthorized", { retryable: true, scope: "runner" });
  expect(effects(result, { hold })).toEqual([
    {
      ...{ kind: "run", runId: "r1", at: NOW, state: "queued", dueAt: NOW, countAttempt: false },
      ...{ hold, code: "unauthorized", reason: "It failed with unauthorized." },
    },
  ]);
  // It may have used tools before.
  const used = failure("unauthorized", { scope: "runner" });
  expect(effects(used, { hold })[1]).toMatchObject({ state: "dead" });
});

test("effectsOfTurn() notes an unknown thinking level, and the note of the runner", {
  tags: "RUN-8",
}, () => {
  const noteOf = (list: readonly Effect[]) =>
    list.flatMap((effect) => (effect.kind === "run" ? [effect.note] : []));
  const action = { thinking: "<script>" };
  expect(noteOf(effects(answer("Fine."), { action }))).toEqual([
    "The requested thinking level is unknown, so the model decided. Known levels: off, minimal, low, medium, high, xhigh, max.",
  ]);
  expect(noteOf(effects(failure("refused"), { action }))).toEqual([expect.any(String)]);
  expect(noteOf(effects(answer("x", { note: "New session." }), { action }))).toEqual([
    expect.stringMatching(/max\. New session\.$/),
  ]);
  expect(noteOf(effects(answer("x"), { action: { thinking: "Extra High" } }))).toEqual([undefined]);
});

test("effectsOfTurn() ends a run that timed out as dead, keeps its partial text, and sends nothing", {
  tags: "TIM-3",
}, () => {
  const result = failure("timeout", { retryable: true, partial: "So far" });
  const list = effects(result, { action: { deliver: true } });
  expect(list[1]).toMatchObject({ state: "dead", code: "timeout", partial: "So far" });
  expect(kinds(list)).toEqual(["history", "run", "event"]);
});

test("effectsOfTurn() ends a cancelled run as cancelled, and its summary says so", {
  tags: "TIM-4",
}, () => {
  const list = effects(failure("cancelled", { retryable: true }));
  expect(list[1]).toMatchObject({ state: "cancelled" });
  expect(list[2]).toMatchObject({ event: { title: "Hook CI (cancelled)" } });
});

test("effectsOfTurn() queues a run again that the host stopped, without counting the try", {
  tags: "STOP-1",
}, () => {
  expect(effects(failure("stopping"))).toEqual([
    { kind: "run", runId: "r1", at: NOW, state: "queued", dueAt: NOW, countAttempt: false },
  ]);
});

test("effectsOfTurn() adds exactly one event for each run that ends", { tags: "SUM-1" }, () => {
  const ends = [
    answer("Fine."),
    answer("HEARTBEAT_OK"),
    answer(""),
    failure("timeout"),
    failure("x"),
  ];
  for (const result of ends) expect(only(effects(result), "event")).toHaveLength(1);
});

test.each([
  [answer("  Fine.\n"), "Hook CI", "Fine."],
  [answer(" \n"), "Hook CI", "(no answer)"],
  [answer("x".repeat(3_000)), "Hook CI", `${"x".repeat(2_000)}…`],
  [answer(`${"x".repeat(1_999)}😀`), "Hook CI", `${"x".repeat(1_999)}…`],
  [failure("timeout"), "Hook CI (timeout)", "It failed with timeout."],
  [failure("bad_model", { message: "y".repeat(900) }), "Hook CI (error)", `${"y".repeat(499)}…`],
])(
  "effectsOfTurn() writes title and text of the summary: %#",
  { tags: "SUM-2" },
  (result, title, text) => {
    const [event] = only(effects(result), "event");
    expect(event).toMatchObject({
      event: {
        origin: "run",
        runId: "r1",
        at: NOW,
        title,
        parts: [{ kind: "trusted", text }],
        tainted: false,
      },
    });
  },
);

test("effectsOfTurn() makes the summary of a run that read a payload untrusted", {
  tags: "SUM-3",
}, () => {
  const part = { kind: "untrusted", text: "Fine.", source: "answer of run r1" };
  const list = effects(answer("Fine."), { action: tainted });
  expect(list[2]).toMatchObject({ event: { title: "Hook CI", parts: [part], tainted: true } });
});

test("effectsOfTurn() counts what a payload left in the history, but not for an isolated run", {
  tags: "SUM-3",
}, () => {
  const history: StoredTurn[] = [{ at: 0, heading: "", parts: [], tainted: true, turnId: "r0" }];
  expect(eventPart(effects(answer("x"), { history }))?.kind).toBe("untrusted");
  const action = { sessionMode: "isolated" } as const;
  expect(eventPart(effects(answer("x"), { history, action }))?.kind).toBe("trusted");
});

test("effectsOfTurn() puts a name from outside into the fence, and the mapping's id into the title", {
  tags: ["SUM-3", "EVT-8"],
}, () => {
  const given = {
    run: { taintedFields: ["name"], mappingId: "ci" },
    action: { name: `a\nb${"x".repeat(200)}` },
  };
  const [event] = only(effects(answer("Fine."), given), "event");
  expect(event).toMatchObject({
    event: { title: "Hook ci", mappingId: "ci", tainted: true },
  });
  expect(eventPart(effects(answer("Fine."), given))).toEqual({
    ...{ kind: "untrusted", source: "name of run r1" },
    text: `a b${"x".repeat(96)}…: Fine.`,
  });
});

test("effectsOfTurn() names a run without a name by its mapping", { tags: "EVT-8" }, () => {
  const titleOf = (run: Partial<RunRecord>): unknown =>
    only(effects(answer("x"), { run, action: { name: "Hook" } }), "event");
  expect(titleOf({ mappingId: "ci" })).toMatchObject([{ event: { title: "Hook ci" } }]);
  expect(titleOf({})).toMatchObject([{ event: { title: "Hook" } }]);
});

test("effectsOfTurn() asks for a heartbeat with wakeMode now, also for an acknowledgment", {
  tags: "SUM-4",
}, () => {
  const request = { kind: "heartbeat-request", agentId: "main", at: NOW, reason: "run" };
  const now = { action: { wakeMode: "now" } } as const;
  expect(effects(answer("HEARTBEAT_OK"), now).at(-1)).toEqual(request);
  expect(effects(failure("timeout"), now).at(-1)).toEqual(request);
  expect(kinds(effects(answer("x")))).not.toContain("heartbeat-request");
});

const deliver = { action: { deliver: true } } as const;

test("effectsOfTurn() creates the delivery of an answer in the list that ends the run", {
  tags: "DEL-1",
}, () => {
  const given = { ...deliver, run: { mappingId: "ci" } };
  expect(only(effects(answer("Disk is full. HEARTBEAT_OK"), given), "delivery")).toEqual([
    {
      kind: "delivery",
      delivery: {
        ...{ id: "id-2", agentId: "main", runId: "r1", mappingId: "ci", channel: "chat", to: "42" },
        ...{ createdAt: NOW, state: "queued", parts: ["Disk is full."], sentIds: [], tries: 0 },
        ...{ plain: false, dueAt: NOW, resends: 0 },
      },
    },
  ]);
});

test.each([
  ["an acknowledgment", answer("HEARTBEAT_OK"), deliver],
  ["an empty answer", answer(" "), deliver],
  ["a failed run", failure("x"), deliver],
  ["a run with deliver: false", answer("x"), {}],
])("effectsOfTurn() delivers nothing of %s", { tags: ["DEL-1", "ACK-6"] }, (_, result, given) => {
  expect(only(effects(result, given), "delivery")).toEqual([]);
});

test("effectsOfTurn() applies ackMaxChars to runs if the config sets it", {
  tags: "ACK-5",
}, () => {
  const result = answer("Invoice failed. HEARTBEAT_OK");
  expect(only(effects(result, deliver), "delivery")).toHaveLength(1);
  const policy = testPolicy({}, { runAckMaxChars: 300 });
  expect(only(effects(result, { ...deliver, policy }), "delivery")).toEqual([]);
});

test("effectsOfTurn() delivers an answer with a file, and says that the file is not sent", {
  tags: "ACK-6",
}, () => {
  const attachments = [{ name: "a\n.png", mediaType: "image/png", data: "" }];
  const list = effects(answer("HEARTBEAT_OK", { attachments }), deliver);
  expect(only(list, "delivery")).toMatchObject([
    { delivery: { parts: ["[file not sent: a .png]"] } },
  ]);
});

test("effectsOfTurn() cuts the text of a delivery for its channel", { tags: "DEL-6" }, () => {
  const parseRecipient = (to: string) => ({ ok: true, to }) as const;
  const channels = new Map([["chat", { limit: 40, parseRecipient }]]);
  const list = effects(answer("word ".repeat(400)), {
    ...deliver,
    policy: testPolicy({ channels }),
  });
  const [delivery] = list.flatMap((effect) => (effect.kind === "delivery" ? effect.delivery : []));
  expect(delivery?.parts).toHaveLength(20);
  expect(delivery?.parts.at(-1)).toMatch(/more characters, run r1\]$/);
});

test("effectsOfTurn() writes out the links of an answer that read text from outside", {
  tags: "DEL-15",
}, () => {
  const link = "[Log in](https://evil.example)";
  const partsOf = (given: Case): unknown =>
    only(effects(answer(link), given), "delivery").map(
      (effect) => effect.kind === "delivery" && effect.delivery.parts,
    );
  const action = { deliver: true, channel: "chat" } as const;
  const history: StoredTurn[] = [{ at: 0, heading: "", parts: [], tainted: true, turnId: "r0" }];
  const policy = testPolicy({ settings: testSettings({ links: "markdown" }) });
  expect(partsOf({ action })).toEqual([[link]]);
  expect(partsOf({ action: { ...tainted, ...action } })).toEqual([
    ["Log in (https://evil.example)"],
  ]);
  expect(partsOf({ action, history })).toEqual([["Log in (https://evil.example)"]]);
  expect(partsOf({ action: { ...tainted, ...action }, policy })).toEqual([[link]]);
});

test("effectsOfTurn() makes a delivery without a recipient dead, and adds an event to the main session", {
  tags: ["DEL-4", "DEL-14"],
}, () => {
  const given = {
    action: { deliver: true, channel: "signal", to: "x", wakeMode: "next-heartbeat" },
  } as const;
  const list = effects(answer("Fine."), given);
  const reason = "The channel signal is not configured; set channels.signal.";
  expect(list.slice(3)).toMatchObject([
    {
      kind: "delivery",
      delivery: {
        ...{
          state: "dead",
          endedAt: NOW,
          code: "channel_not_configured",
          reason,
          parts: ["Fine."],
        },
      },
    },
    {
      kind: "event",
      event: {
        ...{ origin: "delivery", title: "Hook CI (undelivered)", runId: "r1", tainted: false },
        parts: [{ kind: "trusted", text: `signal: ${reason}` }],
      },
    },
  ]);
  expect(list).toHaveLength(5);
});

test("effectsOfTurn() fences the reason of a dead delivery whose recipient came from outside", {
  tags: "SEC-1",
}, () => {
  const given = { action: { deliver: true, channel: "signal" }, run: { taintedFields: ["to"] } };
  expect(effects(answer("Fine."), given).at(-1)).toMatchObject({
    event: { tainted: true, parts: [{ kind: "untrusted", source: "delivery of run r1" }] },
  });
});

test("effectsOfTurn() takes the settings of the run's agent", { tags: "DEL-1" }, () => {
  const settings = testSettings();
  const other = { ...settings.agentDefaults, id: "ops" };
  const heartbeat = { ...other.heartbeat, runAckMaxChars: 300 };
  const agents = new Map([["ops", { ...other, heartbeat }]]);
  const policy = testPolicy({ settings: { ...settings, agents } });
  const given = { ...deliver, policy, run: { agentId: "ops" } };
  expect(only(effects(answer("Fine. HEARTBEAT_OK"), given), "delivery")).toEqual([]);
});
