import { expect, test } from "vitest";
import type { RecipientResult, Route } from "../model/channel.ts";
import {
  type RecipientRequest,
  type RecipientSources,
  resolveRecipient,
} from "./resolve-recipient.ts";

const port = {
  parseRecipient: (to: string): RecipientResult =>
    to.startsWith("bad") ? { ok: false, hint: "Write a chat id." } : { ok: true, to: `<${to}>` },
};

interface Known {
  readonly channels?: readonly string[];
  readonly routes?: readonly Route[];
  readonly defaults?: Readonly<Record<string, string>>;
}

function sourcesOf({ channels = [], routes = [], defaults = {} }: Known): RecipientSources {
  return {
    channels: new Map(channels.map((id) => [id, port])),
    routes,
    defaultTo: new Map(Object.entries(defaults)),
  };
}

function resolve(request: Partial<RecipientRequest>, known: Known): unknown {
  return resolveRecipient({ agentId: "main", channel: "last", ...request }, sourcesOf(known));
}

const onSlack: Route = { agentId: "main", channel: "slack", to: "C1", at: 2 };
const onTelegram: Route = { agentId: "main", channel: "telegram", to: "77", at: 1 };
const both = { channels: ["slack", "telegram"], routes: [onSlack, onTelegram] };

test("resolveRecipient() takes the action's channel, by id or alias in any case", {
  tags: "DEL-2",
}, () => {
  expect(resolve({ channel: " TG ", to: "5" }, both)).toEqual({
    ...{ ok: true, channel: "telegram", to: "<5>" },
  });
});

test("resolveRecipient() takes the last route of the agent for `last`", { tags: "DEL-2" }, () => {
  expect(resolve({}, both)).toEqual({ ok: true, channel: "slack", to: "<C1>" });
  expect(resolve({ agentId: "other", to: "x" }, both)).toMatchObject({ code: "no_channel" });
});

test("resolveRecipient() falls back to whatsapp, else to the only channel, without a route", {
  tags: "DEL-2",
}, () => {
  expect(resolve({ to: "5" }, { channels: ["slack", "whatsapp"] })).toMatchObject({
    channel: "whatsapp",
  });
  expect(resolve({ to: "5" }, { channels: ["slack"] })).toMatchObject({
    ok: true,
    channel: "slack",
  });
  expect(resolve({ to: "5" }, { channels: ["slack", "telegram"] })).toEqual({
    ...{ ok: false, code: "no_channel", channel: "last", to: "5" },
    reason: expect.stringContaining("set the channel"),
  });
  expect(resolve({}, {})).toMatchObject({ code: "no_channel", to: "" });
});

test("resolveRecipient() takes `to`, else the last recipient on the channel, else its default", {
  tags: "DEL-3",
}, () => {
  const known = { ...both, defaults: { telegram: "99", slack: "C9" } };
  expect(resolve({ channel: "telegram", to: "5" }, known)).toMatchObject({ to: "<5>" });
  expect(resolve({ channel: "telegram", to: "  " }, known)).toMatchObject({ to: "<77>" });
  expect(resolve({ channel: "telegram" }, { ...known, routes: [onSlack] })).toMatchObject({
    to: "<99>",
  });
});

test("resolveRecipient() never takes a recipient of another channel", { tags: "DEL-3" }, () => {
  expect(resolve({ channel: "telegram" }, { ...both, routes: [onSlack] })).toMatchObject({
    ...{ ok: false, code: "no_recipient", channel: "telegram" },
  });
  expect(resolve({ channel: "telegram", to: "slack:C1" }, both)).toMatchObject({
    ...{ ok: false, code: "recipient_invalid" },
  });
});

test("resolveRecipient() takes the prefix of its own channel off, and leaves other prefixes", {
  tags: "DEL-3",
}, () => {
  expect(resolve({ channel: "telegram", to: "tg:-5:topic:7" }, both)).toMatchObject({
    to: "<-5:topic:7>",
  });
  expect(resolve({ channel: "slack", to: "user:U1" }, both)).toMatchObject({ to: "<user:U1>" });
});

test("resolveRecipient() says why there is no recipient, and never shows one", {
  tags: "DEL-4",
}, () => {
  const unset = resolve({ channel: "signal", to: "secret" }, both);
  expect(unset).toMatchObject({ code: "channel_not_configured", channel: "signal", to: "secret" });
  expect(resolve({ channel: "telegram", to: "bad" }, both)).toEqual({
    ...{ ok: false, code: "recipient_invalid", channel: "telegram", to: "bad" },
    reason: "Write a chat id.",
  });
  expect((unset as { reason: string }).reason).not.toContain("secret");
});
