// What the gates share: ports, limits and counters of an ingress, and of the hooks in use. Types only.
import type { Clock, RandomId, Timer } from "@hookwright/base";
import type { Decompressor } from "../../base/index.ts";
import type { Hooks } from "../resolve/index.ts";
import type { Activity, StopSwitch } from "./activity.ts";
import type { BodyBudget } from "./body-budget.ts";
import type { ClaimPorts } from "./claim.ts";
import type { BodyMemory } from "./decompress-body.ts";
import type { Dispatch, ReportLate } from "./dispatch-port.ts";
import type { WalkOptions } from "./read-body.ts";
import type { IngressAnswer } from "./request.ts";
import type { RequestContext, TokenCarriers } from "./request-context.ts";
import type { RateLimiter, Throttle, ThrottleLimits } from "./throttle.ts";
import type { Tracing } from "./tracing.ts";

export interface IngressState {
  readonly currentHooks: () => Hooks;
  readonly dispatch: Dispatch;
  /** Lower-case names of the headers that dispatch may read. */
  readonly dispatchHeaders: readonly string[];
  /** Before the path of the hooks: a leading slash and no trailing one, or nothing. */
  readonly basePath: string;
  readonly carriers: TokenCarriers;
  /** Lower-case names of the headers that nothing but the gates may read. */
  readonly secretHeaders: readonly string[];
  readonly rateLimiter: RateLimiter;
  /** For the limits that the hooks in use ask for. */
  readonly throttleOf: (limits: ThrottleLimits) => Throttle;
  readonly bodyBudget: BodyBudget;
  readonly bodyTimeoutMs: number;
  /** For a body whose sender is not known yet. */
  readonly unknownSenderTimeoutMs: number;
  readonly dispatchTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly reportLate: ReportLate;
  readonly stopSwitch: StopSwitch;
  readonly activity: Activity;
  /** Undefined where repeats are not looked for. */
  readonly claims: ClaimPorts | undefined;
  readonly timer: Timer;
  /** Of the options, else of the hooks. */
  readonly clock: Clock;
  readonly randomId: RandomId;
  /** Of the hooks, else of the runtime. */
  readonly decompressor: Decompressor;
  readonly bodyMemory: BodyMemory;
  readonly warnQueryToken: (name: string) => void;
  /** Looks at the numbers of bodies that arrive parsed. */
  readonly parsedBodies: WalkOptions;
  readonly warnLostBody: () => void;
  readonly warnParsedBody: () => void;
  /** Takes the hooks when they are served for the first time. */
  readonly warnConfig: (hooks: Pick<Hooks, "warnings">) => void;
  /** Takes what keeps the hooks from being had, or undefined where nothing does. */
  readonly warnNoHooks: (failure: string | undefined) => void;
  readonly warnThrottle: () => void;
  readonly warnRateLimiter: () => void;
  /** Undefined where nobody traces. */
  readonly tracing: Tracing | undefined;
  /** Whether anybody is told of requests. */
  readonly isObserved: boolean;
  readonly observe: (context: RequestContext, ended: EndedRequest) => void;
}

/** A request whose answer is known. */
interface EndedRequest {
  readonly answer: IngressAnswer;
  /** The `X-Request-Id` of its sender, where it is sane. */
  readonly sentId: string | undefined;
  /** Of the hooks that served it, where they could be had. */
  readonly state: Pick<IngressState, "clock" | "randomId">;
}

/** The same for requests while the hooks do not change. */
export interface ServingState extends IngressState {
  readonly hooks: Hooks;
  readonly throttle: Throttle;
  /** The largest body of a route with an `auth`, in bytes. */
  readonly largestSignedBody: number;
}
