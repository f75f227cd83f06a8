// The types of a conformance target: an adapter on a runtime, to which the cases send requests.
import type { CompileOptions, HookwrightConfig } from "@hookwright/core";
import type { Ingress } from "@hookwright/core/ingress";
import type { RuntimeHooks } from "@hookwright/core/runtime";
import type { CaseRequest, Parser, Rewrite } from "./case.ts";
import { leaveRaw, type RawAnswer, sendRaw } from "./raw-http.ts";

/** A target that serves one ingress. */
export interface RunningTarget {
  readonly send: (request: CaseRequest) => Promise<RawAnswer>;
  /** Sends a request, reads no answer, and disconnects when `until` resolves. */
  readonly leave: (request: CaseRequest, until: Promise<unknown>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A target that listens on a port of the loopback interface. */
export interface RunningPortTarget extends RunningTarget {
  readonly port: number;
}

export interface ConformanceTarget<Running extends RunningTarget = RunningTarget> {
  readonly name: string;
  /** Makes the hooks of a case. Default: `compileHooks`. */
  readonly compile?: (config: HookwrightConfig, options: CompileOptions) => RuntimeHooks;
  readonly start: (ingress: Ingress, behind?: Parser) => Promise<Running>;
  /** The reason why no body parser can run before the hooks. Cases with a parser are then skipped. */
  readonly noParser?: string;
  /** What the runtime rewrites, with the reason. Cases that need the original are then skipped. */
  readonly rewrites?: Readonly<Partial<Record<Rewrite, string>>>;
  /** The status of the answer to a request that the adapter leaves alone. Default: 418. */
  readonly notOurs?: number;
}

export function createPortTarget(port: number, close: () => Promise<void>): RunningPortTarget {
  return {
    port,
    send: (request) => sendRaw(port, request),
    leave: (request, until) => leaveRaw(port, { request, until }),
    close,
  };
}
