// Requests to an ingress → the event that each became, before it is answered.
import { AsyncLocalStorage } from "node:async_hooks";
import type { HookEvent } from "@hookwright/core";
import type { RuntimeHooks } from "@hookwright/core/runtime";
import type { NamedEvent } from "@hookwright/testing/redact";

/** What is known of a request while it is answered. */
export interface Exchange {
  /** Undefined until its sender is authenticated and the body decoded. */
  event?: NamedEvent;
  /** Those that resolved it. */
  hooks?: Pick<RuntimeHooks, "resolve">;
}

interface EventCapture<Of extends Exchange> {
  /** The same hooks; resolving an event notes it. */
  readonly watch: <Watched extends Pick<RuntimeHooks, "resolve">>(hooks: Watched) => Watched;
  /** Runs what answers one request. */
  readonly run: <Result>(exchange: Of, answer: () => Result) => Result;
  /** That of the request that is being answered. */
  readonly current: () => Of | undefined;
}

/** The exchange of a request is found in everything that its answer calls. */
export function captureEvents<Of extends Exchange>(): EventCapture<Of> {
  const exchanges = new AsyncLocalStorage<Of>();
  return {
    watch: (hooks) => ({
      ...hooks,
      resolve: (event) => {
        const exchange = exchanges.getStore();
        if (exchange !== undefined) Object.assign(exchange, { hooks, event: copyEvent(event) });
        return hooks.resolve(event);
      },
    }),
    run: (exchange, answer) => exchanges.run(exchange, answer),
    current: () => exchanges.getStore(),
  };
}

/** The members of an event are computed when they are read. */
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
