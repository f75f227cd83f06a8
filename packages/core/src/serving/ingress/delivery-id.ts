// A request → the sender's own id of the delivery, under which it appears in the sender's list.

import { type HeaderRecord, hasOwnKey, isKey, readHeader, readPath } from "@hookwright/base";
import type { RouteAuth } from "@hookwright/signatures/runtime";
import { BODIES_WITH_IDS, HEADERS_WITH_IDS } from "../../generated/delivery-ids.ts";
import type { Arrived, DeliveryId } from "./phases.ts";

/** Searched for once for each request; null without one. */
export function deliveryOf(arrived: Arrived): DeliveryId | null {
  const { auth, headers, hideSecrets, log } = arrived;
  if (log.delivery === undefined) {
    const { payload } = log;
    const found =
      (auth && findNamedId(auth, { headers, payload })) ?? findDeliveryId(headers, payload);
    log.delivery = found === undefined ? null : { ...found, id: hideSecrets(found.id) };
  }
  return log.delivery;
}

interface DeliverySource {
  readonly headers: HeaderRecord;
  readonly payload: unknown;
}

function findNamedId(auth: RouteAuth, source: DeliverySource): DeliveryId | undefined {
  const id = readNamedId(auth, source);
  if (id === undefined) return undefined;
  return { id, from: auth.deliveryIdPath === undefined ? "header" : "body" };
}

/** The id that the `auth` names. It may be a number, because some vendors number their deliveries. */
export function readNamedId(
  { delivery, deliveryIdPath }: RouteAuth,
  { headers, payload }: DeliverySource,
): string | undefined {
  const rule = delivery?.id;
  if (rule === undefined) return undefined;
  const value =
    rule.header === undefined
      ? readPath(payload, deliveryIdPath as readonly string[])
      : readHeader(headers, rule.header)?.trim();
  const text = typeof value === "number" ? String(value) : value;
  return isKey(text) ? text : undefined;
}

/** Headers go first, because providers pass text of their users on in bodies, not in headers. */
export function findDeliveryId(headers: HeaderRecord, payload: unknown): DeliveryId | undefined {
  const id = findInHeaders(headers);
  if (id !== undefined) return { id, from: "header" };
  const inBody = findInBody(payload);
  return inBody === undefined ? undefined : { id: inBody, from: "body" };
}

// Every record looks for an id, and most requests have no name of the tables: comparing the names of the
// request takes a fifth of the time of reading each row.
const HEADER_NAMES: ReadonlySet<string> = new Set(HEADERS_WITH_IDS.map(({ header }) => header));
const BODY_KEYS: readonly string[] = [...new Set(BODIES_WITH_IDS.map(({ id }) => id[0] as string))];

function findInHeaders(headers: HeaderRecord): string | undefined {
  if (!Object.keys(headers).some((name) => HEADER_NAMES.has(name))) return undefined;
  for (const { header, beside } of HEADERS_WITH_IDS) {
    const id = readHeader(headers, header)?.trim();
    if (!isKey(id)) continue;
    if (beside === undefined || readHeader(headers, beside) !== undefined) return id;
  }
  return undefined;
}

function findInBody(payload: unknown): string | undefined {
  if (!BODY_KEYS.some((key) => hasOwnKey(payload, key))) return undefined;
  for (const { id: path, marker, is } of BODIES_WITH_IDS) {
    const id = readPath(payload, path);
    if (!isKey(id)) continue;
    const found = readPath(payload, marker);
    if (is === undefined ? typeof found === "string" : found === is) return id;
  }
  return undefined;
}
