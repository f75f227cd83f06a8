// `hookwright runs`: the runs of the host, one of them, a repetition or a cancellation of one or many.
import type { Io } from "../../io.ts";
import { runsToText } from "../../output/host/lists.ts";
import {
  type ChangeOptions,
  changed,
  changeSelected,
  done,
  filterOf,
  type OperateOptions,
  requireOne,
  type SelectOptions,
  showEither,
  withHost,
} from "./with-host.ts";

export interface RunsOptions extends OperateOptions, SelectOptions {
  readonly limit?: number;
}

export function listRuns(options: RunsOptions, io: Io): Promise<number> {
  const { limit } = options;
  const filter = { ...filterOf(options), ...(limit !== undefined && { limit }) };
  return withHost(options, io, async ({ operate }) => {
    const value = await operate.runs.list(filter);
    return { command: "runs", value: { runs: value }, text: runsToText(value) };
  });
}

export function showRun(id: string, options: OperateOptions, io: Io): Promise<number> {
  return withHost(options, io, (host) => showEither(id, ["runs", "events"], host));
}

export function retryRuns(id: string | undefined, options: ChangeOptions, io: Io): Promise<number> {
  requireOne(id, options, "runs");
  return withHost(options, io, async ({ operate, isLive }) => {
    if (id !== undefined) {
      const value = done(await operate.runs.retry(id));
      const text = changed(`Run ${value.runId} repeats run ${id}.`, isLive);
      return { command: "runs-retry", value, text };
    }
    return changeSelected({
      ...{ command: "runs-retry-many", nouns: NOUNS, verb: "repeated", isLive },
      ids: await operate.runs.select(filterOf(options)),
      isDryRun: options.dryRun === true,
      change: (ids) => operate.runs.retryMany(ids),
    });
  });
}

export function cancelRuns(
  id: string | undefined,
  options: ChangeOptions,
  io: Io,
): Promise<number> {
  requireOne(id, options, "runs");
  return withHost(options, io, async ({ operate, isLive }) => {
    if (id !== undefined) {
      const value = done(await operate.runs.cancel(id));
      return { command: "runs-cancel", value, text: `Run ${id} is cancelled.` };
    }
    return changeSelected({
      ...{ command: "runs-cancel-many", nouns: NOUNS, verb: "cancelled", isLive },
      ids: await operate.runs.select(filterOf(options)),
      isDryRun: options.dryRun === true,
      change: (ids) => operate.runs.cancelMany(ids),
    });
  });
}

const NOUNS = ["run", "runs"] as const;
