// Channel names as written → channel ids.
import { readOwn } from "@hookwright/base";
import { CHANNELS } from "../../base/index.ts";

export interface Channels {
  /** The id behind an id or alias, in any case and with outer spaces; or undefined. */
  readonly find: (name: string) => string | undefined;
  readonly ids: readonly string[];
}

/** A channel of the integrator: a `Channel` of `@hookwright/host`, or its names alone. */
export interface OwnChannel {
  /** In its own spelling; mappings may write it in any case. */
  readonly id: string;
  readonly aliases?: readonly string[];
}

/** `named` are the channels that the config names. A name that is known already keeps its meaning. */
export function createChannels(
  own: readonly OwnChannel[] = [],
  named: readonly string[] = [],
): Channels {
  const all = [...CHANNELS, ...own];
  const known = [...new Set(all.map(({ id }) => id))];
  const aliases = all.flatMap(({ id, aliases = [] }) =>
    aliases.map((alias) => [alias, id] as const),
  );
  const taken = new Map([...known.map((id) => [id, id] as const), ...aliases].map(fold));
  const ids = [...known, ...named.filter((name) => !taken.has(name.toLowerCase()))];
  const names = new Map([...ids.map((id) => [id, id] as const), ...aliases].map(fold));
  return { find: (name) => names.get(name.trim().toLowerCase()), ids };
}

/** Keys of `channels` that are no channels. */
const OTHER_KEYS: ReadonlySet<string> = new Set(["", "defaults", "modelByChannel"]);

/**
 * The names of the channels of a gateway's config: the keys of `channels` and `host.channels`. What stands below them
 * is the gateway's, and is not read.
 *
 * @example
 * ```ts
 * channelNamesOf({ channels: { matrix: {} }, host: { channels: { pager: {} } } }); // ["matrix", "pager"]
 * ```
 */
export function channelNamesOf(config: unknown): readonly string[] {
  const names = [...keysOf(config, "channels"), ...keysOf(own(config, "host"), "channels")];
  return [...new Set(names)].filter((name) => !OTHER_KEYS.has(name));
}

function keysOf(holder: unknown, key: string): readonly string[] {
  const channels = own(holder, key);
  try {
    if (typeof channels !== "object" || channels === null || Array.isArray(channels)) return [];
    return Object.keys(channels).map((name) => name.trim());
  } catch {
    // A proxy of the gateway's that throws names nothing.
    return [];
  }
}

function own(holder: unknown, key: string): unknown {
  try {
    return readOwn(holder, key);
  } catch {
    return undefined;
  }
}

function fold([name, id]: readonly [string, string]): readonly [string, string] {
  return [name.toLowerCase(), id];
}
