import { readFileSync } from "node:fs";
import { plan } from "@hookwright/core/plan";
import { link } from "@hookwright/core/runtime";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import type { AgentSettings, HostSettings } from "../model/settings.ts";
import { readHostSettings } from "./read-host-settings.ts";
import { parseDuration } from "./times.ts";

const MINUTE = 60_000;

function settingsOf(config: unknown, localTimeZone = "Europe/Vienna"): HostSettings {
  const result = readHostSettings(config, { localTimeZone });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.settings;
}

/** `path: code` of each problem. */
function problemsOf(config: unknown): readonly string[] {
  return readHostSettings(config).problems.map(({ code, path }) => `${path.join(".")}: ${code}`);
}

const agentOf = (config: unknown, id = "main"): AgentSettings | undefined =>
  settingsOf(config).agents.get(id);

test("readHostSettings() of an empty config is what the docs say", () => {
  const heartbeat = { everyMs: 30 * MINUTE, minGapMs: 5_000, ackMaxChars: 300 };
  expect(settingsOf({})).toEqual({
    ...{ defaultAgent: "main", maxConcurrent: 4, timeZone: "UTC", mainKey: "main" },
    agents: new Map([["main", { id: "main", timeoutSeconds: 600, heartbeat }]]),
    agentDefaults: { timeoutSeconds: 600, heartbeat: { ...heartbeat, everyMs: 0 } },
    ...{
      notify: [],
      completion: new Map(),
      callers: { maxWaiting: 200, text: false },
      mappingLimits: new Map(),
      mappingIds: new Set(),
      modelAliases: new Map(),
      onInterrupted: "rerun",
      unknownDelivery: "resend",
      links: "plain",
    },
    ...{
      retryMaxMs: 120 * MINUTE,
      stopGraceMs: 30_000,
      retainMs: 30 * 1_440 * MINUTE,
      defaultTo: new Map(),
    },
    channels: new Map(),
  });
});

test("readHostSettings() reads how many callers may wait for runs, and whether they get texts", () => {
  const { callers } = settingsOf({ host: { completion: { maxWaiting: 0, text: true } } });
  expect(callers).toEqual({ maxWaiting: 0, text: true });
  const { problems } = readHostSettings({ host: { completion: { maxWaiting: 1.5, txt: true } } });
  expect(problems.map(({ path }) => path.join("."))).toEqual([
    "host.completion.txt",
    "host.completion.maxWaiting",
  ]);
});

test("readHostSettings() knows the mappings by their ids, and their limits", () => {
  const mappings = [{ id: " ci ", maxConcurrent: 2 }, { maxConcurrent: 1 }, { maxConcurrent: 0 }];
  const { mappingIds, mappingLimits } = settingsOf({
    hooks: { mappings, presets: ["gmail", 7] },
  });
  expect([...mappingIds]).toEqual(["ci", "mapping-2", "mapping-3", "gmail"]);
  expect([...mappingLimits]).toEqual([
    ["ci", 2],
    ["mapping-2", 1],
  ]);
});

test("readHostSettings() reads the mappings of the hooks that are served, which a plan alone has", async () => {
  const mappings = [
    {
      id: "ci",
      match: { path: "ci" },
      messageTemplate: "x",
      maxConcurrent: 2,
      onCompletion: " ci ",
    },
    { match: { path: "other" }, messageTemplate: "x" },
  ];
  const made = plan({ hooks: { path: "/in", mappings, presets: ["gmail"] } });
  const linked = made.ok ? link(made.plan, {}) : made;
  if (!linked.ok) throw new Error("The hooks have errors.");
  const url = "http://127.0.0.1/in/ci";
  const host = { notify: [{ name: "cd", url, secret: "whsec_x", types: [] }] };
  const { settings, problems } = readHostSettings({ host }, { hooks: linked.hooks });
  expect(settings).toMatchObject({
    mappingIds: new Set(["ci", "mapping-2", "gmail"]),
    mappingLimits: new Map([["ci", 2]]),
    completion: new Map([["ci", "ci"]]),
  });
  expect(problems).toMatchObject([
    { path: ["host", "notify", 0, "types"] },
    { path: ["host", "notify", 0, "url"], message: '"url" is a hook of this config.' },
    { path: ["hooks", "mappings", 0, "onCompletion"], hint: "Known endpoints: cd." },
  ]);
});

