// `hookwright status`: what the host is doing, or what its store has if none is running.

import { visibleText } from "@hookwright/base";
import { CliError } from "../../cli-error.ts";
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { overviewToText } from "../../output/host-records.ts";
import { type OperateOptions, withHost } from "./with-host.ts";

export function showStatus(options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate, isLive }) => {
    const value = await operate.overview.show();
    const folder = stateFolderOf(options.stateFolder, io);
    const first = isLive
      ? `The host of ${folder} ${value.phase === "stopping" ? "is stopping" : "is running"}.`
      : `No host is running on ${folder}. Its store has:`;
    return {
      command: "status",
      value: { isLive, ...value },
      text: `${first}\n${overviewToText(value)}`,
    };
  });
}

/** `hookwright reload`: the running host reads its config, modules and secrets again. Exit code 1 if it keeps the old ones. */
export function reload(options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate, isLive }) => {
    if (!isLive) {
      throw new CliError("No host is running, so there is nothing to reload.", {
        hint: "A server with another --dispatch reloads at the signal SIGHUP: kill -HUP PID.",
      });
    }
    const value = await operate.server.reload();
    const text = value.lines.map(visibleText).join("\n");
    return { command: "reload", value, text, exitCode: value.ok ? 0 : 1 };
  });
}
