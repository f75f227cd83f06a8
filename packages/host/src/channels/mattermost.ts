// The channel mattermost, to which the host cannot send yet.
import type { ChannelFacts } from "./shared/channel-kind.ts";

export const facts: ChannelFacts = { id: "mattermost", gatewayRank: 5, example: "@ops" };
