// The path of a config file → its hooks, which follow the file and its transform modules from now on.
import { type HooksReload, type ModuleOutput, watchHooks } from "@hookwright/adapter-node";
import type { Hooks } from "@hookwright/core";
import type { Io } from "../io.ts";
import type { Loading, LoadingReport } from "./loading.ts";
import { reportFromLoading } from "./report-from-loading.ts";

/** What a reload came to; the hooks are absent where those before go on. */
export type Reload = LoadingReport & { readonly hooks?: Hooks };

export interface ReloadLog {
  readonly reload: (reload: Reload) => void;
  readonly warning: (message: string) => void;
  readonly output: (output: ModuleOutput) => void;
}

export async function watchConfig(path: string, io: Io, log: ReloadLog): Promise<Loading> {
  const live = await watchHooks(path, {
    env: io.env,
    warn: log.warning,
    output: log.output,
    onReload: (reload) => log.reload(toReload(reload)),
  });
  const report = reportFromLoading(live);
  if (!live.ok) return { ...report, ok: false };
  return { ...report, ok: true, hooks: live.hooks, close: live.close };
}

function toReload(reload: HooksReload): Reload {
  const report = reportFromLoading(reload);
  return reload.ok ? { ...report, hooks: reload.hooks } : report;
}
