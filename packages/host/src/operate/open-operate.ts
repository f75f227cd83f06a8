// A state folder → the operator's functions: those of the host that runs there, else on the store itself.
import { existsSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createHost, type HostOptions } from "../engine/create-host.ts";
import { findLockFileOwner } from "../ledger/open/lock.ts";
import { copyReadOnlyStore } from "../ledger/open/read-only-store.ts";
import { LOCK_FILE, STORE_FILE } from "../ledger/open/state-folder.ts";
import type { OpenLedgerResult } from "../ledger/open-ledger.ts";
import {
  createRemoteOperate,
  findOperation,
  kindOfOperation,
  type RemoteOperate,
  socketOf,
} from "./operations.ts";

/** The functions of an operator, and what they reach. */
export interface OperateAccess {
  readonly operate: RemoteOperate;
  /** True: a host runs there, and what is changed happens at once. False: at its next start. */
  readonly isLive: boolean;
  /** Releases the store. */
  readonly close: () => Promise<void>;
}

/** Access, or why there is none and what to do. */
export type OpenOperateResult =
  | ({ readonly ok: true } & OperateAccess)
  | {
      readonly ok: false;
      readonly problem:
        | Extract<OpenLedgerResult, { ok: false }>["problem"]
        | { readonly code: "no_store"; readonly message: string; readonly hint: string }
        | UnresponsiveProblem;
    };

/** A stopped or hung process accepts a connection but does not answer. Later calls can reject with it, too. */
export interface UnresponsiveProblem {
  readonly code: "host_unresponsive";
  readonly message: string;
  readonly hint: string;
}

/** Settings and channels are used if no host runs: a retry goes to a recipient of these channels. */
export interface OpenOperateOptions
  extends Pick<HostOptions, "stateFolder" | "settings" | "channels" | "warn"> {
  /** How long a host may be silent. Default: 5,000. */
  readonly timeoutMs?: number;
}

/** A host answers within milliseconds, also while it starts and while it stops. */
const TIMEOUT_MS = 5_000;

/**
 * Connects to the host that runs on this state folder, or opens the store if none runs.
 *
 * @example
 * ```ts
 * const opened = await openOperate({ stateFolder: "./state", settings, channels });
 * if (opened.ok) console.log(await opened.operate.runs.list({ state: "dead" }));
 * ```
 */
export async function openOperate(options: OpenOperateOptions): Promise<OpenOperateResult> {
  const { stateFolder, timeoutMs = TIMEOUT_MS } = options;
  const path = socketOf(stateFolder)?.path;
  const state = path === undefined ? "absent" : await lookAt({ path, timeoutMs });
  if (state === "silent") return { ok: false, problem: await unresponsive(stateFolder) };
  if (path !== undefined && state === "live") {
    const operate = createRemoteOperate(async (group, name, args) => {
      try {
        return await callHost({ path, timeoutMs }, `/${group}/${name}`, args);
      } catch (error) {
        if (codeOf(error) !== "ETIMEDOUT") throw error;
        const problem = await unresponsive(stateFolder);
        throw Object.assign(new Error(problem.message), problem);
      }
    });
    return { ok: true, operate, isLive: true, close: async () => undefined };
  }
  if (!existsSync(join(stateFolder, STORE_FILE))) {
    const message = `There is no store in ${stateFolder}`;
    const hint = "Start `hookwright serve --dispatch host`, or name its folder with --state-folder";
    return { ok: false, problem: { code: "no_store", message, hint } };
  }
  return openStore(options);
}

async function openStore(options: OpenOperateOptions): Promise<OpenOperateResult> {
  const copied = copyReadOnlyStore(options.stateFolder);
  if (copied === undefined) return openWritable(options);
  if (!copied.ok) return copied;
  // What opening says of a copy, such as its upgrade, is not about the store.
  const warn = (): void => undefined;
  const opened = await openWritable({ ...options, stateFolder: copied.folder, warn });
  if (!opened.ok) {
    copied.remove();
    return opened;
  }
  const { operate, close } = opened;
  const reading = createRemoteOperate(async (group, name, args) => {
    if (kindOfOperation(group, name) === "change") throw readOnly(options.stateFolder);
    return findOperation(operate, group, name)?.(...args);
  });
  return {
    ok: true,
    operate: reading,
    isLive: false,
    close: () => close().finally(copied.remove),
  };
}

function readOnly(stateFolder: string): Error {
  const message = `The store in ${stateFolder} is read-only, so nothing of it can be changed`;
  const hint = "Copy the folder to a disk that can be written to, and name the copy";
  return Object.assign(new Error(message), { code: "store_read_only", message, hint });
}

async function openWritable(options: OpenOperateOptions): Promise<OpenOperateResult> {
  const created = await createHost({ ...options, runner: NO_RUNNER });
  if (!created.ok) return created;
  const { host } = created;
  const operate = createRemoteOperate(async (group, name, args) =>
    findOperation(host, group, name)?.(...args),
  );
  return { ok: true, operate, isLive: false, close: () => host.stop() };
}

/** A host that is not started takes no turns. */
const NO_RUNNER: HostOptions["runner"] = {
  id: "none",
  keepsHistory: false,
  run: async () => ({ ok: false, code: "no_runner", message: "No runner.", retryable: true }),
};

interface HostSocket {
  readonly path: string;
  readonly timeoutMs: number;
}

/** After `kill -9` the file of the socket remains, and no process answers. */
async function lookAt(socket: HostSocket): Promise<"live" | "absent" | "silent"> {
  try {
    await callHost(socket, "/heartbeat/list", [{ limit: 0 }]);
    return "live";
  } catch (error) {
    const code = codeOf(error);
    if (code === "ETIMEDOUT") return "silent";
    // Any other failure comes from a running host.
    return ["ENOENT", "ECONNREFUSED", "ENOTSOCK", "ECONNRESET"].includes(code) ? "absent" : "live";
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}

async function unresponsive(stateFolder: string): Promise<UnresponsiveProblem> {
  const owner = await findLockFileOwner(join(stateFolder, LOCK_FILE));
  const id = owner?.processId;
  return {
    code: "host_unresponsive",
    message: `The host${id === undefined ? "" : ` (process ${id})`} does not answer`,
    hint:
      id === undefined
        ? "Look whether it hangs or is stopped, and start it again"
        : `Look whether it hangs or is stopped: "kill -CONT ${id}" lets a stopped process go on, "kill -9 ${id}" ends it, and the next start takes its work up`,
  };
}

function callHost(
  { path: socketPath, timeoutMs }: HostSocket,
  path: string,
  args: readonly unknown[],
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // A new connection for each call: a kept one may belong to a host that ends before the next call.
    const options = { socketPath, path, method: "POST", agent: false };
    const call = request({ ...options, timeout: timeoutMs });
    call.on("timeout", () => {
      call.destroy(Object.assign(new Error("The host is silent."), { code: "ETIMEDOUT" }));
    });
    call.on("error", reject);
    call.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (piece: string) => {
        text += piece;
      });
      response.on("error", reject);
      response.on("end", () => {
        try {
          resolve(readAnswer(text));
        } catch (error) {
          reject(error);
        }
      });
    });
    call.end(JSON.stringify(args));
  });
}

/** Null means absent. */
function readAnswer(text: string): unknown {
  const answer = JSON.parse(text) as {
    readonly value?: unknown;
    readonly error?: string;
    readonly code?: string;
  };
  const { error, code } = answer;
  if (error !== undefined) throw Object.assign(new Error(error), code !== undefined && { code });
  return answer.value ?? undefined;
}
