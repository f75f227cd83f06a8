// A judged answer and where it is to go → a delivery, or one that is dead at once with its reason.
import type { DeliveryRecord } from "../model/records.ts";
import type { Attachment } from "../model/turn.ts";
import { type RecipientRequest, resolveRecipient } from "./resolve-recipient.ts";
import { splitText } from "./split-text.ts";
import { toOneLine } from "./text.ts";
import type { TurnPolicy } from "./turn-policy.ts";

interface DeliveryRequest extends RecipientRequest {
  readonly text: string;
  readonly accountId?: string | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /** The turn whose answer it is. */
  readonly origin:
    | { readonly runId: string; readonly mappingId?: string | undefined }
    | { readonly heartbeatId: string };
}

export function createDelivery(request: DeliveryRequest, policy: TurnPolicy): DeliveryRecord {
  const { agentId, origin, accountId, attachments = [] } = request;
  const { now, settings, channels, route, randomId } = policy;
  const recipient = resolveRecipient(request, { channels, route, defaultTo: settings.defaultTo });
  const text = [request.text, ...attachments.map(noteOfAttachment)].join("\n").trimEnd();
  return {
    id: randomId(),
    agentId,
    ...originOf(origin),
    channel: recipient.channel,
    to: recipient.to,
    ...(accountId !== undefined && { accountId }),
    createdAt: now,
    state: recipient.ok ? "queued" : "dead",
    parts: recipient.ok ? partsOf(text, recipient.channel, { origin, channels }) : [text],
    sentIds: [],
    tries: 0,
    plain: false,
    dueAt: now,
    resends: 0,
    ...(!recipient.ok && { endedAt: now, code: recipient.code, reason: recipient.reason }),
  };
}

function originOf(
  origin: DeliveryRequest["origin"],
): Pick<DeliveryRecord, "runId" | "mappingId" | "heartbeatId"> {
  if ("heartbeatId" in origin) return origin;
  const { runId, mappingId } = origin;
  return { runId, ...(mappingId !== undefined && { mappingId }) };
}

/** No channel sends files, so the answer says that there is one. */
function noteOfAttachment({ name }: Attachment): string {
  return `[file not sent: ${toOneLine(name, 100)}]`;
}

/** The parts in which a channel gets a text. */
function partsOf(
  text: string,
  channel: string,
  { origin, channels }: Pick<TurnPolicy, "channels"> & Pick<DeliveryRequest, "origin">,
): readonly string[] {
  const port = channels.get(channel);
  if (port === undefined) return [text];
  const label = "runId" in origin ? `run ${origin.runId}` : `heartbeat ${origin.heartbeatId}`;
  return splitText(text, {
    limit: port.limit,
    measure: port.measure,
    tail: (missing) => `[… ${missing} more characters, ${label}]`,
  });
}