test("readHostSettings() knows the public addresses of a plan's hooks", async () => {
  const auth = { token: "a-token-of-more-than-24-characters", header: "x-ci-token" };
  const publicUrl = "https://hooks.example/hooks/ci";
  const mappings = [
    { match: { path: "ci" }, auth: { ...auth, publicUrl }, messageTemplate: "x" },
    { messageTemplate: "y" },
  ];
  const made = plan({ hooks: { mappings } });
  const linked = made.ok ? link(made.plan, {}) : made;
  if (!linked.ok) throw new Error("The hooks have errors.");
  const { hooks } = linked;
  const problemsOf = (url: string) => {
    const one = { url, secret: "whsec_x", types: ["run.dead"] };
    return readHostSettings({ host: { notify: [one] } }, { hooks }).problems;
  };
  for (const url of [publicUrl, "https://hooks.example/hooks/other"]) {
    expect(problemsOf(url)).toMatchObject([
      { path: ["host", "notify", 0, "url"], message: '"url" is a hook of this config.' },
    ]);
  }
  expect(problemsOf("https://hooks.example/elsewhere")).toEqual([]);
});

test("readHostSettings() reads endpoints of lifecycle events, and reports what cannot be one", () => {
  const one = { url: "https://ci.example/in", secret: "whsec_x", types: ["run.dead"] };
  const read = (notify: object, hooks = {}) => readHostSettings({ hooks, host: { notify } });
  const mappings = [{ id: "ci", onCompletion: "ci" }, { onCompletion: "cii" }];
  const { settings, problems } = read([{ name: "ci", ...one }, one], { mappings });
  expect(settings.notify).toMatchObject([
    { name: "ci", url: one.url, types: new Set(["run.dead"]), allowPrivate: false },
    { name: "notify-2" },
  ]);
  expect([...settings.completion]).toEqual([
    ["ci", "ci"],
    ["mapping-2", "cii"],
  ]);
  expect(problems).toMatchObject([
    { path: ["hooks", "mappings", 1, "onCompletion"], hint: "Known endpoints: ci, notify-2." },
  ]);
  expect(read([], { mappings: [{ onCompletion: "ci" }] }).problems).toMatchObject([
    { hint: "Add it to host.notify." },
  ]);
  const own = { mappings: [{ auth: { publicUrl: "https://hooks.example/hooks/ci" } }] };
  const wrong: readonly (readonly [url: string, hooks?: object])[] = [
    ...[["http://ci.example/"], ["ftp://ci.example/"], ["https://u:p@ci.example/"]].map(
      ([url = ""]) => [url] as const,
    ),
    ...([["${URL}"], ["http://localhost:18790/hooks/ci"]] as const),
    ["https://127.0.0.1/in/x", { path: "/in/" }],
    ["https://hooks.example/hooks/ci", own],
    ["https://hooks.example/hooks/other", own],
    ["https://HOOKS.example.:443/x/../hooks/%63i?a=b", own],
    ["http://127.1:18790/hooks/ci"],
    ["http://0177.0.0.1/hooks/ci"],
    ["http://2130706433/hooks"],
    ["http://[::1]:18790/hooks/ci"],
    ["http://[::ffff:127.0.0.1]/hooks/ci"],
    ["http://localhost.:18790/hooks/ci"],
  ];
  for (const [url, hooks = {}] of wrong) {
    expect(read([{ ...one, url }], hooks).problems, url).toMatchObject([
      { code: "invalid_value", path: ["host", "notify", 0, "url"] },
    ]);
  }
  for (const url of ["http://localhost:9000/in", "http://[::1]:9/x", "http://127.0.0.1/"]) {
    expect(read([{ ...one, url }], own).problems, url).toEqual([]);
  }
  const twice = { ...one, name: "ci" };
  expect(read([twice, twice]).problems).toMatchObject([{ path: ["host", "notify", 1, "name"] }]);
  expect(read([{ ...one, types: [] }, { url: one.url }]).ok).toBe(false);
});

