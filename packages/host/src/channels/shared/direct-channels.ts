// A person of a platform → the conversation with that person, opened once.
import type { SendResult } from "../../model/channel.ts";

export type DirectChannelResult =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly result: SendResult };

type OpenDirectChannel = (user: string) => Promise<DirectChannelResult>;

interface DirectChannels {
  /** The id of a recipient as `parseRecipient` spells it: `user:<id>` is looked up or opened. */
  resolve(to: string, open: OpenDirectChannel): Promise<DirectChannelResult>;
}

/** Platforms limit how many conversations a bot opens; ids are short. */
const MAX_REMEMBERED = 1000;

export function createDirectChannels(): DirectChannels {
  const known = new Map<string, string>();
  return {
    async resolve(to, open) {
      if (!to.startsWith("user:")) return { ok: true, id: to.replace(/^channel:/, "") };
      const user = to.slice("user:".length);
      const id = known.get(user);
      if (id !== undefined) return { ok: true, id };
      const opened = await open(user);
      if (!opened.ok) return { ok: false, result: asRepeatable(opened.result) };
      const [oldest] = known.keys();
      if (known.size >= MAX_REMEMBERED && oldest !== undefined) known.delete(oldest);
      known.set(user, opened.id);
      return opened;
    },
  };
}

/** To open a conversation twice does no harm, so an unknown outcome is tried again. */
export function asRepeatable(result: SendResult): SendResult {
  return result.kind === "unknown" ? { kind: "retry", code: result.code } : result;
}
