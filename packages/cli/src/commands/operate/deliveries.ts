// `hookwright deliveries`: answers on their way, one of them, a repetition (also elsewhere) or a cancellation of one or many.
import type { Io } from "../../io.ts";
import { deliveryToText } from "../../output/host/details.ts";
import { deliveriesToText } from "../../output/host/lists.ts";
import { type ConfigOptions, UnknownChannelsError, withParts } from "./read-parts.ts";
import {
  type ChangeOptions,
  changed,
  changeSelected,
  done,
  filterOf,
  found,
  type OperateOptions,
  requireOne,
  type SelectOptions,
  withHost,
} from "./with-host.ts";

export interface DeliveriesOptions extends OperateOptions, SelectOptions {
  readonly limit?: number;
}

export interface DeliveryRetryOptions extends ChangeOptions, ConfigOptions {
  readonly channel?: string;
  readonly to?: string;
}

export function listDeliveries(options: DeliveriesOptions, io: Io): Promise<number> {
  const { limit } = options;
  const filter = { ...filterOf(options), ...(limit !== undefined && { limit }) };
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.deliveries.list(filter);
    return { command: "deliveries", value: { deliveries: value }, text: deliveriesToText(value) };
  });
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
  return withParts(options, io, (parts) =>
    withHost(
      options,
      io,
      async ({ operate, isLive }) => {
        // A host that runs knows its channels; a store does not.
        if (isElsewhere && !isLive && parts === undefined) throw new UnknownChannelsError();
        if (id !== undefined) {
          const value = done(await operate.deliveries.retry(id, elsewhere));
          const text = changed(`Delivery ${value.deliveryId} repeats ${id}.`, isLive);
          return { command: "deliveries-retry", value, text };
        }
        return changeSelected({
          ...{ command: "deliveries-retry-many", nouns: NOUNS, verb: "repeated", isLive },
          ids: await operate.deliveries.select(filterOf(options)),
          isDryRun: options.dryRun === true,
          change: (ids) => operate.deliveries.retryMany(ids, elsewhere),
        });
      },
      parts,
    ),
  );
}

export function cancelDeliveries(
  id: string | undefined,
  options: ChangeOptions,
  io: Io,
): Promise<number> {
  requireOne(id, options, "deliveries");
  return withHost(options, io, async ({ operate, isLive }) => {
    if (id !== undefined) {
      const value = done(await operate.deliveries.cancel(id));
      return { command: "deliveries-cancel", value, text: `Delivery ${id} is cancelled.` };
    }
    return changeSelected({
      ...{ command: "deliveries-cancel-many", nouns: NOUNS, verb: "cancelled", isLive },
      ids: await operate.deliveries.select(filterOf(options)),
      isDryRun: options.dryRun === true,
      change: (ids) => operate.deliveries.cancelMany(ids),
    });
  });
}

const NOUNS = ["delivery", "deliveries"] as const;
