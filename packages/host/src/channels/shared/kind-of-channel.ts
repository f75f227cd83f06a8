// The id of a channel and its `type` → the kind that it is of.
import { CHANNEL_KINDS } from "../../generated/channel-kinds.ts";
import type { ChannelKind } from "./channel-kind.ts";

/** The gateway's own channels are one each; of these, a config may have several. */
export const TYPES: readonly string[] = CHANNEL_KINDS.filter(
  ({ gatewayRank }) => gatewayRank === undefined,
).map(({ id }) => id);

/** Undefined for a channel that the host does not have, and for a `type` of which there may not be several. */
export function kindOfChannel(id: string, type: unknown): ChannelKind | undefined {
  if (type === undefined) return CHANNEL_KINDS.find((kind) => kind.id === id);
  const isType = typeof type === "string" && TYPES.includes(type);
  return isType ? CHANNEL_KINDS.find((kind) => kind.id === type) : undefined;
}
