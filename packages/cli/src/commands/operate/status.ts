// `hookwright status`: what the host does now, or what its store has while none runs.
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { overviewToText } from "../../output/host/overview.ts";
import { type OperateOptions, withHost } from "./with-host.ts";

export function showStatus(options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate, isLive }) => {
    const value = await operate.overview.show();
    const folder = stateFolderOf(options.stateFolder, io);
    const first = isLive
      ? `The host of ${folder} ${value.phase === "stopping" ? "is stopping" : "runs"}.`
      : `No host runs on ${folder}. Its store has:`;
    return {
      command: "status",
      value: { isLive, ...value },
      text: `${first}\n${overviewToText(value)}`,
    };
  });
}
