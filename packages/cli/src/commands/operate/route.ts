// `hookwright route`: where `last` goes, as it is stored, or as the operator reports it (DEL-2).
import type { Io } from "../../io.ts";
import { routesToText } from "../../output/host/lists.ts";
import { parseRecipient } from "./parse-recipient.ts";
import { type ConfigOptions, UnknownChannelsError, withParts } from "./read-parts.ts";
import { done, type OperateOptions, withHost } from "./with-host.ts";

export interface RouteSetOptions extends ConfigOptions {
  readonly agent?: string;
}

export async function setRoute(written: string, options: RouteSetOptions, io: Io): Promise<number> {
  const { agent } = options;
  const recipient = parseRecipient(written, "The route");
  return withParts(options, io, (parts) =>
    withHost(
      options,
      io,
      async ({ operate, isLive }) => {
        if (!isLive && parts === undefined) throw new UnknownChannelsError();
        const request = { ...recipient, ...(agent !== undefined && { agentId: agent }) };
        const { route } = done(await operate.routes.set(request));
        return { command: "route-set", value: { route }, text: routesToText([route]) };
      },
      parts,
    ),
  );
}

export function listRoutes(options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.routes.list();
    return { command: "route-list", value: { routes: value }, text: routesToText(value) };
  });
}
