// What the effects of a turn depend on besides the turn and its result: settings, channels, routes, time.
import type { RandomId } from "@hookwright/core";
import type { Random } from "@hookwright/node-kit/clock";
import type { Channel, Route } from "../model/channel.ts";
import type { HostSettings } from "../model/settings.ts";

/** What the effects of a turn depend on besides the turn and its result. */
export interface TurnPolicy {
  readonly settings: HostSettings;
  /** The channels that are configured and can be used, by id. */
  readonly channels: ReadonlyMap<
    string,
    Pick<Channel, "limit" | "measure" | "parseRecipient" | "escape">
  >;
  /** Those of the turn's agent at least, the newest first. */
  readonly routes: readonly Route[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly randomId: RandomId;
  readonly random: Random;
}
