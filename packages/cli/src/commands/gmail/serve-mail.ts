// The config of a server → its mailbox is watched within the server; mails go straight into the hooks.

import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { createNodeSecrets, type LoadReport, loadConfigFile } from "@hookwright/config";
import type { Receiver } from "@hookwright/core/ingress";
import {
  accountFolderOf,
  createIngressPost,
  type GmailRunEnd,
  type GmailSettingsResult,
  readGmailSettings,
  watchMailbox,
} from "@hookwright/gmail";
import { type Health, lockFile } from "@hookwright/host";
import { sleep, systemTime } from "@hookwright/node-kit/clock";
import { retryDelayMs } from "@hookwright/node-kit/times";
import { CliError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import type { ServerLog } from "../../output/server-log.ts";
import { readGoogleUrls } from "./google-urls.ts";

export interface ServeMailOptions {
  /** The config as it was loaded; a file is read again where the login or the flow begins again. */
  readonly report: LoadReport;
  /** The path of the config, or `-`. */
  readonly config: string;
  readonly stateFolder: string;
  readonly io: Io;
  readonly log: Pick<ServerLog, "mail">;
  /** How often a login is looked for that was ended; for tests. Default: 2 s. */
  readonly loginEveryMs?: number;
}

export interface MailServer {
  readonly start: (ingress: Receiver, basePath: string) => void;
  /** Why mail does not come as it should, one sentence each. */
  readonly reasons: () => Health["reasons"];
  /** The mail that is being posted is finished first. */
  readonly stop: () => Promise<void>;
}

const LOGIN_EVERY_MS = 2_000;

/** A flow that worked for so long begins again with the first of these waits. */
const LASTING_MS = 3_600_000;

/** Throws where `hooks.gmail` cannot be used: the server does not start then. */
export function createMailServer(options: ServeMailOptions): MailServer {
  const { io, log, stateFolder, loginEveryMs = LOGIN_EVERY_MS } = options;
  const urls = readGoogleUrls(io);
  const time = systemTime;
  const stopped = new AbortController();
  const { signal } = stopped;
  let reasons: Health["reasons"] = [];
  let running: Promise<void> = Promise.resolve();
  const first = requireSettings(readSettings(options.report, options));

  async function run(ingress: Receiver, basePath: string): Promise<void> {
    let failures = 0;
    let read: Settings = first;
    while (!signal.aborted) {
      const begunAt = time.clock();
      const { settings, credentials } = read;
      const login = await fingerprintOf(options, read);
      reasons = [];
      const end = await watchMailbox({
        ...{ settings, credentials, stateFolder, lockFile, urls, log: log.mail, signal },
        post: createIngressPost({
          ingress,
          target: `${basePath}/gmail`,
          hookToken: () => settings.hookToken,
          now: time.clock,
        }),
      });
      if (end.code === "signal" || signal.aborted) return;
      failures = time.clock() - begunAt > LASTING_MS ? 1 : failures + 1;
      if (end.code === "needs_login") await untilLogin(end, login);
      else await untilRetry(end, failures);
      read = (await readAgain(options)) ?? read;
    }
  }

  async function untilLogin(end: Ended<"needs_login">, login: string): Promise<void> {
    const { message, hint } = end.failure;
    tell("needs_login", message, hint);
    while (!signal.aborted) {
      await sleep(loginEveryMs, time, signal);
      const read = (await readAgain(options)) ?? first;
      if ((await fingerprintOf(options, read)) !== login) break;
    }
    if (signal.aborted) return;
    log.mail({
      level: "info",
      event: "login_changed",
      account: first.settings.account,
      message: "There is a new login: the mail is caught up with.",
    });
  }

  async function untilRetry({ reason, hint }: Ended<"stopped">, failures: number): Promise<void> {
    tell("stopped", reason, hint);
    // The reason may pass, or somebody mends it without a new start of the server.
    await sleep(retryDelayMs(failures), time, signal);
  }

  function tell(event: string, reason: string, hint: string | undefined): void {
    const { account } = first.settings;
    const message = `The mailbox is not watched now: ${reason}`;
    reasons = [`${account}: ${message}${hint === undefined ? "" : ` ${hint}`}`];
    log.mail({ level: "error", event, account, message, ...(hint !== undefined && { hint }) });
  }

  return {
    start: (ingress, basePath) => {
      running = run(ingress, basePath).catch((error) => tell("stopped", String(error), undefined));
    },
    reasons: () => reasons,
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
}

type Ended<Code> = Extract<GmailRunEnd, { readonly code: Code }>;

type Settings = Extract<GmailSettingsResult, { readonly ok: true }>;

/** As the hooks of this config are loaded: relative paths start at its folder. */
function readSettings(
  { config: document }: LoadReport,
  { config, io: { env } }: Pick<ServeMailOptions, "config" | "io">,
): GmailSettingsResult {
  const { secrets } = (document ?? {}) as { secrets?: { providers?: unknown } | null };
  const providers = secrets?.providers;
  return readGmailSettings(document, {
    secrets: createNodeSecrets({ env, baseDir: folderOf(config), providers }),
  });
}

function folderOf(config: string): string {
  return config === "-" ? process.cwd() : dirname(resolve(config));
}

function requireSettings(read: GmailSettingsResult): Settings {
  if (read.ok) return read;
  const [{ message = "", hint = "" } = {}] = read.problems;
  throw new CliError(message, { hint });
}

/** Undefined where the file is not as it should be just now: what was read before counts. */
async function readAgain(options: ServeMailOptions): Promise<Settings | undefined> {
  if (options.config === "-") return undefined;
  const loaded = await loadConfigFile(options.config);
  const read = loaded.ok ? readSettings(loaded, options) : undefined;
  return read?.ok === true ? read : undefined;
}

/** Changes with the login: the text that the config names, or the file in the state folder. */
async function fingerprintOf(
  { stateFolder }: ServeMailOptions,
  { settings, credentials }: Settings,
): Promise<string> {
  if (credentials !== undefined) return credentials;
  const folder = accountFolderOf(stateFolder, settings.account) ?? stateFolder;
  try {
    const { mtimeMs, size, ino } = await stat(join(folder, "login.json"));
    return `${mtimeMs} ${size} ${ino}`;
  } catch {
    return "";
  }
}
