// The pieces of a delivered text → the text as one channel gets it: what came from outside is never markup there.
import { escapeMarkdown } from "../channels/shared/escape-markdown.ts";
import type { Channel } from "../model/channel.ts";
import type { DeliveredText } from "../model/records.ts";
import { writeOutLinks } from "./write-out-links.ts";

interface TextOptions {
  readonly channel: Pick<Channel, "escape"> | undefined;
  /** Of the host's settings: whether links are written out that hide where they lead. */
  readonly links: "plain" | "markdown";
}

/** `plain` as an `OutgoingPart` has it. */
export function textOfDelivery(
  { parts, markup }: DeliveredText,
  { channel, links }: TextOptions,
): { readonly text: string; readonly plain: boolean } {
  if (markup) {
    const escapeText = (text: string): string =>
      channel?.escape?.(text, "markdown") ?? escapeMarkdown(text);
    return { text: writeMarkup(parts, { escapeText, links }).trimEnd(), plain: false };
  }
  const whole = parts.map(({ text }) => text).join("");
  const isOutside = parts.some(({ kind }) => kind === "untrusted");
  const shown = isOutside && links === "plain" ? writeOutLinks(whole) : whole;
  return { text: (channel?.escape?.(shown, "text") ?? shown).trimEnd(), plain: true };
}

interface Writing extends Pick<TextOptions, "links"> {
  readonly escapeText: (text: string) => string;
}

/** Stands for a value while the operator's markup is read; a character for private use. */
const VALUE = "\ue000";

/** A block of code, code within a paragraph, a link, or a value elsewhere. */
const PIECE =
  /^ {0,3}(?<fence>`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)?(?: {0,3}\k<fence>[`~]*[ \t]*$|[^\n]*(?![\s\S]))|(?<!`)(?<ticks>`+)(?!`)(?:(?!\n\n)[\s\S])*?[^`]\k<ticks>(?!`)|\[(?<label>[^[\]\n]{1,500})\]\((?<address>[^\s()]{1,2000})\)|\ue000/gm;

/**
 * How a value is escaped depends on where the operator put it: in code, backslashes would be shown, and in an address
 * they would be a part of it.
 */
function writeMarkup(parts: DeliveredText["parts"], { escapeText, links }: Writing): string {
  const values = parts.flatMap(({ kind, text }) => (kind === "untrusted" ? [text] : []));
  const frame = parts
    .map(({ kind, text }) => (kind === "trusted" ? text.replaceAll(VALUE, "") : VALUE))
    .join("");
  const fill = (text: string, write: (value: string) => string): string =>
    text.replaceAll(VALUE, () => write(values.shift() ?? ""));
  return frame.replace(PIECE, (piece: string, ...rest) => {
    const { fence, ticks, label, address } = rest.at(-1) as Partial<Record<string, string>>;
    if (fence !== undefined) return fill(piece, writeInBlock);
    if (ticks !== undefined) return fill(piece, writeInCode);
    if (label === undefined || address === undefined) return fill(piece, escapeText);
    const text = fill(label, escapeText);
    const url = fill(address, writeInAddress);
    const isChosenOutside = label.includes(VALUE) && address.includes(VALUE);
    const isHidden = isChosenOutside && links === "plain";
    // The text of a link could be another address than the one that it leads to.
    return isHidden || !SAFE_ADDRESS.test(url)
      ? `${text} ${escapeText(`(${url})`)}`
      : `[${text}](${url})`;
  });
}

/** Platforms open other kinds of addresses in apps. */
const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:)/i;

/** Looks like a backtick, and does not end code. */
const LOOK_ALIKE = "\u02cb";

function writeInBlock(value: string): string {
  return value.replaceAll("`", LOOK_ALIKE).replace(/~{3,}/g, "~~");
}

/** Two backticks with nothing between them would begin other code. */
function writeInCode(value: string): string {
  const line = value.replaceAll("`", LOOK_ALIKE).replace(/\s+/g, " ");
  return line === "" ? " " : line;
}

/** The signs that end an address, or that are markup in it, are percent-encoded. */
function writeInAddress(value: string): string {
  return value.replace(
    /[\s()<>[\]\\"'`|*{}^]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
