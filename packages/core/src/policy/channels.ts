// Channel names as written → channel ids.
import { CHANNELS } from "../model/channels.ts";

export interface Channels {
  /** The id behind an id or alias, in any case and with outer spaces; or undefined. */
  readonly find: (name: string) => string | undefined;
  readonly ids: readonly string[];
}

/** Channels that a host adds. Aliases map a further name to an id. */
export interface ChannelOptions {
  readonly ids?: readonly string[];
  readonly aliases?: Readonly<Record<string, string>>;
}

export function createChannels(options: ChannelOptions = {}): Channels {
  const ids = [...CHANNELS.map(({ id }) => id), ...(options.ids ?? [])];
  const aliases = [
    ...CHANNELS.flatMap((channel) => channel.aliases.map((alias) => [alias, channel.id] as const)),
    ...Object.entries(options.aliases ?? {}),
  ];
  const names = new Map([...ids.map((id) => [id, id] as const), ...aliases].map(fold));
  return { find: (name) => names.get(name.trim().toLowerCase()), ids };
}

function fold([name, id]: readonly [string, string]): readonly [string, string] {
  return [name.toLowerCase(), id];
}
