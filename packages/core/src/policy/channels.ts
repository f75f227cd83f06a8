// Channel names as written → channel ids.

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

const BUILT_IN_IDS = [
  "last",
  "whatsapp",
  "telegram",
  "discord",
  "slack",
  "mattermost",
  "signal",
  "imessage",
  "msteams",
];

const BUILT_IN_ALIASES = { imsg: "imessage", teams: "msteams" };

export function createChannels(options: ChannelOptions = {}): Channels {
  const ids = [...BUILT_IN_IDS, ...(options.ids ?? [])];
  const names = new Map(ids.map((id) => [id.toLowerCase(), id]));
  for (const [alias, id] of Object.entries({
    ...BUILT_IN_ALIASES,
    ...options.aliases,
  })) {
    names.set(alias.toLowerCase(), id);
  }
  return { find: (name) => names.get(name.trim().toLowerCase()), ids };
}
