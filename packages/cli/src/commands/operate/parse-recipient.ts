// `CHANNEL:TO` of a command line → the channel and the recipient on it.
import { createUsageError } from "../../cli-error.ts";

interface WrittenRecipient {
  readonly channel: string;
  readonly to: string;
}

/** The recipient may have colons of its own: `telegram:-1001234567890:topic:7`. */
export function parseRecipient(written: string, what: string): WrittenRecipient {
  const [, channel = "", to = ""] = /^([^:]*):(.*)$/s.exec(written) ?? [];
  if (channel.trim() !== "" && to.trim() !== "") return { channel: channel.trim(), to: to.trim() };
  throw createUsageError(
    `${what} is no channel with a recipient.`,
    "Write CHANNEL:TO, such as telegram:123456789.",
  );
}
