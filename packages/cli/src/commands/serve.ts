// A config file → a server that receives webhooks until it is told to stop.
import { createHooksServer, type HooksServer } from "@hookwright/adapter-node";
import { createIngress } from "@hookwright/core/ingress";
import { CliError } from "../cli-error.ts";
import { loadConfig } from "../config/load-config.ts";
import { createDispatch, type DispatchOptions } from "../dispatch/create-dispatch.ts";
import type { Io } from "../io.ts";
import { createServerLog } from "../output/server-log.ts";
import { untilSignal } from "./until-signal.ts";

export interface ServeOptions extends DispatchOptions {
  readonly config: string;
  readonly json?: boolean;
}

export async function serve(options: ServeOptions, io: Io): Promise<number> {
  const log = createServerLog(io, options.json === true);
  const dispatch = createDispatch(options, io);
  const loading = await loadConfig(options.config, io);
  log.problems(loading, loading.ok);
  if (!loading.ok) return 1;
  const { hooks } = loading;
  if (!hooks.settings.enabled) throw createDisabledError(loading.filename);

  const ingress = createIngress({ hooks, dispatch, observer: log.request, warn: log.warning });
  const server = createHooksServer({ ingress, host: options.host, port: options.port });
  // Before the server listens: whoever reads its URL may stop it at once.
  const stopped = untilSignal(io.signals);
  const url = await listen(server, options);
  log.listening(`${url}${hooks.settings.path}`);
  await stopped;
  log.stopping();
  await server.close();
  return 0;
}

function createDisabledError(filename: string): CliError {
  return new CliError(`hooks.enabled is not true in ${filename}, so there is nothing to serve.`, {
    hint: 'Write "enabled": true into the block "hooks".',
  });
}

async function listen(server: HooksServer, options: ServeOptions): Promise<string> {
  try {
    return (await server.listen()).url;
  } catch (error) {
    throw createListenError((error as NodeJS.ErrnoException).code, options);
  }
}

function createListenError(code: string | undefined, { host, port }: ServeOptions): CliError {
  if (code === "EADDRINUSE") {
    const hint = "Choose another one with --port, or any free one with --port 0.";
    return new CliError(`Port ${port} of ${host} is in use by another program.`, { hint });
  }
  return new CliError(`Cannot listen on port ${port} of ${host}: the system says ${code}.`, {
    hint: "Check --host and --port.",
  });
}
