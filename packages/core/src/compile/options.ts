// What a caller of compileHooks may pass, and what serves where they pass nothing.
import { DEFAULT_RENDER_LIMITS, type RenderLimits } from "../data/budget.ts";
import type { HooksInput } from "../model/config.ts";
import type { HelperDefinition } from "../model/helper.ts";
import type { Clock, RandomId, Secrets, Timer, Transforms } from "../model/ports.ts";
import type { Preset } from "../model/preset.ts";
import type { ChannelOptions } from "../policy/channels.ts";

/** Options of `compileHooks`; every one has a default. */
export interface CompileOptions {
  /** Reads secrets that the config refers to. Without it a reference is a config problem. */
  readonly secrets?: Secrets;
  /** The transform modules, by the name that mappings use. */
  readonly transforms?: Transforms;
  /** Limit of an asynchronous transform, in milliseconds. Default: 10,000. */
  readonly transformTimeoutMs?: number;
  /** Presets beside the built-in `gmail`. */
  readonly presets?: Readonly<Record<string, Preset>>;
  /** Channels beside the built-in ones. */
  readonly channels?: ChannelOptions;
  /** Template helpers beside the built-in ones, by name. */
  readonly helpers?: Readonly<Record<string, HelperDefinition>>;
  /** The agent of actions that name none. Default: the first of `agents.list`, else `main`. */
  readonly defaultAgentId?: string;
  /** Limits of what the templates of one event may do; they go before `hooks.limits`. */
  readonly limits?: Partial<RenderLimits>;
  /** Default: `Date.now`. */
  readonly clock?: Clock;
  /** Default: `crypto.randomUUID` of the runtime. */
  readonly randomId?: RandomId;
  /** Default: `setTimeout` of the runtime. */
  readonly timer?: Timer;
}

/** The ports and limits of an event, all set. */
export interface Environment {
  readonly clock: Clock;
  readonly randomId: RandomId;
  readonly timer: Timer;
  readonly limits: RenderLimits;
  readonly transformTimeoutMs: number;
}

/** Senders such as GitHub give up after 10 s: a later answer is read by nobody. */
const TRANSFORM_TIMEOUT_MS = 10_000;

export function createEnvironment(hooks: HooksInput, options: CompileOptions): Environment {
  return {
    clock: options.clock ?? Date.now,
    randomId: options.randomId ?? runtimeRandomId,
    timer: options.timer ?? runtimeTimer,
    limits: chooseLimits(hooks.limits, options.limits),
    transformTimeoutMs: options.transformTimeoutMs ?? TRANSFORM_TIMEOUT_MS,
  };
}

/** One by one, not spread: a limit that is there and undefined would be no limit. */
function chooseLimits(
  written: HooksInput["limits"],
  passed: CompileOptions["limits"],
): RenderLimits {
  const choose = (name: keyof RenderLimits) =>
    passed?.[name] ?? written?.[name] ?? DEFAULT_RENDER_LIMITS[name];
  return {
    maxCharacters: choose("maxCharacters"),
    maxIterations: choose("maxIterations"),
    maxNesting: choose("maxNesting"),
  };
}

/** The two things that every supported runtime has, and that the language itself does not. */
interface Runtime {
  readonly crypto: { readonly randomUUID: () => string };
  readonly setTimeout: (task: () => void, milliseconds: number) => unknown;
  readonly clearTimeout: (timeout: unknown) => void;
}

const runtime = globalThis as unknown as Runtime;

export const runtimeRandomId: RandomId = () => runtime.crypto.randomUUID();

const runtimeTimer: Timer = (task, milliseconds) => {
  const timeout = runtime.setTimeout(task, milliseconds);
  return () => runtime.clearTimeout(timeout);
};
