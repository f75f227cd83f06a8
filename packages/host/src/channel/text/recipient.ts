// The recipient that an operator wrote → its one spelling, or what can be written instead.
import type { RecipientResult } from "../../model/channel.ts";
import { channelIdOf } from "../../model/channel-names.ts";
import { cleanText } from "./clean-text.ts";

/** One way to write a recipient. */
interface RecipientForm {
  readonly pattern: RegExp;
  readonly spell: (...groups: string[]) => string;
}

interface RecipientRules {
  /** The channel, whose name or alias may stand before the recipient, as in `tg:123`. */
  readonly channel: string;
  readonly forms: readonly RecipientForm[];
  /** Which forms there are, in one sentence. */
  readonly hint: string;
}

const MAX_RECIPIENT_CHARACTERS = 512;

/** One recipient has one spelling, because deliveries wait for each other by it. */
export function createRecipientParser(rules: RecipientRules): (to: string) => RecipientResult {
  return (written) => {
    const to = withoutPrefix(written.trim(), rules.channel);
    if (to.length > MAX_RECIPIENT_CHARACTERS || /\n|\t/.test(to) || cleanText(to) !== to) {
      return { ok: false, hint: rules.hint };
    }
    for (const { pattern, spell } of rules.forms) {
      const match = pattern.exec(to);
      if (match !== null)
        return { ok: true, to: spell(...match.slice(1).map((group) => group ?? "")) };
    }
    return { ok: false, hint: rules.hint };
  };
}

/** `user:U1` has no channel before it. */
function withoutPrefix(to: string, channel: string): string {
  const colon = to.indexOf(":");
  return colon > 0 && channelIdOf(to.slice(0, colon)) === channel ? to.slice(colon + 1).trim() : to;
}
