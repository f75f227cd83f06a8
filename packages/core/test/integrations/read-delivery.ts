// The name of a sample → the event that the provider would send, and the config of the page that it is for.
import {
  listDeliveries,
  readDelivery as readSample,
} from "../../../samples/tools/read-delivery.mjs";
import type { HookEvent } from "../../src/model/event.ts";

export interface Delivery {
  readonly event: HookEvent;
  readonly config: number;
}

/** 2026-01-02T03:04:05.678Z */
const RECEIVED_AT = 1_767_323_045_678;

export function readDelivery(provider: string, name: string): Delivery {
  const { event, config } = readSample(provider, name);
  return { config, event: { ...event, receivedAt: RECEIVED_AT } };
}

/** The names of the samples of a provider. */
export function namesOf(provider: string): readonly string[] {
  return listDeliveries().find((one) => one.provider === provider)?.names ?? [];
}
