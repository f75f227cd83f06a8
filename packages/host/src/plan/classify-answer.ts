// The final text of a turn → an acknowledgment, an empty answer, or the text to deliver.

/** What an agent answers when nothing needs the user. */
export const ACK_TOKEN = "HEARTBEAT_OK";

/** Whose answer it is, and what comes with it. */
export interface ClassifyOptions {
  /**
   * How many UTF-16 units may be beside the token in an acknowledgment. Absent, as for runs: no
   * letter and no digit.
   */
  readonly ackMaxChars?: number | undefined;
  /** Whether the answer has attachments. Such an answer is delivered in any case. */
  readonly hasAttachments?: boolean | undefined;
}

/** `ack`: nothing is delivered. The text of `deliver` has no token at its ends. */
export type ClassifiedAnswer =
  | { readonly kind: "ack" }
  | { readonly kind: "empty" }
  | { readonly kind: "deliver"; readonly text: string };

/** Decides what becomes of the final text of a turn. */
export function classifyAnswer(text: string, options: ClassifyOptions = {}): ClassifiedAnswer {
  const { rest, hadToken } = removeTokens(text);
  if (options.hasAttachments === true) return { kind: "deliver", text: rest };
  if (!hadToken) return text.trim() === "" ? { kind: "empty" } : { kind: "deliver", text };
  const { ackMaxChars } = options;
  const bare = removeSigns(rest.replace(REMOVED, toSpace).replace(/\s+/g, " "));
  const isAck = ackMaxChars === undefined ? !WORD.test(bare) : bare.length <= ackMaxChars;
  return isAck ? { kind: "ack" } : { kind: "deliver", text: rest };
}

const WORD = /[\p{L}\p{N}]/u;

/** Tags and comments of HTML, and its space that does not break. Linear: a tag holds no second `<`. */
const REMOVED = /<[!/]?[a-z-][^<>]*>|&nbsp;/gi;

function toSpace(match: string): string {
  return match.startsWith("<") ? "" : " ";
}

/** Takes the token off both ends until none is left there. What is between keeps its white space. */
function removeTokens(original: string): { rest: string; hadToken: boolean } {
  const { text, removed } = cleanText(original);
  const head = skipTokens(text);
  const tail = skipTokensBack(text, head.at);
  if (head.at === 0 && tail.at === text.length) return { rest: original, hadToken: false };
  const toOriginal = (index: number): number =>
    removed.reduce((at, piece) => (piece.at < index ? at + piece.length : at), index);
  let rest = original.slice(toOriginal(head.at), toOriginal(tail.at));
  if (head.at > 0) rest = head.kept + rest.replace(/^(?:<\/[^<>]*>|\s)+/, "");
  if (tail.at < text.length) rest = rest.trimEnd() + tail.kept;
  return { rest, hadToken: true };
}

/** Where a text begins or ends without its tokens, and signs that belong to what is left. */
interface Edge {
  readonly at: number;
  readonly kept: string;
}

function skipTokens(text: string): Edge {
  let edge: Edge = { at: 0, kept: "" };
  for (;;) {
    const start = skip(text, edge.at, BEFORE);
    if (!isTokenAt(text, start)) return edge;
    const after = start + ACK_TOKEN.length;
    const at = skip(text, after, CLOSING);
    // A sign that is not closed after the token is around the whole text.
    const isClosed = wrappersIn(text.slice(after, at)) !== "";
    edge = { at, kept: isClosed ? edge.kept : edge.kept + wrappersIn(text.slice(edge.at, start)) };
  }
}

function skipTokensBack(text: string, first: number): Edge {
  let edge: Edge = { at: text.length, kept: "" };
  for (;;) {
    const end = skipBack(text, edge.at, AFTER);
    const start = end - ACK_TOKEN.length;
    if (start < first || !isTokenAt(text, start)) return edge;
    const at = Math.max(first, skipBack(text, start, WRAPPERS));
    const isOpened = at < start;
    edge = { at, kept: isOpened ? edge.kept : wrappersIn(text.slice(end, edge.at)) + edge.kept };
  }
}

/** A text without its tags, and what was taken out of it. */
interface CleanText {
  readonly text: string;
  /** For each piece: where it would be in the clean text, and how much shorter that is. */
  readonly removed: readonly { readonly at: number; readonly length: number }[];
}

function cleanText(original: string): CleanText {
  const removed: { at: number; length: number }[] = [];
  let gone = 0;
  const text = original.replace(REMOVED, (match, offset: number) => {
    const replacement = toSpace(match);
    removed.push({ at: offset - gone, length: match.length - replacement.length });
    gone += match.length - replacement.length;
    return replacement;
  });
  return { text, removed };
}

const WRAPPERS = "*_~`\"'()[]";
const PUNCTUATION = ".!,";
const SPACES = " \t\n\r\v\f\u00a0";
const BEFORE: string = WRAPPERS + SPACES;
const CLOSING: string = WRAPPERS + PUNCTUATION;
const AFTER: string = CLOSING + SPACES;

function skip(text: string, from: number, signs: string): number {
  let at = from;
  while (at < text.length && signs.includes(text.charAt(at))) at += 1;
  return at;
}

function skipBack(text: string, from: number, signs: string): number {
  let at = from;
  while (at > 0 && signs.includes(text.charAt(at - 1))) at -= 1;
  return at;
}

/** `MY_HEARTBEAT_OK` and `HEARTBEAT_OKAY` are other words. */
function isTokenAt(text: string, at: number): boolean {
  if (!text.startsWith(ACK_TOKEN, at)) return false;
  const before = text.charAt(skipBack(text, at, "_") - 1);
  const after = text.charAt(skip(text, at + ACK_TOKEN.length, "_"));
  return !WORD.test(before) && !WORD.test(after);
}

function wrappersIn(text: string): string {
  return [...text].filter((sign) => WRAPPERS.includes(sign)).join("");
}

/** Signs around the whole do not count, nor does punctuation that the token left behind. */
function removeSigns(text: string): string {
  const start = skip(text, 0, BEFORE);
  return text.slice(start, Math.max(start, skipBack(text, text.length, AFTER)));
}
