// The channels that a gateway knows, and other names of them: in any case, with outer spaces.

/** Names under which channels are also known. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["tg", "telegram"],
  ["imsg", "imessage"],
  ["teams", "msteams"],
]);

/** Every channel whose name may stand before a recipient. */
export const KNOWN_CHANNELS: ReadonlySet<string> = new Set([
  ...["whatsapp", "telegram", "discord", "slack", "mattermost", "signal", "imessage", "msteams"],
  ...["webhook", "command"],
]);

export function channelIdOf(name: string): string {
  const id = name.trim().toLowerCase();
  return ALIASES.get(id) ?? id;
}
