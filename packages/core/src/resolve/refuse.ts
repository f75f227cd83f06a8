// Why an event, or an element of it, is refused → its resolution, told to whoever listens.
import type { Refusal, RefusedResolution } from "../base/index.ts";
import type { ResolveTrace } from "./trace.ts";

export interface RefusedWhere {
  /** Absent where no mapping was asked. */
  readonly mappingId?: string;
  readonly trace: ResolveTrace | undefined;
}

export function refuse(refusal: Refusal, { mappingId, trace }: RefusedWhere): RefusedResolution {
  trace?.stage(`Refused (${refusal.code}): ${refusal.detail ?? refusal.message}`);
  return { outcome: "refused", ...(mappingId !== undefined && { mappingId }), refusal };
}