test("readHostSettings() reads where alerts go, and reports a channel that is not there", () => {
  const channels = { telegram: { botToken: "1:a" }, slack: { enabled: false, botToken: "x" } };
  const read = (alerts: object) => readHostSettings({ channels, host: { alerts } });
  expect(read({ channel: "TG", to: 42 }).settings.alerts).toEqual({
    ...{ channel: "telegram", to: "42", everyMs: 60 * MINUTE, recovery: true },
  });
  const often = { channel: "telegram", to: "42", everyMinutes: 5, recovery: false };
  expect(read(often).settings.alerts).toMatchObject({ everyMs: 5 * MINUTE, recovery: false });
  expect(read({ channel: "slack", to: "#ops" })).toMatchObject({
    ok: false,
    problems: [{ code: "channel_setting_missing", path: ["host", "alerts", "channel"] }],
  });
  expect(read({ channel: "telegram" })).toMatchObject({ ok: false, settings: {} });
});

test("readHostSettings() reads the keys of the block host", () => {
  const host = {
    ...{
      heartbeat: { minGapSeconds: 0.5 },
      onInterrupted: "fail",
      delivery: { unknown: "hold", links: "markdown" },
    },
    ...{
      stopGraceSeconds: 0,
      retry: { maxHours: 0.5 },
      retainDays: 7,
      runner: { http: { baseUrl: "http://x", apiKey: { env: "KEY" } } },
    },
  };
  const settings = settingsOf({ host });
  expect(settings).toMatchObject({
    ...{ onInterrupted: "fail", unknownDelivery: "hold", links: "markdown", stopGraceMs: 0 },
    retryMaxMs: 30 * MINUTE,
    ...{ retainMs: 7 * 1_440 * MINUTE, runner: host.runner },
  });
  expect(settings.agents.get("main")?.heartbeat.minGapMs).toBe(500);
  expect(settingsOf({ host: { runner: { command: { preset: "pi" } } } }).runner).toEqual({
    command: { preset: "pi" },
  });
});

test("readHostSettings() leaves the keys of others alone", () => {
  const others = {
    hooks: { token: 7 },
    gateway: [],
    agents: { defaults: { sandbox: 1 }, more: 1 },
  };
  expect(problemsOf({ ...others, channels: { defaults: 1, modelByChannel: 2 } })).toEqual([]);
});

test("readHostSettings() reports all problems at once, each with what to write", () => {
  const config = {
    host: {
      ...{
        heartbeat: { minGapSecond: 1 },
        onInterupted: "fail",
        onInterrupted: "again",
        retainDays: 0,
      },
      ...{ stopGraceSeconds: "30", runner: { http: {}, command: {} }, delivery: [] },
    },
    agents: {
      defaults: {
        ...{ userTimezone: "Mars/Base", maxConcurrent: 1.5, timeoutSeconds: 0, model: 5 },
        heartbeat: { every: "often", ackMaxChars: -1, activeHours: "9-17" },
      },
    },
    ...{ session: { mainKey: " ", reset: { mode: "weekly" } }, channels: { slack: "x" } },
  };
  expect([...problemsOf(config)].sort()).toEqual([
    "agents.defaults.heartbeat.ackMaxChars: invalid_value",
    "agents.defaults.heartbeat.activeHours: wrong_type",
    "agents.defaults.heartbeat.every: invalid_value",
    "agents.defaults.maxConcurrent: wrong_type",
    "agents.defaults.model: wrong_type",
    "agents.defaults.timeoutSeconds: invalid_value",
    "agents.defaults.userTimezone: invalid_value",
    "channels.slack: wrong_type",
    "host.delivery: wrong_type",
    "host.heartbeat.minGapSecond: unknown_key",
    "host.onInterrupted: invalid_value",
    "host.onInterupted: unknown_key",
    "host.retainDays: invalid_value",
    "host.runner: invalid_value",
    "host.stopGraceSeconds: wrong_type",
    "session.mainKey: invalid_value",
    "session.reset.mode: invalid_value",
  ]);
  for (const problem of readHostSettings(config).problems) {
    expect(problem).toMatchObject({
      ...{ severity: "error", hint: expect.stringMatching(/\S/) },
      message: expect.stringMatching(/\.$/),
    });
  }
});

test("readHostSettings() names the nearest key for one that is not known below host", () => {
  const { problems } = readHostSettings({ host: { onInterupted: "fail", zzz: 1 } });
  expect(problems.map(({ hint }) => hint)).toEqual([
    'Did you mean "onInterrupted"?',
    "Known: heartbeat, onInterrupted, delivery, retry, notify, alerts, completion, stopGraceSeconds, retainDays, runner, channels.",
  ]);
});

