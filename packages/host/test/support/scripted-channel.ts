// Answers by send → a channel that gives them, and the messages that its platform shows.
import type {
  Channel,
  OutgoingPart,
  RecipientResult,
  SendResult,
  SettleResult,
  UnknownPart,
} from "../../src/model/channel.ts";

export type ScriptedSend =
  | SendResult
  | ((part: OutgoingPart, signal: AbortSignal) => SendResult | Promise<SendResult>);

export interface ScriptedChannel extends Channel {
  /** Every call, in order. */
  readonly calls: readonly OutgoingPart[];
  /** What the people on the platform see: parts whose call was answered `sent` or `unknown`. */
  readonly shown: readonly OutgoingPart[];
  /** Calls that have no answer yet. */
  readonly open: number;
  /** The next calls get these answers, in order; then come ids again. */
  script(...answers: readonly ScriptedSend[]): void;
}

export interface ScriptedChannelOptions {
  readonly id?: string;
  readonly limit?: number;
  readonly keyWindowMs?: number;
  /** Writes what comes from outside in capitals. */
  readonly isLoud?: boolean;
  /** Answers whether a part arrived. */
  readonly settle?: (part: UnknownPart, signal: AbortSignal) => Promise<SettleResult>;
}

export function createScriptedChannel({
  id = "telegram",
  limit = 4_000,
  keyWindowMs = 0,
  isLoud = false,
  settle,
}: ScriptedChannelOptions = {}): ScriptedChannel {
  const calls: OutgoingPart[] = [];
  const shown: OutgoingPart[] = [];
  const script: ScriptedSend[] = [];
  let open = 0;

  const send = async (part: OutgoingPart, signal: AbortSignal): Promise<SendResult> => {
    calls.push(part);
    open += 1;
    try {
      const scripted = script.shift() ?? { kind: "sent", id: `message-${calls.length}` };
      const result = typeof scripted === "function" ? await scripted(part, signal) : scripted;
      if (result.kind === "sent" || result.kind === "unknown") show(part);
      return result;
    } finally {
      open -= 1;
    }
  };

  /** A platform with keys shows a part once. */
  const show = (part: OutgoingPart): void => {
    if (keyWindowMs > 0 && shown.some(({ key }) => key === part.key)) return;
    shown.push(part);
  };

  return {
    id,
    limit,
    keyWindowMs,
    calls,
    shown,
    get open() {
      return open;
    },
    script: (...answers) => void script.push(...answers),
    parseRecipient: parseTestRecipient,
    send,
    ...(isLoud && { escape: writeLoud }),
    ...(settle && { settle }),
  };
}

export function parseTestRecipient(to: string): RecipientResult {
  return to.startsWith("@bad")
    ? { ok: false, hint: "Write the number of a chat." }
    : { ok: true, to: to.trim() };
}

export function writeLoud(text: string): string {
  return text.toUpperCase();
}
