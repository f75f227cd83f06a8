// A config and options → an ingress with everything recorded that goes in and comes out.

import type { HooksInput, HookwrightConfig } from "../../src/authoring/config/config.ts";
import type { CompileOptions } from "../../src/authoring/plan/options.ts";
import { compileHooks } from "../../src/compile-hooks.ts";
import type { Action } from "../../src/model/action.ts";
import type { IngressOptions } from "../../src/serving/ingress/create-ingress.ts";
import { createIngress } from "../../src/serving/ingress/create-ingress.ts";
import type { DispatchContext } from "../../src/serving/ingress/dispatch-call.ts";
import type { RequestRecord } from "../../src/serving/ingress/record.ts";
import type {
  BodyLimits,
  BodyRead,
  IngressAnswer,
  IngressRequest,
} from "../../src/serving/ingress/request.ts";

export const TOKEN = "the-token-of-the-ingress-tests";

export interface HarnessOptions {
  readonly hooks?: HooksInput;
  /** Other top-level keys of the config, beside `hooks`. */
  readonly config?: Omit<HookwrightConfig, "hooks">;
  readonly compile?: CompileOptions;
  readonly ingress?: Partial<IngressOptions>;
}

export interface SentRequest {
  readonly method?: string;
  /** Default: `/hooks/wake`. */
  readonly target?: string;
  /** Default: the right token as a bearer. */
  readonly headers?: ReturnType<IngressRequest["headers"]>;
  /** Default: `{"text":"hello"}`. */
  readonly body?: string | Uint8Array | BodyRead;
  /** What reads the body, instead of `body`. */
  readonly read?: IngressRequest["readBody"];
  readonly remoteAddress?: string | undefined;
  readonly isGone?: () => boolean;
  readonly onGone?: NonNullable<IngressRequest["onGone"]>;
  readonly context?: unknown;
}

export interface Harness {
  /** Throws if the request is not for the hooks. */
  readonly send: (request?: SentRequest) => Promise<IngressAnswer>;
  readonly isOurs: (target: string) => boolean;
  readonly abort: () => void;
  readonly stopWaiting: () => void;
  readonly idle: () => Promise<void>;
  readonly dispatched: { readonly action: Action; readonly context: DispatchContext }[];
  readonly records: RequestRecord[];
  readonly warnings: string[];
  /** The limits of each body that was asked for. */
  readonly bodyReads: BodyLimits[];
}

export const BEARER = { authorization: `Bearer ${TOKEN}` } as const;

export function createHarness(options: HarnessOptions = {}): Harness {
  const dispatched: Harness["dispatched"] = [];
  const records: RequestRecord[] = [];
  const warnings: string[] = [];
  const bodyReads: BodyLimits[] = [];
  // The clock is fixed: on a busy machine, counts of failures and rates would be reset between two requests.
  const now = Date.now();
  const hooks = compileHooks(
    { hooks: { enabled: true, token: TOKEN, ...options.hooks }, ...options.config },
    { clock: () => now, ...options.compile },
  );
  const ingress = createIngress({
    hooks,
    dispatch: (action, context) => void dispatched.push({ action, context }),
    observer: (record) => void records.push(record),
    warn: (message) => void warnings.push(message),
    ...options.ingress,
  });
  const receive = (request: SentRequest): Promise<IngressAnswer> | undefined =>
    ingress.receive({
      method: request.method ?? "POST",
      target: request.target ?? "/hooks/wake",
      headers: () => request.headers ?? BEARER,
      remoteAddress: () => ("remoteAddress" in request ? request.remoteAddress : "192.0.2.1"),
      readBody: async (limits) => {
        bodyReads.push(limits);
        if (request.read !== undefined) return request.read(limits);
        return bodyReadFrom(request.body ?? '{"text":"hello"}');
      },
      isGone: request.isGone ?? (() => false),
      context: () => request.context,
      ...(request.onGone !== undefined && { onGone: request.onGone }),
    });
  return {
    send: async (request = {}) => {
      const answer = receive(request);
      if (answer === undefined) throw new Error("The request is not for the hooks.");
      return answer;
    },
    isOurs: (target) => receive({ target }) !== undefined,
    abort: ingress.abort,
    stopWaiting: ingress.stopWaiting,
    idle: ingress.idle,
    dispatched,
    records,
    warnings,
    bodyReads,
  };
}

function bodyReadFrom(body: string | Uint8Array | BodyRead): BodyRead {
  if (typeof body === "string") return { kind: "bytes", bytes: new TextEncoder().encode(body) };
  return body instanceof Uint8Array ? { kind: "bytes", bytes: body } : body;
}

/** The answer's body as data. */
export function bodyOf(answer: IngressAnswer): unknown {
  return JSON.parse(answer.body);
}
