// Channel and recipient as asked for → those of a delivery, or why there are none.
import { KNOWN_CHANNELS } from "../generated/channel-names.ts";
import { type Channel, channelIdOf, type Route } from "../model/channel.ts";

/** The most common channel of gateways, used until somebody has written to the agent. */
const FALLBACK_CHANNEL = "whatsapp";

/** Where an answer is to go, as an action or the settings say it. */
export interface RecipientRequest {
  readonly agentId: string;
  /** An id or alias, or `last`. */
  readonly channel: string;
  readonly to?: string | undefined;
}

/** What is known of channels at the moment of use. */
export interface RecipientSources {
  /** The channels that are configured and can be used. */
  readonly channels: ReadonlyMap<string, Pick<Channel, "parseRecipient">>;
  /** Those of the request's agent at least, the newest first. */
  readonly routes: readonly Route[];
  /** `HostSettings.defaultTo`. */
  readonly defaultTo: ReadonlyMap<string, string>;
}

/** A channel and a recipient on it, or why there is none. */
export type ResolveRecipientResult =
  | {
      readonly ok: true;
      readonly channel: string;
      readonly to: string;
      /** Of the route, if that is where the recipient comes from. */
      readonly accountId?: string;
    }
  | {
      readonly ok: false;
      readonly code: "no_channel" | "channel_not_configured" | "no_recipient" | "recipient_invalid";
      readonly channel: string;
      readonly to: string;
      /** One sentence, without the recipient, and what to do. */
      readonly reason: string;
    };

/** Finds the recipient: as given, else by the newest route, else by `defaultTo` of the channel. */
export function resolveRecipient(
  request: RecipientRequest,
  sources: RecipientSources,
): ResolveRecipientResult {
  const { agentId } = request;
  const given = request.to?.trim() ?? "";
  const asked = channelIdOf(request.channel);
  const channel = asked === "last" ? lastChannel(agentId, sources) : asked;
  if (channel === undefined) {
    return { ok: false, code: "no_channel", channel: asked, to: given, reason: NO_CHANNEL };
  }
  const refuse = (
    code: "channel_not_configured" | "no_recipient" | "recipient_invalid",
    reason: string,
  ) => ({ ok: false, code, channel, to: given, reason }) as const;
  const port = sources.channels.get(channel);
  if (port === undefined) {
    return refuse(
      "channel_not_configured",
      `The channel ${channel} is not configured; set channels.${channel}.`,
    );
  }
  // Never a recipient of another channel: a number of WhatsApp is a stranger's chat id of Telegram.
  const route = given === "" ? newestRoute(sources.routes, { agentId, channel }) : undefined;
  const written = given || (route?.to ?? sources.defaultTo.get(channel));
  if (written === undefined) {
    return refuse(
      "no_recipient",
      `No recipient is known on ${channel}; set \`to\`, or channels.${channel}.defaultTo.`,
    );
  }
  const { prefix, rest } = splitPrefix(written);
  if (prefix !== undefined && prefix !== channel) {
    return refuse(
      "recipient_invalid",
      `The recipient is one of ${prefix}, and the channel is ${channel}.`,
    );
  }
  const parsed = port.parseRecipient(rest);
  if (!parsed.ok) return refuse("recipient_invalid", parsed.hint);
  const account = route?.accountId === undefined ? {} : { accountId: route.accountId };
  return { ok: true, channel, to: parsed.to, ...account };
}

const NO_CHANNEL =
  "Nobody has written to the agent yet, so no channel can be chosen; set the channel, or report a route.";

/** Where a person last talked to the agent, else the fallback, else the only channel there is. */
function lastChannel(agentId: string, { channels, routes }: RecipientSources): string | undefined {
  const last = newestRoute(routes, { agentId });
  if (last !== undefined) return channelIdOf(last.channel);
  if (channels.has(FALLBACK_CHANNEL)) return FALLBACK_CHANNEL;
  return channels.size === 1 ? [...channels.keys()][0] : undefined;
}

/** Of one agent, and of one channel if it is named. */
export function newestRoute(
  routes: readonly Route[],
  { agentId, channel }: { readonly agentId: string; readonly channel?: string },
): Route | undefined {
  return routes.find(
    (route) => route.agentId === agentId && (channel === undefined || route.channel === channel),
  );
}

/** `slack:C1` → the channel, and what its own rules are for. `user:U1` has no channel before it. */
export function splitPrefix(to: string): { readonly prefix?: string; readonly rest: string } {
  const colon = to.indexOf(":");
  const prefix = channelIdOf(to.slice(0, Math.max(0, colon)));
  return KNOWN_CHANNELS.has(prefix) ? { prefix, rest: to.slice(colon + 1).trim() } : { rest: to };
}
