// `channels` of the gateway and of the block `host` → settings by channel id, as written, and default recipients.
import { channelIdOf } from "../model/channel-names.ts";
import type { HostValues } from "./read-host-block.ts";
import type { ValueReader } from "./value-reader.ts";

type Channels = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Keys of `channels` that are no channels. */
const OTHER_KEYS: ReadonlySet<string> = new Set(["defaults", "modelByChannel"]);

/** The keys of `host.channels.<id>` go before those of `channels.<id>`. Secrets stay references. */
export function readChannels(root: ValueReader, values: HostValues): Channels {
  const channels = new Map<string, Readonly<Record<string, unknown>>>();
  const reader = root.inner("channels");
  for (const id of Object.keys(root.object("channels") ?? {})) {
    if (OTHER_KEYS.has(id)) continue;
    const settings = reader.object(id);
    if (settings !== undefined) channels.set(id, settings);
  }
  const own = root.inner("host").inner("channels");
  for (const id of Object.keys(values.object("channels") ?? {})) {
    const settings = own.object(id);
    if (settings !== undefined) channels.set(id, { ...channels.get(id), ...settings });
  }
  return channels;
}

/** By channel id: `defaultTo`, or the first `allowFrom` that is no `*`. */
export function readDefaultRecipients(channels: Channels): ReadonlyMap<string, string> {
  const recipients = new Map<string, string>();
  for (const [id, { defaultTo, allowFrom }] of channels) {
    const allowed: readonly unknown[] = Array.isArray(allowFrom) ? allowFrom : [];
    const to = [defaultTo, ...allowed].map(textOf).find((text) => text !== "" && text !== "*");
    if (to !== undefined) recipients.set(channelIdOf(id), to);
  }
  return recipients;
}

/** Ids of chats are often written as numbers. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
}
