// The file that `serve` serves, and whether it is a plan.
import { readFile, stat } from "node:fs/promises";
import { isPlan } from "@hookwright/core/runtime";
import type { PagesAddress } from "../../admin/serve-pages.ts";
import type { DispatchOptions } from "../../dispatch/create-dispatch.ts";
import { readStdin } from "../../input/read-input.ts";
import type { Io } from "../../io.ts";
import type { Reload } from "../../output/reload-to-lines.ts";
import type { ServerLog } from "../../output/server-log.ts";

export interface ServedFile {
  readonly options: ServeOptions;
  /** Read here because standard input can be read only once. */
  readonly text: string;
  readonly io: Io;
  readonly log: ServerLog;
  readonly onReload: (result: Reload) => void;
  readonly isHosted: boolean;
}

/** Empty if the file cannot be read, which its loader reports. A pipe is not opened, because it would wait for its writer. */
export async function readServedText(config: string, io: Io): Promise<string> {
  if (config === "-") return readStdin(io);
  try {
    return (await stat(config)).isFile() ? await readFile(config, "utf8") : "";
  } catch {
    return "";
  }
}

/** As `build` writes it, and as most formatters leave it. */
const BEGINNING = /^\s*\{\s*"format"\s*:\s*[^,]{1,20},\s*"madeBy"\s*:/;

/**
 * The content decides, not the name. Half of a plan is a plan, not a config with a syntax error.
 *
 * @example
 * ```ts
 * isPlanText('{ "format": 1, "madeBy": "0.1.0", "dig'); // true
 * ```
 */
export function isPlanText(text: string): boolean {
  if (BEGINNING.test(text)) return true;
  if (!/^\s*\{/.test(text) || !text.includes('"madeBy"')) return false;
  try {
    return isPlan(JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch {
    return false;
  }
}

export interface ServeOptions extends DispatchOptions {
  readonly hostConfig?: string;
  readonly stateFolder?: string;
  readonly admin?: PagesAddress;
  /** Names that the admin port answers. */
  readonly adminHost?: readonly string[];
  /** Serves the API also where other machines can reach the port. */
  readonly adminPublic?: boolean;
  /** The file that gets the token of the API. */
  readonly adminTokenFile?: string;
  /** Lets the API change things. */
  readonly adminWrite?: boolean;
  /** Shows requests live on the admin port. */
  readonly studio?: boolean;
  /** With what they contained. */
  readonly studioEvents?: boolean;
  readonly standby?: boolean;
  /** In seconds. */
  readonly lease?: number;
  readonly redisUrlEnv?: string;
  readonly watch?: boolean;
  /** Whether the mailbox of `hooks.gmail` is watched, too. */
  readonly mail?: boolean;
}
