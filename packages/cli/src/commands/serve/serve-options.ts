// The options of the command `serve`.
import type { AdminAddress } from "../../admin/serve-admin.ts";
import type { DispatchOptions } from "../../dispatch/create-dispatch.ts";

export interface ServeOptions extends DispatchOptions {
  readonly hostConfig?: string;
  readonly stateFolder?: string;
  readonly admin?: AdminAddress;
  /** Names that the admin port answers. */
  readonly adminHost?: readonly string[];
  readonly redisUrlEnv?: string;
  readonly watch?: boolean;
  /** Whether the mailbox of `hooks.gmail` is watched, too. */
  readonly mail?: boolean;
}