test.each([[undefined], [null], ["x"], [[]]])(
  "readHostSettings() refuses a value that is not an object: %j",
  (config) => {
    expect(readHostSettings(config)).toMatchObject({
      ok: false,
      problems: [{ code: "wrong_type", path: [] }],
    });
  },
);

test("readHostSettings() says once that an object is of a wrong type", () => {
  expect(problemsOf({ agents: 5, host: 7 })).toEqual(["host: wrong_type", "agents: wrong_type"]);
  expect(problemsOf({ agents: { defaults: "x", list: {} } })).toEqual([
    ...["agents.defaults: wrong_type", "agents.list: wrong_type"],
  ]);
});

test("readHostSettings() takes model as a name or as an object with a primary", () => {
  expect(agentOf({ agents: { defaults: { model: "a/b" } } })?.model).toBe("a/b");
  const model = { primary: "c/d", fallbacks: ["e/f"] };
  expect(agentOf({ agents: { defaults: { model } } })?.model).toBe("c/d");
});

test("readHostSettings() reads aliases in any case, and the thinking level", {
  tags: "RUN-8",
}, () => {
  const models = { "anthropic/opus": { alias: " Opus " }, "openai/gpt": {}, "x/y": { alias: " " } };
  const config = { agents: { defaults: { models, thinkingDefault: "Think-Hard" } } };
  expect(settingsOf(config).modelAliases).toEqual(new Map([["opus", "anthropic/opus"]]));
  expect(agentOf(config)?.thinking).toBe("low");
  expect(settingsOf({ agents: { defaults: { models: ["a/b"] } } }).modelAliases.size).toBe(0);
});

test("readHostSettings() limits a turn to a day", { tags: "TIM-1" }, () => {
  const timeoutOf = (timeoutSeconds: number): unknown =>
    agentOf({ agents: { defaults: { timeoutSeconds } } })?.timeoutSeconds;
  expect(timeoutOf(90.7)).toBe(90);
  expect(timeoutOf(999_999)).toBe(86_400);
});

test("readHostSettings() gives listed agents what they do not have from the defaults", () => {
  const config = {
    agents: {
      defaults: {
        ...{ model: "a/b", workspace: "/w", timeoutSeconds: 60 },
        heartbeat: { every: "10m", to: "5", prompt: "Look." },
      },
      list: [
        { id: " ops ", model: "c/d", workspace: "/ops" },
        { id: "home", default: true, timeoutSeconds: 5, heartbeat: { every: "1h", target: "TG" } },
        ...[7, { name: "no id" }, { id: " " }],
      ],
    },
  };
  const settings = settingsOf(config);
  expect(settings.defaultAgent).toBe("home");
  expect([...settings.agents.values()]).toMatchObject([
    { id: "ops", model: "c/d", workspace: "/ops", timeoutSeconds: 60 },
    {
      ...{ id: "home", model: "a/b", workspace: "/w", timeoutSeconds: 5 },
      heartbeat: { everyMs: 60 * MINUTE, to: "5", prompt: "Look.", target: "telegram" },
    },
  ]);
});

test("readHostSettings() reads agents of agents.entries beside those of the list", () => {
  const agents = {
    defaults: { model: "a/b", systemAgent: { agentId: "DESK" } },
    list: [{ id: "ops" }],
    entries: { desk: { model: "c/d" }, night: null, " ": {} },
  };
  const settings = settingsOf({ agents });
  expect(settings.defaultAgent).toBe("desk");
  expect([...settings.agents.values()]).toMatchObject([
    { id: "ops", model: "a/b", heartbeat: { everyMs: 0 } },
    { id: "desk", model: "c/d", heartbeat: { everyMs: 30 * MINUTE } },
    { id: "night", model: "a/b", heartbeat: { everyMs: 0 } },
  ]);
});

test("readHostSettings() has periodic checks for a default agent that is not in a list", {
  tags: "HB-2",
}, () => {
  const agents = { defaults: { model: "a/b" }, entries: { desk: {} } };
  const settings = settingsOf({ agents });
  expect(settings.defaultAgent).toBe("main");
  expect([...settings.agents.values()]).toMatchObject([
    { id: "main", model: "a/b", heartbeat: { everyMs: 30 * MINUTE } },
    { id: "desk", heartbeat: { everyMs: 0 } },
  ]);
  const own = { defaults: { systemAgent: { agentId: "boss" } }, list: [{ id: "ops" }] };
  expect([...settingsOf({ agents: own }).agents.keys()]).toEqual(["boss", "ops"]);
});

