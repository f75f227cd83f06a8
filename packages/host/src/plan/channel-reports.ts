// What a mapping's `route` and `undelivered` say, and what the host knows → the route to note and the failure to record, or why not.
import type { ChannelReports, ReportedFailure, ReportedRoute } from "@hookwright/core";
import { type Channel, channelIdOf, type FailedMessage, type Route } from "../model/channel.ts";
import type { HostSettings } from "../model/settings.ts";
import { splitPrefix } from "./resolve-recipient.ts";
import { toOneLine } from "./text.ts";

/** Why a reported route is not noted. */
export type RouteRefusal = "channel_not_configured" | "sender_not_allowed" | "recipient_invalid";

type RouteResult =
  | { readonly ok: true; readonly route: Route }
  | { readonly ok: false; readonly code: RouteRefusal; readonly channel: string };

interface ReportSources {
  readonly agentId: string;
  readonly now: number;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly settings: Pick<HostSettings, "channels">;
}

/** Undefined if the event reports no route. */
export function routeOfReports(
  { route }: ChannelReports,
  sources: ReportSources,
): RouteResult | undefined {
  return route && routeOf(route, sources);
}

function routeOf(
  { channel: written, to, from, accountId }: ReportedRoute,
  { agentId, now, channels, settings }: ReportSources,
): RouteResult {
  const channel = channelIdOf(written);
  const refuse = (code: RouteRefusal) => ({ ok: false, code, channel }) as const;
  const port = channels.get(channel);
  if (port === undefined) return refuse("channel_not_configured");
  const senders = spellingsOf(from, port);
  const isAllowed = allowedSenders(channel, settings).some((one) =>
    spellingsOf(one, port).some((spelling) => senders.includes(spelling)),
  );
  if (!isAllowed) return refuse("sender_not_allowed");
  const recipient = parseFor(to, port);
  if (recipient === undefined) return refuse("recipient_invalid");
  const account = accountId === undefined ? {} : { accountId };
  return { ok: true, route: { agentId, channel, to: recipient, ...account, at: now } };
}

/** Without an `allowFrom`, or with `*` in it, everybody is. `to` is spelled as the channel spells it. */
export function isAllowedRecipient(
  to: string,
  port: Pick<Channel, "id" | "parseRecipient">,
  settings: ReportSources["settings"],
): boolean {
  const own = [...settings.channels].find(([id]) => channelIdOf(id) === channelIdOf(port.id));
  const allowed: unknown = own?.[1]["allowFrom"];
  if (!Array.isArray(allowed) || allowed.length === 0 || allowed.includes("*")) return true;
  return allowed.some((one: unknown) => spellingsOf(String(one), port).includes(to));
}

/** `*` names nobody: with it, a stranger could have the answers sent to himself. */
function allowedSenders(channel: string, { channels }: ReportSources["settings"]): string[] {
  for (const [id, { allowFrom }] of channels) {
    if (channelIdOf(id) !== channel || !Array.isArray(allowFrom)) continue;
    return allowFrom.map((one: unknown) => String(one).trim()).filter((one) => one !== "*");
  }
  return [];
}

/** As written without its prefix, and as the channel spells a recipient, if it is one. None of another channel. */
function spellingsOf(
  person: string,
  port: Pick<Channel, "id" | "parseRecipient">,
): readonly string[] {
  const rest = restOf(person, port);
  if (rest === undefined) return [];
  const parsed = port.parseRecipient(rest);
  return parsed.ok ? [rest, parsed.to] : [rest];
}

/** Undefined for a recipient of another channel, and for what this one cannot read. */
function parseFor(to: string, port: Channel): string | undefined {
  const rest = restOf(to, port);
  const parsed = rest === undefined ? undefined : port.parseRecipient(rest);
  return parsed?.ok === true ? parsed.to : undefined;
}

/** Undefined if the prefix is that of another channel. */
function restOf(written: string, port: Pick<Channel, "id">): string | undefined {
  const { prefix, rest } = splitPrefix(written.trim());
  return prefix === undefined || prefix === channelIdOf(port.id) ? rest : undefined;
}

/** Undefined if the event reports no failure. */
export function failureOfReports(
  { undelivered }: ChannelReports,
  { channels }: Pick<ReportSources, "channels">,
): FailedMessage | undefined {
  return undelivered && failureOf(undelivered, channels);
}

const MAX_CODE_CHARACTERS = 40;

function failureOf(
  { channel: written, id, code }: ReportedFailure,
  channels: ReadonlyMap<string, Channel>,
): FailedMessage {
  const channel = channelIdOf(written);
  const ofPlatform = toOneLine(code, MAX_CODE_CHARACTERS);
  return {
    channel,
    messageId: id,
    code: channels.get(channel)?.codeOfFailure?.(code) ?? "reported_failed",
    reason: `${channel} accepted the message and reported later that it failed: ${ofPlatform}.`,
  };
}
