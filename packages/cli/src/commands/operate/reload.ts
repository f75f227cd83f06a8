// `hookwright reload`: the running host reads its config, its modules and its secrets again. Exit code 1 where it keeps the old ones.

import { visibleText } from "@hookwright/base";
import { CliError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import { type OperateOptions, withHost } from "./with-host.ts";

export function reload(options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate, isLive }) => {
    if (!isLive) {
      throw new CliError("No host runs, so there is nothing to reload.", {
        hint: "A server with another --dispatch reloads at the signal SIGHUP: kill -HUP PID.",
      });
    }
    const value = await operate.server.reload();
    const text = value.lines.map(visibleText).join("\n");
    return { command: "reload", value, text, exitCode: value.ok ? 0 : 1 };
  });
}