test("readHostSettings() takes null for a key that is not set", () => {
  const agents = { defaults: { model: null, heartbeat: { every: null } }, list: null };
  expect(settingsOf({ agents, channels: null }).defaultAgent).toBe("main");
});

test("readHostSettings() has periodic checks for agents with a heartbeat block, else for the default agent", {
  tags: "HB-2",
}, () => {
  const everyOf = (list: readonly unknown[]): readonly number[] =>
    [...settingsOf({ agents: { list } }).agents.values()].map(({ heartbeat }) => heartbeat.everyMs);
  expect(everyOf([{ id: "a" }, { id: "b", default: true }])).toEqual([0, 30 * MINUTE]);
  expect(everyOf([{ id: "a" }, { id: "b" }])).toEqual([30 * MINUTE, 0]);
  expect(everyOf([{ id: "a" }, { id: "b", heartbeat: {} }])).toEqual([0, 30 * MINUTE]);
});

test("readHostSettings() switches periodic checks off with every: 0m", { tags: "HB-2" }, () => {
  expect(agentOf({ agents: { defaults: { heartbeat: { every: "0m" } } } })?.heartbeat.everyMs).toBe(
    0,
  );
});

test("readHostSettings() distinguishes a written ackMaxChars from the default", {
  tags: "ACK-5",
}, () => {
  const heartbeat = agentOf({ agents: { defaults: { heartbeat: { ackMaxChars: 0 } } } })?.heartbeat;
  expect(heartbeat).toMatchObject({ ackMaxChars: 0, runAckMaxChars: 0 });
  expect(agentOf({})?.heartbeat).not.toHaveProperty("runAckMaxChars");
});

const hoursOf = (activeHours: unknown, userTimezone = "Asia/Kolkata"): unknown =>
  agentOf({ agents: { defaults: { userTimezone, heartbeat: { activeHours } } } })?.heartbeat
    .activeHours;

test("readHostSettings() reads active hours, in the zone of the user, of the machine, or one by name", {
  tags: "HB-7",
}, () => {
  const day = { start: "09:00", end: "17:30" };
  const minutes = { start: 540, end: 1_050 };
  expect(hoursOf(day)).toEqual({ ...minutes, timeZone: "Asia/Kolkata" });
  expect(hoursOf({ ...day, timezone: "user" })).toEqual({ ...minutes, timeZone: "Asia/Kolkata" });
  expect(hoursOf({ ...day, timezone: "local" })).toEqual({ ...minutes, timeZone: "Europe/Vienna" });
  expect(hoursOf({ ...day, timezone: "europe/paris" })).toEqual({
    ...minutes,
    timeZone: "Europe/Paris",
  });
  expect(hoursOf({ start: "22:00", end: "24:00" }, "utc")).toEqual({
    ...{ start: 1_320, end: 1_440, timeZone: "UTC" },
  });
  expect(hoursOf({ start: "22:00", end: "6:00" })).toMatchObject({ start: 1_320, end: 360 });
});

test.each([
  [{ start: "09:00", end: "09:00" }, "end: invalid_value"],
  [{ start: "24:00", end: "09:00" }, "start: invalid_value"],
  [{ start: "09:60", end: "10:00" }, "start: invalid_value"],
  [{ start: "nine", end: "10:00" }, "start: invalid_value"],
  [{ start: "09:00", end: 10 }, "end: wrong_type"],
  [{ start: "09:00" }, "end: missing_key"],
  [{ start: "09:00", end: "10:00", timezone: "Mars" }, "timezone: invalid_value"],
])(
  "readHostSettings() reports invalid active hours: %j",
  { tags: "HB-7" },
  (activeHours, problem) => {
    const config = { agents: { defaults: { heartbeat: { activeHours } } } };
    expect(problemsOf(config)).toEqual([`agents.defaults.heartbeat.activeHours.${problem}`]);
  },
);

test("readHostSettings() warns of a heartbeat in another session, and uses the config", () => {
  const heartbeat = { session: "night" };
  const result = readHostSettings({ agents: { list: [{ id: "a", heartbeat }] } });
  expect(result).toMatchObject({
    ...{ ok: true, settings: { defaultAgent: "a" } },
    problems: [
      {
        code: "field_without_effect",
        severity: "warning",
        path: ["agents", "list", 0, "heartbeat", "session"],
      },
    ],
  });
  expect(problemsOf({ agents: { defaults: { heartbeat: { session: "main" } } } })).toEqual([]);
});

