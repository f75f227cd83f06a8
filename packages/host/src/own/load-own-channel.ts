// The settings of a channel with a module → the channel, whose calls run in processes of the module.
import { isRecord } from "@hookwright/base";
import {
  CALL_TIMEOUT_MS,
  type Channel,
  type SendResult,
  type SettleResult,
} from "../model/channel.ts";
import { type ChannelDescription, channelFacts, findDefect } from "./define-channel.ts";
import {
  type CallOwn,
  CODE,
  type LoadedOwn,
  loadOwnModule,
  notDefined,
  type OwnModule,
  type OwnModulePorts,
} from "./load-own-module.ts";

/** Keys of every channel, which the host reads. */
const COMMON_KEYS = ["enabled", "defaultTo", "allowFrom"];

/** The host sends at most so many parts of a channel at the same time. */
const WORKERS = 4;

/** The module itself ends a call at its limit; this is for its last words. */
const GRACE_MS = 5_000;

/** Of a module that was built and not run: any recipient may be right. */
const NOT_RUN: ChannelDescription = { limit: 4_000, settles: false };

/** Never rejects. */
export async function loadOwnChannel(
  own: Omit<OwnModule, "what" | "without" | "workers">,
  ports: OwnModulePorts,
): Promise<Omit<LoadedOwn, "module"> & { readonly channel?: Channel }> {
  const { module, ...loaded } = await loadOwnModule(
    { ...own, what: "channel", without: COMMON_KEYS, workers: WORKERS },
    ports,
  );
  if (module === undefined) return loaded;
  const { described = NOT_RUN, call } = module;
  const why = isRecord(described)
    ? findDefect(described as unknown as ChannelDescription)
    : "its answer is not a description.";
  if (why !== undefined) {
    await loaded.close(0);
    return { ...loaded, problems: [notDefined(own, "channel", why)] };
  }
  return { ...loaded, channel: createProxy(own.id, described as ChannelDescription, call) };
}

function createProxy(id: string, description: ChannelDescription, call: CallOwn): Channel {
  const timeoutMs = (description.callTimeoutMs ?? CALL_TIMEOUT_MS) + GRACE_MS;
  return {
    ...channelFacts(id, description),
    send: async (part, signal) => {
      const answer = await call("send", part, { timeoutMs, signal });
      if (answer.ok) return readSendResult(answer.value) ?? FAILED;
      if (!answer.began) return { kind: "retry", code: signal.aborted ? "aborted" : "try_again" };
      return signal.aborted ? { kind: "unknown", code: reasonOf(signal) } : FAILED;
    },
    ...(description.settles && {
      settle: async ({ otherIds, ...part }, signal): Promise<SettleResult> => {
        const input = { ...part, otherIds: [...otherIds] };
        const answer = await call("settle", input, { timeoutMs, signal });
        const result = answer.ok ? readSendResult(answer.value) : undefined;
        return result?.kind === "sent" || result?.kind === "refused" ? result : { kind: "unknown" };
      },
    }),
  };
}

/** As of a channel that throws: bytes may have been sent. */
const FAILED: SendResult = { kind: "unknown", code: "channel_failed" };

function reasonOf({ reason }: AbortSignal): "timeout" | "aborted" {
  return reason === "timeout" ? "timeout" : "aborted";
}

const MAX_ID_CHARACTERS = 512;
const MAX_MESSAGE_CHARACTERS = 1_000;

/** Undefined for a value that is not a result: a module may return anything. */
function readSendResult(value: unknown): SendResult | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, id, code, afterMs, message, scope } = value;
  if (kind === "sent") {
    return typeof id === "string" && id !== "" && id.length <= MAX_ID_CHARACTERS
      ? { kind, id }
      : undefined;
  }
  if (typeof code !== "string" || !CODE.test(code)) return undefined;
  if (kind === "retry" || kind === "unknown") {
    return { kind, code, ...(typeof afterMs === "number" && afterMs > 0 && { afterMs }) };
  }
  const isRefusal =
    kind === "refused" &&
    typeof message === "string" &&
    (scope === "message" || scope === "markup" || scope === "credential");
  return isRefusal
    ? { kind, code, message: message.slice(0, MAX_MESSAGE_CHARACTERS), scope }
    : undefined;
}
