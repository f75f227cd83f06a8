// The recipient of a delivery → a warning where an event can choose anybody.

import { createProblem, type Report } from "../../../model/index.ts";
import type { CheckedMapping } from "../checked-mapping.ts";
import type { CodeRows } from "../code-row.ts";

export const CODES: CodeRows = {
  deliver_open_recipient: {
    meaning: "An event chooses to whom a text is delivered, and nothing limits the choice.",
    level: "top",
    wrong:
      'hooks:\n  enabled: true\n  token: { file: hook.token }\n  mappings:\n    - match: { path: x }\n      action: deliver\n      textTemplate: hi\n      channel: telegram\n      to: "{{chat}}"',
    right:
      'hooks:\n  enabled: true\n  token: { file: hook.token }\n  mappings:\n    - match: { path: x }\n      action: deliver\n      textTemplate: hi\n      channel: telegram\n      to: "{{chat}}"\nchannels: { telegram: { botToken: { file: hook.token }, allowFrom: ["123456789"] } }',
    say: "Your bot would send a text to anybody whom a sender names. Write the recipients into `allowFrom` of the channel: a delivery to anyone else is then dead, with the code `recipient_not_allowed`.",
  },
};

/** The host checks each recipient against `allowFrom`. That of the channel `last` is known only then. */
export function check(
  { mapping, compiled, policies: { channels }, foreign: { limitedChannels } }: CheckedMapping,
  report: Report,
): void {
  const { to, channel } = compiled.fields;
  if (mapping.action !== "deliver" || mapping.skip || to === undefined) return;
  if (!compiled.taintedFields.includes("to")) return;
  const isLimited = limitedChannels.some((name) => (channels.find(name) ?? name) === channel);
  if (isLimited) return;
  const message = `Each event of mapping "${mapping.id}" chooses the recipient, and no "allowFrom" limits the choice.`;
  const hint =
    channel === "last"
      ? 'Name the "channel", and list the recipients in its "allowFrom".'
      : `List the recipients in channels.${channel}.allowFrom.`;
  const path = [...mapping.configPath, "to"];
  report(createProblem("deliver_open_recipient", path, message, { severity: "warning", hint }));
}
