// `channels` of the gateway and of the block `host` → settings by channel id, as written, and default recipients.
import { hintNearestName } from "@hookwright/core/problems";
import { channelIdOf } from "../model/channel-names.ts";
import type { HostValues } from "./read-host-block.ts";
import type { ValueReader } from "./value-reader.ts";

type Channels = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Keys of `channels` that are no channels. */
const OTHER_KEYS: ReadonlySet<string> = new Set(["defaults", "modelByChannel"]);

/** Which mean the same for every channel. */
const SHARED_KEYS: readonly string[] = ["enabled", "defaultTo", "allowFrom"];

/** What a channel of ours reads. Those of the gateway have further keys below `channels`, which it reads. */
const KEYS_BY_CHANNEL: ReadonlyMap<string, readonly string[]> = new Map([
  ["telegram", ["botToken", "baseUrl"]],
  ["slack", ["botToken", "baseUrl"]],
  ["discord", ["token", "baseUrl"]],
  ["whatsapp", ["phoneNumberId", "version", "accessToken", "baseUrl"]],
  ["webhook", ["url", "token", "limit", "keyWindowSeconds"]],
  ["command", ["command", "env", "limit", "keyWindowSeconds"]],
]);

/** A key of `host.channels.<id>` that nothing reads. Ids of an integrator's own channels are not judged. */
function reportUnread(id: string, settings: object, reader: ValueReader): void {
  const own = KEYS_BY_CHANNEL.get(channelIdOf(id));
  if (own === undefined) return;
  const known = [...own, ...SHARED_KEYS];
  for (const key of Object.keys(settings)) {
    if (known.includes(key)) continue;
    const message = `The key "${key}" is not known below ${reader.path.join(".")}.`;
    reader.report(key, "unknown_key", { message, hint: hintNearestName(key, known) });
  }
}

/** The keys of `host.channels.<id>` go before those of `channels.<id>`. Secrets stay references. */
export function readChannels(
  root: ValueReader,
  values: HostValues,
  knownChannels: readonly string[],
): Channels {
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
    if (settings === undefined) continue;
    if (!knownChannels.includes(id)) reportUnread(id, settings, own.inner(id));
    channels.set(id, { ...channels.get(id), ...settings });
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
