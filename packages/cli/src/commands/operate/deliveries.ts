// `hookwright deliveries`: answers on their way, one of them, a repetition (also elsewhere) or a cancellation of one or many.

import { createUsageError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { deliveryToText, listToText } from "../../output/host-records.ts";
import { type ConfigOptions, UnknownChannelsError, withParts } from "./read-parts.ts";
import {
  type ChangeOptions,
  changed,
  changeRecords,
  done,
  filterOf,
  found,
  type ListOptions,
  listFilterOf,
  type OperateOptions,
  requireOne,
  showList,
  withHost,
} from "./with-host.ts";

export interface DeliveriesOptions extends OperateOptions, ListOptions {}

export interface DeliveryRetryOptions extends ChangeOptions, ConfigOptions {
  readonly channel?: string;
  readonly to?: string;
}

export function listDeliveries(options: DeliveriesOptions, io: Io): Promise<number> {
  const filter = listFilterOf(options);
  return showList(["deliveries", "deliveries"], options, io, ({ deliveries }) =>
    deliveries.list(filter),
  );
}

export function showDelivery(id: string, options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate }) => {
    const value = found(await operate.deliveries.show(id), `delivery ${id}`, "deliveries");
    return { command: "deliveries-show", value, text: deliveryToText(value) };
  });
}

export async function retryDeliveries(
  id: string | undefined,
  options: DeliveryRetryOptions,
  io: Io,
): Promise<number> {
  requireOne(id, options, "deliveries");
  const { channel, to } = options;
  const elsewhere = {
    ...(channel !== undefined && { channel }),
    ...(to !== undefined && { to }),
  };
  const isElsewhere = channel !== undefined || to !== undefined;
  return withChannels(
    options,
    io,
    ({ operate, isLive }) =>
      changeRecords(id, options, {
        ...{ list: "deliveries", verb: "retry", isLive },
        select: () => operate.deliveries.select(filterOf(options)),
        one: async (delivery) => {
          const value = done(await operate.deliveries.retry(delivery, elsewhere));
          const text = `Delivery ${value.deliveryId} repeats ${delivery}.`;
          return { value, text: changed(text, isLive) };
        },
        many: (ids) => operate.deliveries.retryMany(ids, elsewhere),
      }),
    isElsewhere,
  );
}

export interface SendTestOptions extends ConfigOptions {
  readonly to: string;
}

/** `hookwright send-test`: one line to a recipient, to see whether a channel works. */
export async function sendTest(channel: string, options: SendTestOptions, io: Io): Promise<number> {
  return withChannels(options, io, async ({ operate }) => {
    const value = done(await operate.channels.test(channel, options.to));
    const paused = value.isPaused ? " The channel is paused: a reload resumes it." : "";
    const text = `The channel ${channel} has taken the message, as ${value.messageId}.${paused}`;
    return { command: "send-test", value, text };
  });
}

export interface RouteSetOptions extends ConfigOptions {
  readonly agent?: string;
}

/** `hookwright route`: where `last` goes, as it is stored, or as the operator reports it. */
export async function setRoute(written: string, options: RouteSetOptions, io: Io): Promise<number> {
  const { agent } = options;
  const recipient = parseRecipient(written, "The route");
  return withChannels(options, io, async ({ operate }) => {
    const request = { ...recipient, ...(agent !== undefined && { agentId: agent }) };
    const { route } = done(await operate.routes.set(request));
    return { command: "route-set", value: { route }, text: listToText("routes", [route]) };
  });
}

export function listRoutes(options: OperateOptions, io: Io): Promise<number> {
  return showList(["route-list", "routes"], options, io, async ({ routes }) => ({
    items: await routes.list(),
  }));
}

interface WrittenRecipient {
  readonly channel: string;
  readonly to: string;
}

/** The recipient may have colons of its own: `telegram:-1001234567890:topic:7`. */
export function parseRecipient(written: string, what: string): WrittenRecipient {
  const [, channel = "", to = ""] = /^([^:]*):(.*)$/s.exec(written) ?? [];
  if (channel.trim() !== "" && to.trim() !== "") return { channel: channel.trim(), to: to.trim() };
  throw createUsageError(
    `${what} is not a channel with a recipient.`,
    "Write CHANNEL:TO, such as telegram:123456789.",
  );
}

/** Runs `use` where the channels are known: a running host knows them, a store needs the config. */
function withChannels(
  options: ConfigOptions,
  io: Io,
  use: Parameters<typeof withHost>[2],
  isNeeded = true,
): Promise<number> {
  return withParts(options, io, (parts) =>
    withHost(
      options,
      io,
      async (host) => {
        if (isNeeded && !host.isLive && parts === undefined) throw new UnknownChannelsError();
        return use(host);
      },
      parts,
    ),
  );
}
