// Channels that a request, a mapping or a transform sets.
import type { Case, CaseExpectation } from "../case.ts";

function run(action: object): CaseExpectation {
  return { status: 202, actions: [action] };
}

export const channelCases: readonly Case[] = [
  ...["whatsapp", "discord", "slack", "mattermost", "signal", "imessage", "msteams", "last"].map(
    (channel): Case => ({
      name: `/agent knows the channel ${channel} in any case`,
      request: {
        target: "/hooks/agent",
        body: JSON.stringify({ message: "m", channel: ` ${channel.toUpperCase()} ` }),
      },
      expect: run({ channel }),
    }),
  ),
  {
    name: "/agent treats a blank channel as missing",
    request: { target: "/hooks/agent", body: '{"message":"m","channel":" "}' },
    expect: run({ channel: "last" }),
  },
  {
    name: "a mapping accepts aliases of channels",
    hooks: { mappings: [{ match: { path: "x" }, messageTemplate: "static", channel: "Teams" }] },
    request: { target: "/hooks/x", body: "{}" },
    expect: run({ channel: "msteams" }),
  },
  {
    name: "a transform may return aliases of channels",
    request: { target: "/hooks/made", body: '{"result":{"channel":" IMSG "}}' },
    expect: run({ channel: "imessage" }),
  },
];
