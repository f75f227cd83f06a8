// Presets: ready-made mappings under a name that `hooks.presets` can list.
import { HOOKS_DEFAULTS, MAX_BODY_BYTES } from "../../model/index.ts";
import type { HooksInput, MappingInput } from "./config.ts";

/**
 * Makes the mappings of a preset, knowing the `hooks` block it is used in. They are checked as if the
 * operator had written them; an error that a preset throws is a problem of the config, `preset_failed`.
 *
 * @example
 * ```ts
 * const uptime: Preset = () => [
 *   { id: "uptime", match: { path: "uptime" }, messageTemplate: "{{monitor}} is {{state}}" },
 * ];
 * ```
 */
export type Preset = (hooks: HooksInput) => readonly MappingInput[];

/** Most of what is worth reading of a mail; the watcher cuts bodies there. */
const MAX_MAIL_BYTES = 20_000;

/** Mails that the watcher reports at once. */
const MAX_MAILS = 100;

/** Headers, labels and snippet of a mail. */
const MAX_HEAD_BYTES = 8_192;

/** A push of the largest mails fits: in JSON a byte of a body takes up to three. */
export function mailBodyLimit({ gmail }: HooksInput): number {
  const { maxBytes = MAX_MAIL_BYTES } = gmail ?? {};
  const wanted = MAX_MAILS * (3 * maxBytes + MAX_HEAD_BYTES);
  return Math.max(HOOKS_DEFAULTS.maxBodyBytes, Math.min(MAX_BODY_BYTES, wanted));
}

/** The name to which the watcher posts. */
export const MAIL_PATH = "gmail";

/** The watcher posts `{ source: "gmail", account, messages: [{ id, from, subject, snippet, body }] }`. */
export const gmailPreset: Preset = (hooks) => {
  const { model, thinking, allowUnsafeExternalContent } = hooks.gmail ?? {};
  return [
    {
      id: "gmail",
      match: { path: MAIL_PATH },
      forEach: "messages",
      dedupeKey: "gmail:{{account}}:{{messages[0].id}}",
      maxBodyBytes: mailBodyLimit(hooks),
      action: "agent",
      wakeMode: "now",
      name: "Gmail",
      sessionKey: "hook:gmail:{{messages[0].id}}",
      messageTemplate: [
        "A mail has arrived.",
        "From: {{messages[0].from}}",
        "Subject: {{messages[0].subject}}",
        "",
        "{{messages[0].snippet}}",
        "",
        "{{messages[0].body}}",
      ].join("\n"),
      ...(model !== undefined && { model }),
      ...(thinking !== undefined && { thinking }),
      ...(allowUnsafeExternalContent !== undefined && {
        allowUnsafeExternalContent,
      }),
    },
  ];
};

/** The presets that every config can name. */
export const builtInPresets: Readonly<Record<string, Preset>> = {
  gmail: gmailPreset,
};