test("readHostSettings() reads when main sessions begin anew", { tags: "SES-6" }, () => {
  const resetOf = (reset: unknown): unknown => settingsOf({ session: { reset } }).mainReset;
  expect(resetOf({ mode: "daily" })).toEqual({ atHour: 4 });
  expect(resetOf({ mode: "daily", atHour: 0, idleMinutes: 30 })).toEqual({
    ...{ atHour: 0, idleMs: 30 * MINUTE },
  });
  expect(resetOf({ mode: "idle", idleMinutes: 5 })).toEqual({ idleMs: 5 * MINUTE });
  expect(resetOf({ mode: "idle" })).toEqual({ idleMs: 60 * MINUTE });
  expect(resetOf({})).toBeUndefined();
  expect(settingsOf({ session: { mainKey: "agent:main" } }).mainKey).toBe("agent:main");
});

test("readHostSettings() lays host.channels over channels, and secrets stay references", () => {
  const botToken = { env: "TELEGRAM_TOKEN" };
  const config = {
    channels: { telegram: { botToken, allowFrom: ["*", 7] }, slack: { enabled: false } },
    host: { channels: { telegram: { baseUrl: "http://x" }, webhook: { url: "http://x" } } },
  };
  expect(settingsOf(config).channels).toEqual(
    new Map<string, unknown>([
      ["telegram", { botToken, allowFrom: ["*", 7], baseUrl: "http://x" }],
      ["slack", { enabled: false }],
      ["webhook", { url: "http://x" }],
    ]),
  );
  expect(problemsOf({ host: { channels: { webhook: "x" } } })).toEqual([
    "host.channels.webhook: wrong_type",
  ]);
});

test("readHostSettings() finds the recipient of each channel: defaultTo, else the first of allowFrom", {
  tags: "DEL-3",
}, () => {
  const channels = {
    tg: { allowFrom: ["*", " ", 77, "88"] },
    ...{
      slack: { defaultTo: " C1 ", allowFrom: ["U1"] },
      signal: { allowFrom: ["*"] },
      discord: {},
    },
  };
  expect(settingsOf({ channels }).defaultTo).toEqual(
    new Map([
      ["telegram", "77"],
      ["slack", "C1"],
    ]),
  );
});

test("readHostSettings() reports a key of host.channels that no channel reads", () => {
  const channels = {
    webhook: { url: "https://x.example/in", tokn: "t", defaultTo: "ops" },
    command: { command: "true", env: {}, limit: 200, enabled: true },
    mine: { anything: 1 },
  };
  const { problems } = readHostSettings({ host: { channels } });
  expect(problems).toMatchObject([
    {
      code: "unknown_key",
      severity: "error",
      path: ["host", "channels", "webhook", "tokn"],
      message: '"tokn" is not a known key.',
      hint: 'Did you mean "token"?',
    },
  ]);
  const own = { channels: [{ id: "webhook" }] };
  expect(readHostSettings({ host: { channels } }, own).problems).toEqual([]);
  expect(problemsOf({ channels: { telegram: { dmPolicy: "pairing" } } })).toEqual([]);
});

