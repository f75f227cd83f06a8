// The parts of a host and its state folder → a host that an operator can reach, for `serve --dispatch host`.
import {
  createHost,
  type Health,
  type Host,
  type HostObserver,
  type HostStandby,
  healthOf,
  type Operated,
  type ServerOperations,
  serveOperate,
  startToText,
} from "@hookwright/host";
import { CliError } from "../cli-error.ts";
import type { ServerLog } from "../output/server-log.ts";
import type { HostParts } from "./host-config.ts";

export interface RunningHost {
  readonly host: Host;
  /** Its functions for operators, and the reload of this process. */
  readonly operated: Operated;
  /** The current state, for `/healthz`. */
  readonly health: () => Promise<Health>;
  /** Adds a listener for the records of the host. */
  readonly observe: (observer: HostObserver) => void;
  /** Starts the work; the log says what the previous process left. */
  readonly start: () => Promise<void>;
  /** Waits for running turns, then closes the store. */
  readonly stop: () => Promise<void>;
}

export interface OpenHostOptions {
  readonly stateFolder: string;
  readonly log: Pick<ServerLog, "host" | "warning" | "notice">;
  /** For `hookwright reload`. */
  readonly reload: ServerOperations["server"]["reload"];
  readonly standby?: HostStandby | undefined;
}

/**
 * Locks the store, so that a second process is refused before it listens. Undefined: a standby was stopped before it
 * had the store.
 */
export async function openHost(
  parts: HostParts,
  { stateFolder, log, reload, standby }: OpenHostOptions,
): Promise<RunningHost | undefined> {
  const observers: HostObserver[] = [log.host];
  const created = await createHost({
    ...parts,
    stateFolder,
    ...(standby && { standby }),
    warn: log.warning,
    observer: (record) => {
      for (const observe of observers) observe(record);
    },
  });
  if (!created.ok) {
    const { code, message, hint } = created.problem;
    if (code === "standby_ended") return undefined;
    throw new CliError(`${message}.`, { hint: `${hint}.` });
  }
  const { host } = created;
  const operated = { ...host, server: { reload } };
  const socket = await serveOperate(operated, { stateFolder, warn: log.warning });
  return {
    host,
    operated,
    health: () => healthOf(host, Date.now()),
    observe: (observer) => void observers.push(observer),
    start: async () => log.notice(startToText(await host.start())),
    stop: async () => {
      await host.stop();
      await socket.close();
    },
  };
}
