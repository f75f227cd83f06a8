// `hookwright deliveries`: answers on their way, one of them, a repetition (also elsewhere), a cancellation.
import { CliError, createUsageError } from "../../cli-error.ts";
import { FOR_READING, HOST_CHANNELS, loadConfig } from "../../config/load-config.ts";
import { type HostParts, readHostConfig } from "../../host/host-config.ts";
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { deliveryToText } from "../../output/host/details.ts";
import { deliveriesToText } from "../../output/host/lists.ts";
import { createServerLog } from "../../output/server-log.ts";
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
        const hint = "Add --config FILE, or start the host first.";
        throw createUsageError("No host runs, so its channels are not known.", hint);
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

async function readParts(
  config: string,
  { hostConfig, stateFolder }: DeliveryRetryOptions,
  io: Io,
): Promise<HostParts> {
  const log = createServerLog({ log: io.stderr, env: io.env }, false);
  const demands = { ...FOR_READING, channels: HOST_CHANNELS };
  const result = await loadConfig(config, { io, log, demands });
  if (result.ok) await result.close(0);
  const folder = stateFolderOf(stateFolder, io);
  const { parts } = await readHostConfig(result, { hostConfig, stateFolder: folder, io });
  if (parts !== undefined) return parts;
  throw new CliError(`${config} has errors, or no runner.`, {
    hint: `\`hookwright check ${config}\` names them.`,
  });
}
