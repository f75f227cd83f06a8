// A text of a mapping and its destination → a delivery, or one that is dead at once, with the events that report it.
import type { DeliverAction, RandomId } from "@hookwright/core";
import { neutralize } from "@hookwright/core/fence";
import type { DispatchContext } from "@hookwright/core/ingress";
import type { Channel, Route } from "../model/channel.ts";
import type { DeliveredText, DeliveryRecord, NewEvent } from "../model/records.ts";
import type { HostSettings } from "../model/settings.ts";
import { isAllowedRecipient } from "./channel-reports.ts";
import { partsOf } from "./effects-of-run.ts";
import { type ResolveRecipientResult, resolveRecipient } from "./resolve-recipient.ts";
import { eventOfUnsent } from "./run-events.ts";
import { cutText, titleOfHook } from "./text.ts";
import { textOfDelivery } from "./text-of-delivery.ts";

interface ActionPolicy {
  readonly settings: HostSettings;
  readonly now: number;
  readonly channels: ReadonlyMap<string, Channel>;
  /** Those of the action's agent at least, the newest first. */
  readonly routes: readonly Route[];
  readonly randomId: RandomId;
}

export function deliveryOfAction(
  action: DeliverAction,
  { runId: id, mappingId, taintedFields }: DispatchContext,
  policy: ActionPolicy,
): { readonly delivery: DeliveryRecord; readonly events: readonly NewEvent[] } {
  const { settings, now: at, randomId } = policy;
  const { agentId = settings.defaultAgent, parts, markup } = action;
  const isRecipientTainted = taintedFields.includes("to");
  const recipient = findRecipient({ ...action, agentId }, isRecipientTainted, policy);
  // What gathers events gets its summary when it has all of them.
  const isLater = action.coalesce !== undefined && recipient.ok && action.summary;
  const written: DeliveredText = {
    ...{ parts, markup, isRecipientTainted },
    ...(isLater && { summary: true }),
  };
  const accountId = action.accountId ?? (recipient.ok ? recipient.accountId : undefined);
  const delivery: DeliveryRecord = {
    id,
    agentId,
    ...(mappingId !== undefined && { mappingId }),
    channel: recipient.channel,
    to: recipient.to,
    ...(accountId !== undefined && { accountId }),
    createdAt: at,
    state: recipient.ok ? "queued" : "dead",
    written,
    ...writeFor({ id, channel: recipient.channel, written }, policy),
    sentIds: [],
    tries: 0,
    dueAt: at,
    resends: 0,
    ...(!recipient.ok && { endedAt: at, code: recipient.code, reason: recipient.reason }),
  };
  return {
    delivery,
    events: [
      ...(action.summary && !isLater
        ? [
            summaryOfDelivery(delivery, {
              text: action.text,
              isTainted: action.untrustedText !== "",
              id: randomId(),
              at,
            }),
          ]
        : []),
      ...(recipient.ok ? [] : [eventOfUnsent(delivery, recipient.reason, { id: randomId(), at })]),
    ],
  };
}

/** The text in parts, as this channel gets it. */
export function writeFor(
  { id, channel, written }: { id: string; channel: string; written: DeliveredText },
  { channels, settings }: Pick<ActionPolicy, "channels" | "settings">,
): Pick<DeliveryRecord, "parts" | "plain"> {
  const { links } = settings;
  const { text, plain } = textOfDelivery(written, { channel: channels.get(channel), links });
  return { parts: partsOf(text, channel, { label: `delivery ${id}`, channels }), plain };
}

type Recipient =
  | Extract<ResolveRecipientResult, { readonly ok: true }>
  | (Omit<Extract<ResolveRecipientResult, { readonly ok: false }>, "code"> & {
      readonly code: string;
    });

/** A recipient that an event chose has to be in `allowFrom` of the channel. */
function findRecipient(
  request: DeliverAction & { readonly agentId: string },
  isTainted: boolean,
  { channels, routes, settings }: ActionPolicy,
): Recipient {
  const found = resolveRecipient(request, { channels, routes, defaultTo: settings.defaultTo });
  if (!found.ok || !isTainted) return found;
  const { channel, to } = found;
  if (isAllowedRecipient(to, channels.get(channel) as Channel, settings)) return found;
  const reason = `An event chose a recipient that channels.${channel}.allowFrom does not name.`;
  return { ok: false, code: "recipient_not_allowed", channel, to, reason };
}

const MAX_SUMMARY_CHARACTERS = 2_000;

interface DeliverySummary {
  readonly text: string;
  readonly isTainted: boolean;
  readonly id: string;
  readonly at: number;
}

/** As the main session reads it: what came from outside makes all of it text from outside. */
export function summaryOfDelivery(
  { agentId, mappingId, id: deliveryId }: DeliveryRecord,
  { text, isTainted, id, at }: DeliverySummary,
): NewEvent {
  const shown =
    text.length <= MAX_SUMMARY_CHARACTERS ? text : `${cutText(text, MAX_SUMMARY_CHARACTERS)}…`;
  return {
    id,
    agentId,
    at,
    origin: "delivery",
    ...(mappingId !== undefined && { mappingId }),
    title: titleOfHook(mappingId),
    parts: [
      isTainted
        ? { kind: "untrusted", text: neutralize(shown), source: `delivery ${deliveryId}` }
        : { kind: "trusted", text: shown },
    ],
    tainted: isTainted,
  };
}
