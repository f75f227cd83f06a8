// Channel names as written → channel ids.
import { CHANNELS } from "../model/channels.ts";

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

export function createChannels(own: readonly OwnChannel[] = []): Channels {
  const all = [...CHANNELS, ...own];
  const ids = [...new Set(all.map(({ id }) => id))];
  const aliases = all.flatMap(({ id, aliases = [] }) =>
    aliases.map((alias) => [alias, id] as const),
  );
  const names = new Map([...ids.map((id) => [id, id] as const), ...aliases].map(fold));
  return { find: (name) => names.get(name.trim().toLowerCase()), ids };
}

function fold([name, id]: readonly [string, string]): readonly [string, string] {
  return [name.toLowerCase(), id];
}
