// The recipient that an operator wrote → its one spelling, or what can be written instead.
import { channelIdOf, type RecipientResult } from "../../model/channel.ts";

/** One way to write a recipient. */
export interface RecipientForm {
  readonly pattern: RegExp;
  /** The one spelling, of the groups of the pattern; a group without a match is empty. */
  readonly spell: (...groups: string[]) => string;
}

/** How recipients of a channel are written. */
export interface RecipientRules {
  /** The channel, whose name or alias may precede the recipient, as in `tg:123`. */
  readonly channel: string;
  /** The first one that matches counts. */
  readonly forms: readonly RecipientForm[];
  /** Which forms there are, in one sentence. */
  readonly hint: string;
}

const MAX_RECIPIENT_CHARACTERS = 512;

/**
 * Creates the `parseRecipient` of a channel. One recipient has one spelling, because deliveries wait for each
 * other by it. Texts of more than 512 characters, of several lines, and with control characters are refused.
 *
 * @example
 * ```ts
 * const parseRecipient = createRecipientParser({
 *   channel: "pager",
 *   forms: [{ pattern: /^team-(\w+)$/i, spell: (team = "") => `team-${team.toLowerCase()}` }],
 *   hint: "Write a team, such as team-ops.",
 * });
 * parseRecipient("pager:Team-OPS"); // { ok: true, to: "team-ops" }
 * ```
 */
export function createRecipientParser(rules: RecipientRules): (to: string) => RecipientResult {
  return (written) => {
    const to = readPlainRecipient(written, rules.channel);
    if (to === undefined) return { ok: false, hint: rules.hint };
    for (const { pattern, spell } of rules.forms) {
      const match = pattern.exec(to);
      if (match !== null)
        return { ok: true, to: spell(...match.slice(1).map((group) => group ?? "")) };
    }
    return { ok: false, hint: rules.hint };
  };
}

/** Without the channel's name before it. Undefined for a text that no channel takes. */
export function readPlainRecipient(written: string, channel: string): string | undefined {
  const to = withoutPrefix(written.trim(), channel);
  const isRefused =
    to === "" || to.length > MAX_RECIPIENT_CHARACTERS || /\n|\t/.test(to) || cleanText(to) !== to;
  return isRefused ? undefined : to;
}

/** `user:U1` does not begin with a channel. */
export function withoutPrefix(to: string, channel: string): string {
  const colon = to.indexOf(":");
  return colon > 0 && channelIdOf(to.slice(0, colon)) === channel ? to.slice(colon + 1).trim() : to;
}

const THREAD = ":thread:";

/** The recipient without `:thread:<id>`, and the id of the message that the answer belongs under. */
export function splitThread(to: string): { readonly to: string; readonly thread?: string } {
  const [recipient = "", thread] = to.split(THREAD);
  return { to: recipient, ...(thread !== undefined && { thread }) };
}

/** An `@` within an address such as `name@example.com` is not a mention. */
const MENTION = /(?<![A-Za-z0-9])@(?=\w)/g;

/** A zero-width space: it is invisible, and the text after it is no longer a name. */
export const BREAK = "\u200b";

/**
 * Adds a zero-width space behind each `@` of a name: for platforms on which mentions cannot be disabled.
 *
 * @example
 * ```ts
 * breakMentions("ask @ann"); // "ask @\u200bann"
 * ```
 */
export function breakMentions(text: string): string {
  return text.replace(MENTION, `@${BREAK}`);
}

/** How many characters `breakMentions` adds. */
export function countMentions(text: string): number {
  return text.match(MENTION)?.length ?? 0;
}

/** Everything of Unicode's category Cc but line feed and tab. */
const CONTROL = /[^\P{Cc}\n\t]/gu;

/**
 * The fence removes these, too: direction marks, which make an address or an amount read differently than it is
 * written; tag characters, which hide text from people but not from the next model; and non-characters.
 */
const MISLEADING = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]|\p{Noncharacter_Code_Point}/gu;

const HALF_PAIR = /\p{Surrogate}/gu;

/**
 * Removes control characters, which no message shows and terminals obey, and what misleads a reader. Replaces
 * halves of surrogate pairs, which UTF-8 cannot spell: a platform would refuse the whole message.
 *
 * @example
 * ```ts
 * cleanText("red\u001b[31m\u202e"); // "red[31m"
 * ```
 */
export function cleanText(text: string): string {
  return text.replace(CONTROL, "").replace(MISLEADING, "").replace(HALF_PAIR, "\ufffd");
}
