// A state folder → the operator's functions: those of the host that runs there, else on the store itself.
import { existsSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createHost, type HostOptions } from "../engine/create-host.ts";
import { STORE_FILE } from "../ledger/open/state-folder.ts";
import type { OpenLedgerResult } from "../ledger/open-ledger.ts";
import { createRemoteOperate, findOperation, type RemoteOperate } from "./operations.ts";
import { socketPathOf } from "./socket-path.ts";

/** The functions of an operator, and what they reach. */
export interface OperateAccess {
  readonly operate: RemoteOperate;
  /** True: a host runs there, and what is changed happens at once. False: at its next start. */
  readonly isLive: boolean;
  /** Gives the store free. */
  readonly close: () => Promise<void>;
}

/** Access, or why there is none and what to do. */
export type OpenOperateResult =
  | ({ readonly ok: true } & OperateAccess)
  | {
      readonly ok: false;
      readonly problem:
        | Extract<OpenLedgerResult, { ok: false }>["problem"]
        | { readonly code: "no_store"; readonly message: string; readonly hint: string };
    };

/** Settings and channels count where no host runs: a retry goes to a recipient of these channels. */
export type OpenOperateOptions = Pick<
  HostOptions,
  "stateFolder" | "settings" | "channels" | "warn"
>;

/**
 * Reaches the host that runs on this state folder, or takes its store where none runs.
 *
 * @example
 * ```ts
 * const opened = await openOperate({ stateFolder: "./state", settings, channels });
 * if (opened.ok) console.log(await opened.operate.runs.list({ state: "dead" }));
 * ```
 */
export async function openOperate(options: OpenOperateOptions): Promise<OpenOperateResult> {
  const { stateFolder } = options;
  const path = socketPathOf(stateFolder);
  if (path !== undefined && (await answers(path))) {
    const operate = createRemoteOperate((group, name, args) =>
      callHost({ path, group, name, args }),
    );
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

interface Call {
  readonly path: string;
  readonly group: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** After kill -9 the file of the socket is left, and nobody answers there. */
async function answers(path: string): Promise<boolean> {
  try {
    await callHost({ path, group: "heartbeat", name: "list", args: [{ limit: 0 }] });
    return true;
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    // Any other failure is one of a host that is there.
    return !["ENOENT", "ECONNREFUSED", "ENOTSOCK", "ECONNRESET"].includes(code);
  }
}

function callHost({ path, group, name, args }: Call): Promise<unknown> {
  return new Promise((resolve, reject) => {
    // A connection of its own: a kept one may still be answered by a host that is gone for the next call.
    const options = { socketPath: path, path: `/${group}/${name}`, method: "POST", agent: false };
    const call = request(options);
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

/** Null stands for what is absent. */
function readAnswer(text: string): unknown {
  const answer = JSON.parse(text) as { readonly value?: unknown; readonly error?: string };
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer.value ?? undefined;
}
