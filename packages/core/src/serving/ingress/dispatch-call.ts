// The facts about one call of `dispatch` → its context, whose ids and signal are made when something asks for them.

import { type HeaderRecord, isKey, type RandomId, readHeader, readPath } from "@hookwright/base";
import type { TemplatedField } from "../../base/index.ts";
import { BODIES_WITH_IDS, HEADERS_WITH_IDS } from "../../generated/delivery-ids.ts";
import {
  type AbortCode,
  DispatchAbort,
  type DispatchContext,
  type DispatchSignal,
} from "./dispatch-port.ts";
import { shortName } from "./record.ts";
import type { RequestContext } from "./request-context.ts";

/** Every supported runtime has it. */
declare class AbortController {
  readonly signal: DispatchSignal;
  abort(reason: unknown): void;
}

interface DispatchPorts {
  readonly randomId: RandomId;
  /** Lower-case names of the headers that dispatch may read. */
  readonly dispatchHeaders: readonly string[];
}

interface CallFacts {
  readonly mappingId?: string | undefined;
  readonly taintedFields: readonly TemplatedField[];
  readonly index?: number | undefined;
  readonly dedupeKey?: string | undefined;
}

/** An AbortController costs as much as the rest of a small request, and most dispatches never look at it. */
export class DispatchCall implements DispatchContext {
  readonly mappingId: string | undefined;
  readonly index: number | undefined;
  readonly taintedFields: readonly TemplatedField[];
  readonly #dedupeKey: string | undefined;
  readonly #request: RequestContext;
  readonly #ports: DispatchPorts;
  #runId: string | undefined;
  /** Null once nothing was found. */
  #delivery: DeliveryId | null | undefined;
  #controller: AbortController | undefined;
  #abortCode: AbortCode | undefined;

  constructor(
    { mappingId, index, taintedFields, dedupeKey }: CallFacts,
    request: RequestContext,
    ports: DispatchPorts,
  ) {
    this.mappingId = mappingId;
    this.index = index;
    this.taintedFields = taintedFields;
    this.#dedupeKey = dedupeKey;
    this.#request = request;
    this.#ports = ports;
  }

  get runId(): string {
    this.#runId ??= this.#ports.randomId();
    return this.#runId;
  }

  get name(): string {
    return shortName(this.#request.route.name);
  }

  get idempotencyKey(): string | undefined {
    if (this.#dedupeKey !== undefined) return this.#dedupeKey;
    const { idempotencyKey } = this.#request;
    // The elements of a batch have one request, and are actions of their own.
    return idempotencyKey === undefined || this.index === undefined
      ? idempotencyKey
      : `${idempotencyKey}#${this.index}`;
  }

  get idempotencyTtlSeconds(): number | undefined {
    return this.idempotencyKey === undefined ? undefined : this.#request.idempotencyTtlSeconds;
  }

  get deliveryId(): string | undefined {
    return this.#findDelivery()?.id;
  }

  get deliveryIdFrom(): "header" | "body" | undefined {
    return this.#findDelivery()?.from;
  }

  get headers(): Readonly<Record<string, string>> {
    const { headers, hideSecrets, auth } = this.#request;
    const secret = auth?.secretPlaces.headers ?? [];
    return Object.fromEntries(
      this.#ports.dispatchHeaders.flatMap((name) => {
        const value = secret.includes(name) ? undefined : readHeader(headers, name);
        return value === undefined ? [] : [[name, hideSecrets(value)]];
      }),
    );
  }

  get remoteAddress(): string | undefined {
    return this.#request.remoteAddress;
  }

  get receivedAt(): number {
    return this.#request.receivedAt;
  }

  get context(): unknown {
    return this.#request.request.context?.();
  }

  get signal(): DispatchSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortCode !== undefined) this.#controller.abort(new DispatchAbort(this.#abortCode));
    }
    return this.#controller.signal;
  }

  /** Static, so that a `dispatch` cannot abort itself by its context. The first code stays. */
  static abort(call: DispatchCall, code: AbortCode): void {
    call.#abort(code);
  }

  static abortCodeOf(call: DispatchCall): AbortCode | undefined {
    return call.#abortCode;
  }

  #findDelivery(): DeliveryId | null {
    if (this.#delivery === undefined) {
      const { headers, payload, hideSecrets } = this.#request;
      const found = findDeliveryId(headers, payload);
      this.#delivery = found === undefined ? null : { ...found, id: hideSecrets(found.id) };
    }
    return this.#delivery;
  }

  #abort(code: AbortCode): void {
    if (this.#abortCode !== undefined) return;
    this.#abortCode = code;
    this.#controller?.abort(new DispatchAbort(code));
  }
}

interface DeliveryId {
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
