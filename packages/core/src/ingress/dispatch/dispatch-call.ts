// The facts about one call of `dispatch` → its context, whose id and signal are made when something asks for them.
import { describeError, type RandomId, readHeader } from "@hookwright/base";
import {
  createRefusal,
  type EventCode,
  type RefusalExtras,
  statusFromCode,
  type TemplatedField,
} from "../../base/index.ts";
import { type GateRefusal, refuse } from "../answer.ts";
import { shortName } from "../record.ts";
import type { RequestContext } from "../request-context.ts";
import { type DeliveryId, findDeliveryId } from "./delivery-ids.ts";
import {
  type AbortCode,
  DispatchAbort,
  type DispatchContext,
  type DispatchRejection,
  type DispatchSignal,
} from "./dispatch-port.ts";

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
    return this.#request.request.context;
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

/** No known sender repeats an event after a longer pause. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

type DispatchCode = Extract<
  EventCode,
  "dispatch_failed" | "dispatch_timeout" | "batch_timeout" | "server_stopping"
>;

const MESSAGES: Readonly<Record<DispatchCode, string>> = {
  dispatch_failed: "The gateway could not take the action; try again.",
  dispatch_timeout: "The gateway did not take the action in time; try again.",
  batch_timeout: "The time for this batch was over before anything was dispatched; try again.",
  server_stopping: "The server is stopping; try again.",
};

/** Why an action was not taken → the 503 that asks its sender to try again. */
export function refuseDispatch(
  code: Exclude<DispatchCode, "dispatch_failed">,
  extras?: RefusalExtras,
): GateRefusal {
  return refuse(createRefusal(code, MESSAGES[code], extras));
}

/** The text of the error is for the operator; the sender gets the code and the pause that it names. */
export function refuseRejection(error: unknown): GateRefusal {
  const { code, retryAfterSeconds } = readRejection(error);
  const detail = describeError(error);
  const refusal = createRefusal("dispatch_failed", MESSAGES.dispatch_failed, { detail });
  const headers =
    retryAfterSeconds === undefined ? undefined : { "retry-after": String(retryAfterSeconds) };
  return refuse({ ...refusal, ...(code !== undefined && { code }) }, headers);
}

interface ReadRejection {
  readonly code: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

/** Errors of the system have codes in capitals, and those of libraries may say what is between us and them. */
const CODE = /^[a-z][a-z0-9_]{0,63}$/;

function readRejection(error: unknown): ReadRejection {
  const { code, retryAfterSeconds } = (error ?? {}) as DispatchRejection;
  const seconds =
    typeof retryAfterSeconds === "number" && retryAfterSeconds >= 0
      ? Math.min(MAX_RETRY_AFTER_SECONDS, Math.ceil(retryAfterSeconds))
      : undefined;
  return {
    code: typeof code === "string" && CODE.test(code) && mayName(code) ? code : undefined,
    retryAfterSeconds: seconds,
  };
}

/** A code of the table goes with its status, and this answer is a 503. */
function mayName(code: string): boolean {
  const status = statusFromCode(code);
  return status === undefined || status === 503;
}
