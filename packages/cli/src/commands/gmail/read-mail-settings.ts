// A loaded config → the settings of its mailbox, with the secrets that the config refers to.

import { dirname, resolve } from "node:path";
import { createNodeSecrets, type LoadReport } from "@hookwright/config";
import { type GmailMode, type GmailSettingsResult, readGmailSettings } from "@hookwright/gmail";
import { envFileOf } from "../../config/env-file.ts";
import type { Io } from "../../io.ts";

interface ReadMailOptions {
  /** The path of the config, or `-`. */
  readonly config: string;
  readonly io: Pick<Io, "env" | "envFile">;
  /** Instead of the config's own mode. */
  readonly mode?: GmailMode | undefined;
}

/** As the hooks of this config are loaded: relative paths start at its folder. */
export function readMailSettings(
  { config: document }: LoadReport,
  { config, io, mode }: ReadMailOptions,
): GmailSettingsResult {
  const baseDir = config === "-" ? process.cwd() : dirname(resolve(config));
  const { secrets } = (document ?? {}) as { secrets?: { providers?: unknown } | null };
  return readGmailSettings(document, {
    secrets: createNodeSecrets({
      env: io.env,
      envFile: envFileOf(config, io),
      baseDir,
      providers: secrets?.providers,
    }),
    ...(mode !== undefined && { mode }),
  });
}
