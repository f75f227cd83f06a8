// A text with @names → the same text in which they notify nobody.

/** An `@` within an address such as `name@example.com` is no mention. */
const MENTION = /(?<![A-Za-z0-9])@(?=\w)/g;

/** A space of no width: it cannot be seen, and what follows it is no longer a name. */
const BREAK = "\u200b";

/** For platforms that have no switch for mentions. */
export function breakMentions(text: string): string {
  return text.replace(MENTION, `@${BREAK}`);
}

/** How many characters `breakMentions` adds. */
export function countMentions(text: string): number {
  return text.match(MENTION)?.length ?? 0;
}
