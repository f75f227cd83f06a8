// `hookwright runs`: the runs of the host, one of them, a repetition, a cancellation.
import type { Io } from "../../io.ts";
import { runToText } from "../../output/host/details.ts";
import { runsToText } from "../../output/host/lists.ts";
import { changed, done, found, type OperateOptions, withHost } from "./with-host.ts";

export interface RunsOptions extends OperateOptions {
  readonly state?: string;
  readonly key?: string;
  readonly mapping?: string;
  readonly limit?: number;
}

export function listRuns(options: RunsOptions, io: Io): Promise<number> {
  const { state, key, mapping, limit } = options;
  const filter = {
    ...(state !== undefined && { state: state as "done" }),
    ...(key !== undefined && { key }),
    ...(mapping !== undefined && { mappingId: mapping }),
    ...(limit !== undefined && { limit }),
  };
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.runs.list(filter);
    return { command: "runs", value: { runs: value }, text: runsToText(value) };
  });
}

export function showRun(id: string, options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate }) => {
    const value = found(await operate.runs.show(id), `run ${id}`, "runs");
    return { command: "runs-show", value, text: runToText(value) };
  });
}

export function retryRun(id: string, options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate, isLive }) => {
    const value = done(await operate.runs.retry(id));
    return {
      command: "runs-retry",
      value,
      text: changed(`Run ${value.runId} repeats run ${id}.`, isLive),
    };
  });
}

export function cancelRun(id: string, options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, async ({ operate }) => {
    const value = done(await operate.runs.cancel(id));
    return { command: "runs-cancel", value, text: `Run ${id} is cancelled.` };
  });
}
