// The channel imessage, to which the host cannot send yet.
import type { ChannelFacts } from "./shared/channel-kind.ts";

export const facts: ChannelFacts = {
  id: "imessage",
  aliases: ["imsg"],
  gatewayRank: 7,
  example: "+15550100",
};