test.each([
  ["30m", 30 * MINUTE],
  ["0m", 0],
  ["1h30m", 90 * MINUTE],
  ["1h 30m", 90 * MINUTE],
  ["90s", 90_000],
  ["1.5h", 90 * MINUTE],
  ["1D", 1_440 * MINUTE],
  ["250ms", 250],
  ["45", 45 * MINUTE],
])("parseDuration() reads %s", { tags: "HB-2" }, (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(["", "m", "-5m", "5x", "5 minutes", "1e3m", "99999999d", "5m oops"])(
  "parseDuration() takes no other text: %j",
  { tags: "HB-2" },
  (text) => {
    expect(parseDuration(text)).toBeUndefined();
  },
);

interface SchemaNode {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly definitions?: Readonly<Record<string, SchemaNode>>;
}

const file = new URL("../../schema/host.schema.json", import.meta.url);
const schema = JSON.parse(readFileSync(file, "utf8")) as SchemaNode & object;

test("readHostSettings() accepts and refuses what the published schema does", () => {
  // Editors read further words of it.
  const validate = new Ajv({ strict: false }).compile(schema);
  const hosts: unknown[] = [
    {},
    { heartbeat: {}, delivery: {}, retry: {}, channels: {} },
    { heartbeat: { minGapSeconds: 0 }, onInterrupted: "fail", delivery: { unknown: "hold" } },
    { heartbeat: { minGapSeconds: -1 } },
    { heartbeat: { minGap: 1 } },
    { onInterrupted: "again" },
    { retainDays: 0 },
    { stopGraceSeconds: "30" },
    { runner: { http: "x" } },
    { runner: { htp: {} } },
    { runner: { module: "./own.ts", model: "x" } },
    { runner: { module: 5 } },
    { runner: { command: {} }, channels: { webhook: { url: "x" } } },
    { channels: { webhook: { url: "x", tokn: "x" } } },
    { chanels: {} },
    [],
    "host",
  ];
  for (const host of hosts) {
    expect([host, readHostSettings({ host }).ok]).toEqual([host, validate({ host })]);
  }
});

test("host.schema.json says what each key means, in whole sentences", () => {
  const silent: string[] = [];
  const walk = (node: SchemaNode, path: string): void => {
    const isReference = "$ref" in node;
    if (!isReference && !/^.+\.$/.test(node.description ?? "")) silent.push(path);
    for (const [key, one] of Object.entries(node.properties ?? {})) walk(one, `${path}.${key}`);
  };
  for (const [name, one] of Object.entries(schema.definitions ?? {})) walk(one, name);
  expect(silent).toEqual([]);
});

/** `index.key: code` of each warning about a mapping. */
function warningsOf(mappings: unknown, more: object = {}, knownChannels: string[] = []): unknown {
  const channels = knownChannels.map((id) => ({ id }));
  const result = readHostSettings({ hooks: { mappings }, ...more }, { channels });
  expect(result.ok).toBe(true);
  expect(result.problems.every(({ severity }) => severity === "warning")).toBe(true);
  return result.problems.map(({ code, path }) => `${path.slice(2).join(".")}: ${code}`);
}

test("readHostSettings() warns of each mapping whose channel is not configured", {
  tags: "ACC-5",
}, () => {
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

test("readHostSettings() warns of next-heartbeat where no heartbeat comes by itself", {
  tags: "HB-5",
}, () => {
  const mappings = [{ wakeMode: "next-heartbeat" }, { wakeMode: "now" }];
  const off = { agents: { defaults: { heartbeat: { every: "0m" } } } };
  expect(warningsOf(mappings, off)).toEqual(["0.wakeMode: field_without_effect"]);
  expect(warningsOf(mappings)).toEqual([]);
  expect(warningsOf([{ wakeMode: "next-heartbeat", agentId: "{{agent}}" }], off)).toEqual([]);
  expect(warningsOf([{ wakeMode: "next-heartbeat", agentId: "other" }])).toEqual([
    "0.wakeMode: field_without_effect",
  ]);
});

test("readHostSettings() leaves mappings of a wrong type to the core", { tags: "ACC-5" }, () => {
  expect(warningsOf({ a: 1 })).toEqual([]);
  expect(readHostSettings({ hooks: 5 })).toMatchObject({ ok: true, problems: [] });
});

test("readHostSettings() reads `module` and `type` below host.channels alone", () => {
  const { settings, problems } = readHostSettings({
    channels: { pager: { module: "of the gateway", type: "x", room: 1 } },
    host: {
      channels: {
        pager: { module: "./pager.ts", own: 1 },
        phone: { type: "webhook", url: "https://a.example", tokn: "x" },
        wrong: { module: 5 },
        pages: { url: "x" },
      },
    },
    hooks: {
      mappings: [
        { channel: "pager", to: "a", accountId: "b" },
        { channel: "phone", to: "a", accountId: "b" },
      ],
    },
  });
  expect(settings.channels.get("pager")).toEqual({ module: "./pager.ts", own: 1, room: 1 });
  const { settings: gateway } = readHostSettings({ channels: { pager: { module: "a", room: 1 } } });
  expect(gateway.channels.get("pager")).toEqual({ room: 1 });
  expect(problems.map(({ code, path }) => [code, path.join(".")])).toEqual([
    ["unknown_key", "host.channels.phone.tokn"],
    ["channel_setting_invalid", "host.channels.wrong.module"],
  ]);
});
