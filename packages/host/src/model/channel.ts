// The port of everything that can send a text: what a channel gets, and what it returns.
import { CHANNEL_ALIASES } from "../generated/channel-names.ts";

/** One part of a delivery, at most `limit` long. */
export interface OutgoingPart {
  /** `<delivery id>/<part>`: the same on every try. */
  readonly key: string;
  /** As `parseRecipient` returned it. */
  readonly to: string;
  /** The account that sends, if the action names one; a channel with one account ignores it. */
  readonly accountId?: string;
  readonly text: string;
  /** True after the platform refused the markup of this text, and for a text that has none: send it without. */
  readonly plain: boolean;
  /** For the receiver's records; no channel shows it. */
  readonly runId?: string;
  /** Of the run, if it has one. */
  readonly mappingId?: string;
  /** The conversation: the key of the run's session, or of the main session. */
  readonly sessionKey?: string;
  /** The position of this part, from 1, and how many parts the answer has. */
  readonly part?: number;
  readonly parts?: number;
}

/**
 * The outcome of one try. `unknown`: bytes were sent and no usable answer came. `refused` is final; its scope says
 * whether this message, its markup, or the credential (so every message) is at fault.
 */
export type SendResult =
  | { readonly kind: "sent"; readonly id: string }
  | { readonly kind: "retry" | "unknown"; readonly code: string; readonly afterMs?: number }
  | {
      readonly kind: "refused";
      readonly code: string;
      readonly message: string;
      readonly scope: "message" | "markup" | "credential";
    };

/** A part whose outcome is unknown, as it was sent. */
export interface UnknownPart extends OutgoingPart {
  /** When its first try began, in milliseconds since the epoch. */
  readonly sentAt: number;
  /** Ids of other messages to this recipient, which the host has sent before. */
  readonly otherIds: ReadonlySet<string>;
}

/** What the platform says about a part: it arrived, it failed, or nothing is known. */
export type SettleResult =
  | Extract<SendResult, { readonly kind: "sent" | "refused" }>
  | { readonly kind: "unknown" };

/** A recipient in its canonical spelling, or a sentence that says what to write. */
export type RecipientResult =
  | { readonly ok: true; readonly to: string }
  | { readonly ok: false; readonly hint: string };

/** The longest time for one call: a platform that has not answered for so long has most likely lost the request. */
export const CALL_TIMEOUT_MS = 30_000;

/** Sends parts, one per call, and does not retry by itself. */
export interface Channel {
  readonly id: string;
  /** Longest part, in the unit that `measure` counts. */
  readonly limit: number;
  /** Length of a text in the platform's unit. Omitted: UTF-16 code units. */
  readonly measure?: (text: string) => number;
  /** How long the platform recognizes a repeated key; 0: it has no keys. */
  readonly keyWindowMs: number;
  /** Longest time for one call. Default: 30,000. */
  readonly callTimeoutMs?: number;
  /**
   * Text that is to be shown as it is. `text`: all of a part that is sent with `plain`; omitted, `plain` is enough.
   * `markdown`: a value within the Markdown that `send` gets; omitted, it has a backslash before each sign.
   */
  escape?(text: string, within: "text" | "markdown"): string;
  /** `to` without the prefix `<channel>:`. */
  parseRecipient(to: string): RecipientResult;
  send(part: OutgoingPart, signal: AbortSignal): Promise<SendResult>;
  /** Our code for the platform's code of a failure that it reports after it accepted a message. */
  codeOfFailure?(code: string): string | undefined;
  /**
   * Asks the platform whether a part arrived, without sending anything. The host asks after an unknown outcome, also
   * that of an earlier process, and repeats the question for as long as one call may take. Omitted: the platform
   * cannot be asked.
   */
  settle?(part: UnknownPart, signal: AbortSignal): Promise<SettleResult>;
}

/** Where a person last wrote to an agent: the target of `last`. */
export interface Route {
  readonly agentId: string;
  readonly channel: string;
  readonly to: string;
  /** The account of the channel that the person wrote to. */
  readonly accountId?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** A message that was sent, and turned out not to be delivered. */
export interface FailedMessage {
  readonly channel: string;
  /** The platform's id of one part. */
  readonly messageId: string;
  readonly code: string;
  /** One sentence. */
  readonly reason: string;
}

/** The id of a channel that is named by its id or by an alias, in any case. */
export function channelIdOf(name: string): string {
  const id = name.trim().toLowerCase();
  return CHANNEL_ALIASES.get(id) ?? id;
}
