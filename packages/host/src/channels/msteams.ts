// The channel msteams, to which the host cannot send yet.
import type { ChannelFacts } from "./shared/channel-kind.ts";

export const facts: ChannelFacts = {
  id: "msteams",
  aliases: ["teams"],
  gatewayRank: 8,
  example: "conversation:19:ops",
};
