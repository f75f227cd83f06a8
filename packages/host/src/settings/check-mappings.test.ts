import { expect, test } from "vitest";
import { readHostSettings } from "./read-host-settings.ts";

/** `index.key: code` of each warning about a mapping. */
function warningsOf(mappings: unknown, more: object = {}, knownChannels: string[] = []): unknown {
  const channels = knownChannels.map((id) => ({ id }));
  const result = readHostSettings({ hooks: { mappings }, ...more }, { channels });
  expect(result.ok).toBe(true);
  expect(result.problems.every(({ severity }) => severity === "warning")).toBe(true);
  return result.problems.map(({ code, path }) => `${path.slice(2).join(".")}: ${code}`);
}

test("ACC-5 readHostSettings() warns of each mapping whose channel is not configured", () => {
  const channels = { tg: {}, slack: { enabled: false } };
  const mappings = [
    { channel: "Telegram" },
    ...[{ channel: "slack" }, { channel: "signal" }, { channel: "last" }, {}],
    ...[
      { channel: "signal", deliver: false },
      { channel: "signal", action: "wake" },
    ],
    ...[{ channel: "own" }, "x", { channel: 7 }],
  ];
  expect(warningsOf(mappings, { channels }, ["own"])).toEqual([
    "1.channel: channel_setting_missing",
    "2.channel: channel_setting_missing",
  ]);
});

test("readHostSettings() warns of an account on a channel that has one", () => {
  const channels = { telegram: {}, webhook: {}, command: {}, slack: {} };
  const mappings = [
    ...[{ channel: "TG", accountId: "work" }, { channel: "telegram" }],
    ...["webhook", "command", "last", "own"].map((channel) => ({ channel, accountId: "work" })),
    ...[{ accountId: "work" }, { channel: "slack", accountId: "work" }],
  ];
  expect(warningsOf(mappings, { channels }, ["own", "slack"])).toEqual([
    "0.accountId: field_without_effect",
  ]);
});

test("HB-5 readHostSettings() warns of next-heartbeat where no heartbeat comes by itself", () => {
  const mappings = [{ wakeMode: "next-heartbeat" }, { wakeMode: "now" }];
  const off = { agents: { defaults: { heartbeat: { every: "0m" } } } };
  expect(warningsOf(mappings, off)).toEqual(["0.wakeMode: field_without_effect"]);
  expect(warningsOf(mappings)).toEqual([]);
  expect(warningsOf([{ wakeMode: "next-heartbeat", agentId: "{{agent}}" }], off)).toEqual([]);
  expect(warningsOf([{ wakeMode: "next-heartbeat", agentId: "other" }])).toEqual([
    "0.wakeMode: field_without_effect",
  ]);
});

test("ACC-5 readHostSettings() leaves mappings of a wrong type to the core", () => {
  expect(warningsOf({ a: 1 })).toEqual([]);
  expect(readHostSettings({ hooks: 5 })).toMatchObject({ ok: true, problems: [] });
});
