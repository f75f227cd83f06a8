// The channels that every gateway knows, with their aliases. Hosts can register more.

/** A channel and the other names that are accepted for it. */
export interface Channel {
  readonly id: string;
  readonly aliases: readonly string[];
}

/** In the order in which messages list them. */
export const CHANNELS: readonly Channel[] = [
  { id: "last", aliases: [] },
  { id: "whatsapp", aliases: [] },
  { id: "telegram", aliases: [] },
  { id: "discord", aliases: [] },
  { id: "slack", aliases: [] },
  { id: "mattermost", aliases: [] },
  { id: "signal", aliases: [] },
  { id: "imessage", aliases: ["imsg"] },
  { id: "msteams", aliases: ["teams"] },
];
