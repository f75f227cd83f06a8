// A request → the id under which its provider repeats it, and where that stood; or undefined.

import type { HeaderRecord } from "@hookwright/base";
import { isKey, readHeader, readPath } from "@hookwright/base";
import { BODIES_WITH_IDS, HEADERS_WITH_IDS } from "./delivery-ids.ts";

export interface DeliveryId {
  readonly id: string;
  readonly from: "header" | "body";
}

/** A header goes first, because nothing that a provider passes on from its users stands in its headers. */
export function findDeliveryId(headers: HeaderRecord, payload: unknown): DeliveryId | undefined {
  for (const { header, beside } of HEADERS_WITH_IDS) {
    const id = readHeader(headers, header)?.trim();
    if (!isKey(id)) continue;
    if (beside === undefined || readHeader(headers, beside) !== undefined) {
      return { id, from: "header" };
    }
  }
  for (const { id: path, marker, is } of BODIES_WITH_IDS) {
    const id = readPath(payload, path);
    if (!isKey(id)) continue;
    const found = readPath(payload, marker);
    if (is === undefined ? typeof found === "string" : found === is) return { id, from: "body" };
  }
  return undefined;
}
