// A config file → what it says about hooks, or why nothing can be set up in it.
import { stat } from "node:fs/promises";
import { readMember } from "@hookwright/base";
import { loadConfigFile } from "@hookwright/config";
import type { GmailMode } from "../model/mode.ts";
import type { MailResult } from "../model/source.ts";
import { modeOf } from "../settings/read-gmail-settings.ts";

/** The relevant parts of a config, as written. */
export interface ExistingConfig {
  /** The text of the file; undefined if the file does not exist yet. */
  readonly text: string | undefined;
  readonly hooks: unknown;
  readonly gmail: unknown;
  /** `secrets.providers` */
  readonly providers: unknown;
  /** The mode that the config implies; undefined if it does not imply one. */
  readonly mode: GmailMode | undefined;
}

/** Never rejects. */
export async function readExisting(path: string): Promise<MailResult<ExistingConfig>> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    const nothing = { hooks: undefined, gmail: undefined, providers: undefined, mode: undefined };
    return { ok: true, value: { text: undefined, ...nothing } };
  }
  const loaded = await loadConfigFile(path);
  if (!loaded.ok || loaded.source === undefined) {
    const message = `The config ${path} cannot be read, or has syntax errors.`;
    return {
      ok: false,
      failure: { code: "invalid", message, hint: `Run hookwright check ${path}.` },
    };
  }
  const hooks = readMember(loaded.config, "hooks");
  const gmail = readMember(hooks, "gmail");
  const providers = readMember(readMember(loaded.config, "secrets"), "providers");
  const value = { text: loaded.source, hooks, gmail, providers, mode: modeOf(gmail) };
  return { ok: true, value };
}
