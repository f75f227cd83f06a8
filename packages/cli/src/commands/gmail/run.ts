// gmail run: a config with hooks.gmail → its mailbox is watched until a signal. Exit code 0, 1, 2, or 3 for a login that ended.
import {
  type GmailMode,
  type GmailRunEnd,
  type GmailSettingsResult,
  watchMailbox,
} from "@hookwright/gmail";
import { lockFile } from "@hookwright/host";
import { FOR_READING, loadConfig } from "../../config/load-config.ts";
import { stateFolderOf } from "../../host/state-folder.ts";
import type { Io } from "../../io.ts";
import { createServerLog, type ServerLog } from "../../output/server-log.ts";
import { untilSignal } from "../until-signal.ts";
import { readGoogleUrls } from "./google-urls.ts";
import { readMailSettings } from "./read-mail-settings.ts";

export interface GmailRunOptions {
  readonly config: string;
  readonly mode?: GmailMode;
  readonly stateFolder?: string;
  /** Ids of mails. */
  readonly skip?: readonly string[];
  readonly json?: boolean;
}

export async function run(options: GmailRunOptions, io: Io): Promise<number> {
  const { config, mode, stateFolder, skip = [], json } = options;
  const urls = readGoogleUrls(io);
  const log = createServerLog(io, json === true);
  // Only the host needs modules and the secrets of other senders.
  const loaded = await loadConfig(config, { io, log, demands: FOR_READING, runsModules: false });
  if (!loaded.ok) {
    log.problems(loaded, false);
    return 1;
  }
  await loaded.close(0);
  const read = readMailSettings(loaded, { config, io, mode });
  if (!read.ok) {
    tellProblems(read.problems, log);
    return 1;
  }
  const stop = new AbortController();
  void untilSignal(io.signals).then(() => {
    io.exitWithin(MAX_STOP_MS, 0);
    log.stopping("Stopping; the mail that is being posted is finished first.");
    stop.abort();
  });
  const end = await watchMailbox({
    settings: read.settings,
    credentials: read.credentials,
    stateFolder: stateFolderOf(stateFolder, io),
    lockFile,
    urls,
    log: log.mail,
    signal: stop.signal,
    skip,
  });
  return tellEnd(end, { log, account: read.settings.account });
}

/** A post is answered within 10 s, and is then noted. */
const MAX_STOP_MS = 12_000;

function tellProblems(
  problems: Extract<GmailSettingsResult, { ok: false }>["problems"],
  log: ServerLog,
): void {
  for (const { message, hint } of problems) {
    log.mail({ level: "error", event: "config_problem", message, hint });
  }
}

function tellEnd(
  end: GmailRunEnd,
  { log, account }: { readonly log: ServerLog; readonly account: string },
): number {
  if (end.code === "signal") return 0;
  const isLogin = end.code === "needs_login";
  const reason = isLogin ? end.failure.message : end.reason;
  const hint = isLogin ? end.failure.hint : end.hint;
  log.mail({
    level: "error",
    event: end.code,
    account,
    message: `The run ended: ${reason}`,
    ...(hint !== undefined && { hint }),
  });
  return isLogin ? 3 : 1;
}
