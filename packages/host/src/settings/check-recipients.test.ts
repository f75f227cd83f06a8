import { compileHooks, type HookwrightConfigInput } from "@hookwright/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RecipientResult, Route } from "../model/channel.ts";
import { resolveRecipient } from "../plan/resolve-recipient.ts";
import { type CheckRecipientsOptions, checkRecipients, planRecipient } from "./check-recipients.ts";
import { readHostSettings } from "./read-host-settings.ts";

const digits = {
  parseRecipient: (to: string): RecipientResult =>
    /^\d+$/.test(to) ? { ok: true, to } : { ok: false, hint: "Write digits." },
};

const webhook = { url: "https://pager.example.com/in" };
const telegram = { botToken: "1:a" };

function mapping(id: string, more: object = {}): object {
  return { id, match: { path: id }, messageTemplate: "{{text}}", ...more };
}

interface Written {
  readonly mappings?: readonly object[];
  readonly channels?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

function problemsOf(
  { mappings = [], presets, ...rest }: Written,
  more: Partial<CheckRecipientsOptions> = {},
) {
  const config = { ...rest, hooks: { mappings, ...(presets !== undefined && { presets }) } };
  const read = readHostSettings(config);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const ids = ["webhook", "command"];
  const hooks = compileHooks(config as HookwrightConfigInput, {
    channels: ids.map((id) => ({ id })),
    transforms: { "shape.js": () => undefined },
  });
  const { settings } = read;
  return checkRecipients(hooks, { config, settings, channels: new Map(), ...more });
}

test("checkRecipients() says once, with a count, that no recipient is known, and the line to write", {
  tags: "DEL-3",
}, () => {
  const mappings = Array.from({ length: 79 }, (_, at) => mapping(`m${at}`));
  const config = { mappings, presets: ["gmail"], channels: { webhook } };
  const problems = problemsOf(config, { formatOf: () => "json5" });
  expect(problems).toEqual([
    {
      code: "recipient_missing",
      severity: "warning",
      path: ["channels", "webhook"],
      message:
        'No recipient is known on webhook, so the answers of 80 mappings ("m0", "m1", "m2", …) go to nobody.',
      hint: 'Write defaultTo: "ops" into channels.webhook, with a recipient of yours. Write deliver: false into a mapping whose answers should not be sent.',
    },
  ]);
  const written = { webhook: { ...webhook, defaultTo: "ops" } };
  expect(problemsOf({ ...config, channels: written })).toEqual([]);
  const allowed = { webhook: { ...webhook, allowFrom: ["*", "ops"] } };
  expect(problemsOf({ ...config, channels: allowed })).toEqual([]);
});

test("checkRecipients() names the block as it is written, and the line in the format of its file", {
  tags: "DEL-3",
}, () => {
  const config = { mappings: [mapping("ci")], host: { channels: { TG: telegram } } };
  const [problem] = problemsOf(config, {
    formatOf: ([key]) => (key === "host" ? "yaml" : "json"),
  });
  expect(problem).toMatchObject({
    path: ["host", "channels", "TG"],
    hint: expect.stringMatching(/^Write defaultTo: "123456789" into host\.channels\.TG/),
  });
  expect(problemsOf(config)[0]?.hint).toMatch(/^Write "defaultTo": "123456789" into /);
});

test("planRecipient() writes where the line counts, and says whether `last` leads there", {
  tags: "DEL-3",
}, () => {
  const plan = (config: object, wanted: { channel: string; to: string }) => {
    const read = readHostSettings(config);
    if (!read.ok) throw new Error("unusable");
    return planRecipient(wanted, { config, settings: read.settings, channels: new Map() });
  };
  const both = { channels: { tg: telegram }, host: { channels: { telegram: { defaultTo: "1" } } } };
  expect(plan(both, { channel: "tg", to: "5" })).toEqual({
    ok: true,
    channel: "telegram",
    path: ["host", "channels", "telegram", "defaultTo"],
    isLast: true,
  });
  const two = { channels: { telegram, webhook } };
  expect(plan(two, { channel: "webhook", to: "ops" })).toMatchObject({ isLast: false });
  const whatsapp = { ...two.channels, whatsapp: {} };
  expect(plan({ channels: whatsapp }, { channel: "whatsapp", to: "5" })).toMatchObject({
    isLast: true,
  });
  expect(plan(two, { channel: "signal", to: "5" })).toMatchObject({
    ok: false,
    reason: expect.stringContaining("set channels.signal"),
  });
});

test("checkRecipients() says where no channel is configured, and which line makes one", {
  tags: "DEL-2",
}, () => {
  const [problem, ...rest] = problemsOf({ mappings: [mapping("ci")] });
  expect(rest).toEqual([]);
  expect(problem).toMatchObject({
    path: ["channels"],
    message: 'No channel is configured, so the answers of 1 mapping ("ci") go to nobody.',
    hint: expect.stringContaining(
      '"channels": { "webhook": { "url": "https://…", "defaultTo": "ops" } }',
    ),
  });
});

test("checkRecipients() says who must name a channel where there are several", {
  tags: "DEL-2",
}, () => {
  const channels = { telegram: { ...telegram, defaultTo: "5" }, webhook };
  const agents = { defaults: { heartbeat: { target: "last" } } };
  const config = { channels, presets: ["gmail"], mappings: [mapping("ci")], agents };
  expect(problemsOf(config, { formatOf: () => "yaml" })).toMatchObject([
    {
      path: ["hooks", "mappings", 0, "channel"],
      message:
        'Nothing says which channel is meant (telegram, webhook), so the answers of 2 mappings ("ci", "gmail") and the heartbeats of 1 agent ("main") go to nobody.',
      hint: 'Write channel: "telegram" into each of these mappings. `hookwright gmail setup --deliver telegram:123456789` writes a mapping for mail. Write target: "telegram" into the heartbeat. Write deliver: false into a mapping whose answers should not be sent.',
    },
  ]);
  expect(problemsOf({ channels, presets: ["gmail"] })[0]?.path).toEqual(["hooks", "presets", 0]);
});

test("checkRecipients() reports an unreadable recipient at its position", {
  tags: "DEL-4",
}, () => {
  const channels = new Map([["telegram", digits]]);
  const config = {
    channels: { telegram: { ...telegram, defaultTo: "xavier" } },
    mappings: [mapping("a", { to: "xavier" }), mapping("b"), mapping("c", { to: "5" })],
    agents: { defaults: { heartbeat: { target: "telegram", to: "yvonne" } } },
  };
  const problems = problemsOf(config, { channels });
  expect(problems.map(({ path, hint }) => [path.join("."), hint])).toEqual([
    ["hooks.mappings.0.to", "Write digits."],
    ["channels.telegram.defaultTo", "Write digits."],
    ["agents.defaults.heartbeat.to", "Write digits."],
  ]);
  expect(JSON.stringify(problems)).not.toMatch(/xavier|yvonne/);
});

test("checkRecipients() looks at heartbeats that name a target, by agent", {
  tags: "DEL-3",
}, () => {
  const list = [
    { id: "ops", heartbeat: { target: "slack" } },
    { id: "quiet", heartbeat: { target: "none" } },
    { id: "other" },
  ];
  const channels = { webhook };
  expect(problemsOf({ channels, agents: { list } })).toMatchObject([
    {
      path: ["agents", "list", 0, "heartbeat", "target"],
      message:
        'The channel slack is not configured, so the answers of the heartbeats of 1 agent ("ops") go to nobody.',
    },
  ]);
  const defaults = { heartbeat: { target: "webhook" } };
  const [, problem] = problemsOf({ channels, agents: { defaults, list } });
  expect(problem?.message).toContain('the heartbeats of 1 agent ("other")');
  expect(problem?.hint).not.toContain("deliver");
  expect(problemsOf({ channels, agents: { defaults: { heartbeat: { every: "5m" } } } })).toEqual(
    [],
  );
});

test("checkRecipients() takes the routes that are known", { tags: "DEL-2" }, () => {
  const stored: Route = { agentId: "main", channel: "telegram", to: "5", at: 1 };
  const routes = [stored];
  const channels = { telegram, webhook };
  const mappings = [
    mapping("ci"),
    mapping("other", { agentId: "ops" }),
    mapping("any", { agentId: "{{x}}" }),
  ];
  const allowed = { allowedAgentIds: ["*"] };
  expect(problemsOf({ channels, mappings, ...allowed }, { routes })[0]?.message).toContain(
    '2 mappings ("other", "any")',
  );
  expect(problemsOf({ channels, mappings: [mapping("ci")] }, { routes })).toEqual([]);
  const gone = problemsOf({ channels: { webhook }, mappings: [mapping("ci")] }, { routes });
  expect(gone).toMatchObject([
    { path: ["channels", "telegram"], hint: expect.stringContaining("Add channels.telegram") },
  ]);
});

test("checkRecipients() does not check what an event, a transform or another warning decides", {
  tags: "DEL-3",
}, () => {
  const transform = { module: "shape.js" };
  const channels = new Map([["webhook", digits]]);
  const mappings = [
    mapping("templated", { to: "{{chat}}" }),
    mapping("shaped", { transform }),
    mapping("partly", { transform: { ...transform, lock: ["to"] } }),
    mapping("unset", { channel: "signal" }),
    mapping("quiet", { deliver: false }),
    mapping("woken", { action: "wake", messageTemplate: undefined, textTemplate: "{{text}}" }),
  ];
  expect(problemsOf({ channels: { webhook }, mappings }, { channels })).toEqual([]);
  const first = mapping("mail", { match: { path: "gmail" }, to: "5" });
  const config = { channels: { webhook }, mappings: [first], presets: ["gmail"] };
  expect(problemsOf(config, { channels })).toEqual([]);
  const locked = mapping("locked", { transform: { ...transform, lock: ["channel", "to"] } });
  expect(problemsOf({ channels: { webhook }, mappings: [locked] })[0]?.message).toContain(
    '1 mapping ("locked")',
  );
});

test("checkRecipients() counts a channel that only lacks its secret or library, and no other", {
  tags: "DEL-2",
}, () => {
  const mappings = [mapping("ci", { to: "5" })];
  expect(problemsOf({ channels: { telegram }, mappings })).toEqual([]);
  for (const unusable of [{ pager: {} }, { telegram: { ...telegram, enabled: false } }]) {
    expect(problemsOf({ channels: unusable, mappings })).toMatchObject([{ path: ["channels"] }]);
  }
});

test("checkRecipients() is silent exactly where resolveRecipient() finds a recipient", {
  tags: ["DEL-2", "DEL-3"],
}, () => {
  const settings = fc.record({
    enabled: fc.boolean(),
    defaultTo: fc.option(fc.constantFrom("7", "bad"), { nil: undefined }),
  });
  const request = fc.record({
    to: fc.option(fc.constantFrom("5", "bad", "tg:5", "webhook:5"), { nil: undefined }),
    stored: fc.option(fc.constantFrom("telegram", "webhook", "slack"), { nil: undefined }),
  });
  fc.assert(
    fc.property(settings, settings, request, (ofTelegram, ofWebhook, { to, stored }) => {
      const channels = {
        telegram: { ...telegram, ...ofTelegram },
        webhook: { ...webhook, ...ofWebhook },
      };
      const usable = Object.entries(channels).filter(([, { enabled }]) => enabled);
      const ports = new Map(usable.map(([id]) => [id, digits]));
      const routes: readonly Route[] =
        stored === undefined ? [] : [{ agentId: "main", channel: stored, to: "9", at: 1 }];
      const read = readHostSettings({ channels });
      const defaultTo = read.ok ? read.settings.defaultTo : new Map<string, string>();
      const result = resolveRecipient(
        { agentId: "main", channel: "last", to },
        { channels: ports, routes, defaultTo },
      );
      const mappings = [mapping("ci", to === undefined ? {} : { to })];
      const problems = problemsOf({ channels, mappings }, { channels: ports, routes });
      expect(problems).toHaveLength(result.ok ? 0 : 1);
    }),
  );
});
