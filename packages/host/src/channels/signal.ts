// The channel signal, to which the host cannot send yet.
import type { ChannelFacts } from "./shared/channel-kind.ts";

export const facts: ChannelFacts = { id: "signal", gatewayRank: 6, example: "+15550100" };
