// The config of a server → its mailbox is watched within the server; mails go straight into the hooks.

import { type LoadReport, loadConfigFile } from "@hookwright/config";
import {
  type GmailSettingsResult,
  type MailboxSupervisor,
  superviseMailbox,
} from "@hookwright/gmail";
import { lockFile } from "@hookwright/host";
import { CliError } from "../../cli-error.ts";
import type { Io } from "../../io.ts";
import type { ServerLog } from "../../output/server-log.ts";
import { readGoogleUrls } from "./google-urls.ts";
import { readMailSettings } from "./read-mail-settings.ts";

export interface ServeMailOptions {
  /** The loaded config; a file is read again when the login or the flow restarts. */
  readonly report: LoadReport;
  /** The path of the config, or `-`. */
  readonly config: string;
  readonly stateFolder: string;
  readonly io: Io;
  readonly log: Pick<ServerLog, "mail">;
  /** How often it checks for a new login after one ended; for tests. Default: 2 s. */
  readonly loginEveryMs?: number;
}

/** Throws if `hooks.gmail` cannot be used: the server does not start then. */
export function createMailServer(options: ServeMailOptions): MailboxSupervisor {
  const { report, config, io, log, ...rest } = options;
  return superviseMailbox({
    ...rest,
    first: requireSettings(readMailSettings(report, { config, io })),
    readAgain: async () => {
      if (config === "-") return undefined;
      const loaded = await loadConfigFile(config);
      const read = loaded.ok ? readMailSettings(loaded, { config, io }) : undefined;
      return read?.ok === true ? read : undefined;
    },
    lockFile,
    urls: readGoogleUrls(io),
    log: log.mail,
  });
}

type Settings = Extract<GmailSettingsResult, { readonly ok: true }>;

function requireSettings(read: GmailSettingsResult): Settings {
  if (read.ok) return read;
  const [{ message = "", hint = "" } = {}] = read.problems;
  throw new CliError(message, { hint });
}
