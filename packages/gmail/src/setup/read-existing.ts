// A config file → what it says of hooks already, or why nothing can be set up in it.
import { stat } from "node:fs/promises";
import { loadConfigFile } from "@hookwright/config";
import { readMember, readTextMember } from "../google/auth/read-text-member.ts";
import type { GmailMode } from "../model/mode.ts";
import type { MailResult } from "../model/source.ts";

/** The parts of a config that matter here, as written. */
export interface ExistingConfig {
  /** The text of the file; undefined where there is no file yet. */
  readonly text: string | undefined;
  readonly hooks: unknown;
  readonly gmail: unknown;
  /** How mail is noticed by what is written; undefined where nothing is written about it. */
  readonly mode: GmailMode | undefined;
}

/** Never rejects. */
export async function readExisting(path: string): Promise<MailResult<ExistingConfig>> {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    const value = { text: undefined, hooks: undefined, gmail: undefined, mode: undefined };
    return { ok: true, value };
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
  return { ok: true, value: { text: loaded.source, hooks, gmail, mode: modeOf(gmail) } };
}

/** As the contract of `hooks.gmail` says, but for a block without any of these keys. */
export function modeOf(gmail: unknown): GmailMode | undefined {
  const mode = readTextMember(gmail, "mode");
  if (mode === "push" || mode === "pull" || mode === "poll") return mode;
  const tailscale = readTextMember(readMember(gmail, "tailscale"), "mode") ?? "off";
  if (readMember(gmail, "pushToken") !== undefined || tailscale !== "off") return "push";
  return readMember(gmail, "subscription") === undefined ? undefined : "pull";
}
