// The record of a request → what the store keeps of it if it made nothing; undefined if its acceptance is stored.
import type { RequestRecord } from "@hookwright/core/ingress";
import type { RequestOutcome, StoredRequest } from "../model/records.ts";
import { toOneLine } from "./text.ts";

const MAX_DETAIL_CHARACTERS = 300;

type Facts = Pick<StoredRequest, "deliveryId" | "nearest">;

export function notedRequest(record: RequestRecord & Facts): StoredRequest | undefined {
  // A caller may ask about its run every second, which is no event.
  if (record.lookup !== undefined) return undefined;
  const outcome = outcomeOf(record);
  if (outcome === "accepted") return undefined;
  const { requestId, receivedAt, name, status, mappingId, provider, deliveryId } = record;
  const { nearest, runId, list } = record;
  const code = record.auth ?? record.code ?? list;
  const detail = record.detail ?? refusedElements(record);
  const isProved = record.credential !== undefined || record.keyIndex !== undefined;
  return {
    id: requestId,
    at: receivedAt,
    hook: name,
    outcome,
    proved: isProved,
    status,
    ...(code !== undefined && { code }),
    ...(detail !== undefined && { detail: toOneLine(detail, MAX_DETAIL_CHARACTERS) }),
    ...(mappingId !== undefined && { mappingId }),
    ...(provider !== undefined && { provider }),
    ...(deliveryId !== undefined && { deliveryId }),
    ...(nearest !== undefined && { nearest }),
    ...(outcome === "repeat" && runId !== undefined && { receipt: runId }),
  };
}

/** A batch of which some elements were accepted and others refused is noted beside what it made. */
function outcomeOf(record: RequestRecord): RequestOutcome {
  const { outcome, status, dedupe, dispatched = 0, refused = 0, handshake, list } = record;
  if (status >= 500) return "failed";
  if (dedupe === "replayed") return "repeat";
  if (outcome === "unmatched") return "unmatched";
  if (status >= 400 || refused > 0) return "refused";
  if (list !== undefined) return "empty";
  if (outcome === "action" || dispatched > 0) return "accepted";
  if (outcome === "batch") return record.repeats === undefined ? "empty" : "repeat";
  return handshake === undefined ? "skipped" : "handshake";
}

function refusedElements({ refused = 0, dispatched = 0 }: RequestRecord): string | undefined {
  return refused === 0 ? undefined : `${dispatched} elements accepted, ${refused} refused`;
}
