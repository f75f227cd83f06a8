// `hookwright deliveries`: answers on their way, one of them, a repetition (also elsewhere), a cancellation.
import type { Io } from "../../io.ts";
import { deliveryToText } from "../../output/host/details.ts";
import { deliveriesToText } from "../../output/host/lists.ts";
import { createUnknownChannels, readParts } from "./read-parts.ts";
import { changed, done, found, type OperateOptions, withHost } from "./with-host.ts";

export interface DeliveriesOptions extends OperateOptions {
  readonly state?: string;
  readonly limit?: number;
}

export interface DeliveryRetryOptions extends OperateOptions {
  readonly channel?: string;
  readonly to?: string;
  readonly config?: string;
  readonly hostConfig?: string;
}

export function listDeliveries(options: DeliveriesOptions, io: Io): Promise<number> {
  const { state, limit } = options;
  const filter = {
    ...(state !== undefined && { state: state as "sent" }),
    ...(limit !== undefined && { limit }),
  };
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

export async function retryDelivery(
  id: string,
  options: DeliveryRetryOptions,
  io: Io,
): Promise<number> {
  const { channel, to, config } = options;
  const elsewhere = {
    ...(channel !== undefined && { channel }),
    ...(to !== undefined && { to }),
  };
  const isElsewhere = channel !== undefined || to !== undefined;
  const parts = config === undefined ? undefined : await readParts(config, options, io);
  return withHost(
    options,
    io,
    async ({ operate, isLive }) => {
      // A host that runs knows its channels; a store does not.
      if (isElsewhere && !isLive && parts === undefined) {
        throw createUnknownChannels();
      }
      const value = done(await operate.deliveries.retry(id, elsewhere));
      return {
        command: "deliveries-retry",
        value,
        text: changed(`Delivery ${value.deliveryId} repeats ${id}.`, isLive),
      };
    },
    parts,
  );
}

export function cancelDelivery(id: string, options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate }) => {
    const value = done(await operate.deliveries.cancel(id));
    return { command: "deliveries-cancel", value, text: `Delivery ${id} is cancelled.` };
  });
}
