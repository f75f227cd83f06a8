// A function that runs tests → the same, run again after each change of what they depend on, until a signal.

import { visibleLine } from "@hookwright/base";
import { createFileWatcher } from "@hookwright/config/internal";
import { isTestName } from "@hookwright/testing/files";
import type { Io } from "../../io.ts";
import { useColor } from "../../output/color.ts";
import { createStyle } from "../../output/style.ts";
import { untilSignal } from "../until-signal.ts";
import type { TestRun } from "./run-files.ts";

/** Resolves when the process is told to stop and the run in progress has ended. */
export async function watchRuns(
  runOnce: () => Promise<Pick<TestRun, "files" | "patterns">>,
  io: Io,
): Promise<void> {
  const stopped = untilSignal(io.signals);
  const style = createStyle(useColor(io.stderr, io.env));
  let latest: Promise<void> = Promise.resolve();
  let isClosed = false;
  const again = (): void => {
    latest = latest.then(async () => {
      if (isClosed) return;
      try {
        const { files, patterns } = await runOnce();
        watcher.watch(files, patterns);
      } catch (error) {
        // Such as a folder without test files, after the last one was removed.
        io.stderr.write(`${style.error("error")} ${visibleLine(String(error))}\n`);
      }
      io.stderr.write(`${style.dim("Waiting for a change (Ctrl-C to stop)")}\n`);
    });
  };
  const watcher = createFileWatcher({ onChange: again, isModule: isTestName });
  again();
  await stopped;
  isClosed = true;
  await latest;
  watcher.close();
}
