// Hooks and a recorder's function → gates that hand it each accepted event, and dispatch nothing.
import { AsyncLocalStorage } from "node:async_hooks";
import type { HookEvent, Hooks } from "@hookwright/core";
import {
  createIngress,
  type Ingress,
  type IngressAnswer,
  type IngressRequest,
} from "@hookwright/core/ingress";
import type { NamedEvent } from "@hookwright/testing/record";

interface ListenOptions {
  /** Awaited before the answer. */
  readonly onEvent: (event: NamedEvent) => Promise<void>;
  /** A request that got to no event, such as one without the token. */
  readonly onRefused: (status: number) => void;
  /** Where accepted requests are passed on to; its answer is given back. */
  readonly forward?: (request: ForwardedRequest) => Promise<IngressAnswer>;
}

/** A request whose token was right, as it came. */
export interface ForwardedRequest extends Pick<IngressRequest, "method" | "target" | "headers"> {
  readonly body: Uint8Array;
}

interface Exchange {
  event?: NamedEvent;
  body: Uint8Array;
}

/** Signatures, tokens, forms and handshakes are those of the server. */
export function listenForEvents(
  hooks: Hooks,
  { onEvent, onRefused, forward }: ListenOptions,
): Ingress {
  const exchanges = new AsyncLocalStorage<Exchange>();
  const ingress = createIngress({
    hooks: {
      ...hooks,
      resolve: (event) => {
        const exchange = exchanges.getStore();
        if (exchange !== undefined) exchange.event = copyEvent(event);
        return hooks.resolve(event);
      },
    },
    dispatch: () => undefined,
    // A repeat would be answered without its event.
    idempotency: false,
    warn: () => undefined,
  });
  const receive = (request: IngressRequest): Promise<IngressAnswer> | undefined => {
    const exchange: Exchange = { body: new Uint8Array() };
    const { method, target, headers, remoteAddress } = request;
    const answered = exchanges.run(exchange, () =>
      ingress.receive({
        method,
        target,
        headers,
        remoteAddress,
        isGone: request.isGone,
        readBody: async (limits) => {
          const read = await request.readBody(limits);
          if (read.kind === "bytes") exchange.body = read.bytes;
          return read;
        },
      }),
    );
    return answered?.then(async (answer) => {
      const { event, body } = exchange;
      if (event === undefined) {
        if (answer.status >= 400) onRefused(answer.status);
        return answer;
      }
      await onEvent(event);
      return forward === undefined ? answer : forward({ method, target, headers, body });
    });
  };
  return { ...ingress, receive };
}

/** What it has is made when it is read. */
function copyEvent({ path, payload, headers = {}, query = {}, receivedAt }: HookEvent): NamedEvent {
  const texts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    path,
    payload,
    headers,
    query: Object.fromEntries(texts),
    ...(receivedAt !== undefined && { receivedAt }),
  };
}
