// The mail preset: one agent run per mail that the gateway's Gmail watcher reports.
import type { Preset } from "../../model/preset.ts";

/** The watcher posts `{ source: "gmail", messages: [{ id, from, subject, snippet, body }] }`. */
export const gmailPreset: Preset = (hooks) => {
  const { model, thinking, allowUnsafeExternalContent } = hooks.gmail ?? {};
  return [
    {
      id: "gmail",
      match: { path: "gmail" },
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
