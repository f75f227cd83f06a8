// A server that carries an ingress: what every adapter, on every runtime, is to the cases.
import type { Ingress } from "@hookwright/core/ingress";
import type { CaseRequest, Need, Parser } from "./case.ts";
import { leaveRaw, type RawAnswer, sendRaw } from "./raw-http.ts";

export interface RunningHost {
  readonly send: (request: CaseRequest) => Promise<RawAnswer>;
  /** Sends, waits for no answer, and goes away when `until` is fulfilled. */
  readonly leave: (request: CaseRequest, until: Promise<unknown>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A host on a port of the loopback interface. */
export interface PortHost extends RunningHost {
  readonly port: number;
}

export interface Host<Running extends RunningHost = RunningHost> {
  readonly name: string;
  readonly start: (ingress: Ingress, behind?: Parser) => Promise<Running>;
  /** Why no body parser can stand before the hooks. Cases behind one are skipped. */
  readonly noParser?: string;
  /** What does not reach the adapter as it was sent, with the reason. Cases that need it are skipped. */
  readonly rewrites?: Readonly<Partial<Record<Need, string>>>;
  /** The status of its answer to what the adapter left alone. Default: 418. */
  readonly notOurs?: number;
}

export function hostOnPort(port: number, close: () => Promise<void>): PortHost {
  return {
    port,
    send: (request) => sendRaw(port, request),
    leave: (request, until) => leaveRaw(port, { request, until }),
    close,
  };
}
