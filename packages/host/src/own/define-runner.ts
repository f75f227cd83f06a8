// A runner as its author defines it → the runner in this process, and the answers of its module in a worker.
import type { Clock } from "@hookwright/core";
import type { Runner, ThinkingLevel, TurnRequest, TurnResult } from "../model/turn.ts";
import { completePorts } from "../ports.ts";
import type { CallOptions, ModuleCall } from "./module-call.ts";

/** What `create` of a runner's module gets besides the settings. */
export interface RunnerModulePorts {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the epoch. */
  readonly clock: Clock;
}

/** What `create` of a runner's module returns. */
export interface RunnerModuleCalls {
  /**
   * Takes one turn. The signal fires at the turn's time limit, if the run is cancelled, and if the host stops;
   * `signal.reason` is `timeout`, `cancelled` or `stopping`. An error that it throws ends the run with the code
   * `runner_failed`.
   */
  readonly run: (turn: TurnRequest, signal: AbortSignal) => Promise<TurnResult>;
}

/** A runner of one's own, as its module exports it. */
export interface RunnerDefinition<Settings> {
  /** True: it gets only the new message and its own `runnerState`. Default: false. */
  readonly keepsHistory?: boolean;
  /** The levels that it can do, lowest first. Omitted: all. */
  readonly thinkingLevels?: readonly ThinkingLevel[];
  /**
   * Called once with the settings of the config, without `module` and `passEnv`; references to secrets are texts. The
   * message of an error that it throws is reported as a problem of the config.
   */
  readonly create: (
    settings: Settings,
    ports: RunnerModulePorts,
  ) => RunnerModuleCalls | Promise<RunnerModuleCalls>;
}

/** A definition that was checked, as `host.runner.module` must export it. */
export interface DefinedRunner<Settings> extends RunnerDefinition<Settings> {
  /** Answers the host, which runs the module in a process of its own. */
  readonly serve: (call: ModuleCall, options: CallOptions) => Promise<unknown>;
}

/** What the host knows of a runner whose module runs elsewhere. */
export interface RunnerDescription {
  readonly keepsHistory: boolean;
  readonly thinkingLevels?: readonly ThinkingLevel[];
}

/**
 * Defines a runner of one's own, for `host.runner.module` of a config. Throws a `TypeError` if `create` is not a
 * function.
 *
 * @example
 * ```ts
 * export default defineRunner<{ greeting: string }>({
 *   create: ({ greeting }) => ({
 *     run: async ({ message }) => ({ ok: true, text: `${greeting} ${message}` }),
 *   }),
 * });
 * ```
 */
export function defineRunner<Settings = Readonly<Record<string, unknown>>>(
  definition: RunnerDefinition<Settings>,
): DefinedRunner<Settings> {
  const { keepsHistory = false, thinkingLevels } = definition;
  const description = { keepsHistory, ...(thinkingLevels && { thinkingLevels }) };
  if (typeof definition.create !== "function") {
    throw new TypeError('defineRunner: "create" is not a function.');
  }
  let made: { readonly settings: string; readonly runner: Promise<Runner> } | undefined;
  return {
    ...definition,
    serve: async ({ kind, settings, input }, { signal }) => {
      const text = JSON.stringify(settings);
      if (made?.settings !== text) {
        const runner = createOwnRunner(definition, { settings: settings as Settings });
        made = { settings: text, runner };
      }
      const runner = await made.runner;
      return kind === "describe" ? description : runner.run(input as TurnRequest, signal);
    },
  };
}

/** What a runner of one's own is created with. */
export interface OwnRunnerOptions<Settings> {
  /** Default: `module`. */
  readonly id?: string;
  /** As `create` gets them. */
  readonly settings: Settings;
  /** Default: `globalThis.fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Default: `Date.now`. */
  readonly clock?: Clock;
}

/**
 * Creates a defined runner in this process: for tests, and for the option `runner` of a program that embeds the
 * host. Rejects if `create` of the definition throws.
 *
 * @example
 * ```ts
 * const runner = await createOwnRunner(greeter, { settings: { greeting: "Hello," } });
 * ```
 */
export async function createOwnRunner<Settings>(
  definition: RunnerDefinition<Settings>,
  { id = "module", settings, ...ports }: OwnRunnerOptions<Settings>,
): Promise<Runner> {
  const { fetch, clock } = completePorts(ports);
  const { run } = await definition.create(settings, { fetch, clock });
  const { keepsHistory = false, thinkingLevels } = definition;
  return { id, keepsHistory, ...(thinkingLevels && { thinkingLevels }), run };
}
