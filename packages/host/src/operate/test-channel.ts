// A channel and a recipient → one line that is sent now, and what the platform says. Nothing of it is stored.
import { sendPart } from "../engine/deliveries/call-channel.ts";
import type { PausedChannel } from "../engine/deliveries/paused-channels.ts";
import type { EngineState } from "../engine/state.ts";
import { channelIdOf, type SendResult } from "../model/channel.ts";
import { type OperateResult, refuse } from "./operate-result.ts";

/** The platform has taken the message. */
export interface TestResult {
  /** The platform's id of it. */
  readonly messageId: string;
  /** The channel is paused until a reload. */
  readonly isPaused: boolean;
}

const TEXT = "This is a test message from Hookwright. No answer is needed.";

export async function testChannel(
  { id: written, to }: { readonly id: string; readonly to: string },
  state: EngineState,
  paused: ReadonlyMap<string, PausedChannel>,
): Promise<OperateResult<TestResult>> {
  const id = channelIdOf(written);
  const channel = state.live.channels.get(id);
  if (channel === undefined) {
    return refuse("channel_not_configured", `The channel "${id}" is not configured.`);
  }
  const recipient = channel.parseRecipient(to);
  if (!recipient.ok) return refuse("recipient_unreadable", recipient.hint);
  const at = state.clock();
  const delivery = {
    id: `test-${state.randomId()}`,
    agentId: state.live.settings.defaultAgent,
    channel: id,
    to: recipient.to,
    createdAt: at,
    state: "sending",
    parts: [TEXT],
    sentIds: [],
    tries: 0,
    plain: true,
    dueAt: at,
    resends: 0,
  } as const;
  const result = await sendPart({ delivery }, channel, state);
  const code = result.kind === "sent" ? undefined : result.code;
  state.observer({
    ...{ kind: "channel", at: state.clock(), channel: id, state: "tested" },
    ...(code !== undefined && { code }),
  });
  if (result.kind === "sent") return { ok: true, messageId: result.id, isPaused: paused.has(id) };
  return refuse(result.code, messageOf(id, result));
}

function messageOf(id: string, result: Exclude<SendResult, { kind: "sent" }>): string {
  if (result.kind === "refused") {
    return `The channel "${id}" refused the message (${result.code}): ${result.message}`;
  }
  const doubt = result.kind === "unknown" ? " It may have arrived: look there first." : "";
  return `The channel "${id}" failed with ${result.code}.${doubt} Try again later.`;
}
