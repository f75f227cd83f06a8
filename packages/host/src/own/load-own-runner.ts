// `host.runner` with a module → the runner, whose turns are taken in processes of the module.
import { isRecord } from "@hookwright/base";
import {
  type Runner,
  THINKING_LEVELS,
  type TurnFailure,
  type TurnResult,
  type TurnSuccess,
} from "../model/turn.ts";
import type { RunnerDescription } from "./define-runner.ts";
import {
  type CallOwn,
  CODE,
  type LoadedOwn,
  loadOwnModule,
  notDefined,
  type OwnModule,
  type OwnModulePorts,
} from "./load-own-module.ts";

/** The host fires the signal at the deadline; the module is ended when it has not heeded it. */
const GRACE_MS = 15_000;

/** The longest turn of a host is a day. */
const MAX_TURN_MS = 86_400_000;

const PATH = ["host", "runner"];

/** Never rejects. */
export async function loadOwnRunner(
  { settings, workers }: Pick<OwnModule, "settings" | "workers">,
  ports: OwnModulePorts,
): Promise<Omit<LoadedOwn, "module"> & { readonly runner?: Runner }> {
  const { module, ...loaded } = await loadOwnModule(
    { settings, workers, what: "runner", id: "module", without: [], path: PATH },
    ports,
  );
  if (module === undefined) return loaded;
  const { described = { keepsHistory: false }, call } = module;
  const why = isRecord(described) ? findDefect(described) : "its answer is not a description.";
  if (why !== undefined) {
    await loaded.close(0);
    return { ...loaded, problems: [notDefined({ settings, path: PATH }, "runner", why)] };
  }
  return { ...loaded, runner: createProxy(described as unknown as RunnerDescription, call) };
}

/** Why a description cannot work, in one sentence: it may come from any module. */
function findDefect(description: Readonly<Record<string, unknown>>): string | undefined {
  const { keepsHistory, thinkingLevels = [] } = description;
  if (typeof keepsHistory !== "boolean") return '"keepsHistory" is not true or false.';
  const known: readonly unknown[] = THINKING_LEVELS;
  return Array.isArray(thinkingLevels) && thinkingLevels.every((level) => known.includes(level))
    ? undefined
    : `"thinkingLevels" is not a list of ${THINKING_LEVELS.join(", ")}.`;
}

function createProxy({ keepsHistory, thinkingLevels }: RunnerDescription, call: CallOwn): Runner {
  return {
    id: "module",
    keepsHistory,
    ...(thinkingLevels && { thinkingLevels }),
    run: async (turn, signal) => {
      const answer = await call("run", turn, { timeoutMs: MAX_TURN_MS + GRACE_MS, signal });
      if (answer.ok) return readTurnResult(answer.value) ?? FAILED;
      if (signal.aborted)
        return { ...FAILED, code: codeOf(signal), message: "The turn was ended." };
      return answer.began ? FAILED : { ...FAILED, code: "runner_busy", retryable: true };
    },
  };
}

const FAILED: Extract<TurnResult, { readonly ok: false }> = {
  ok: false,
  code: "runner_failed",
  message: "The runner module failed; the log of the host has the reason.",
  retryable: false,
};

function codeOf({ reason }: AbortSignal): string {
  return typeof reason === "string" && CODE.test(reason) ? reason : "aborted";
}

/** Undefined for a value that is not a result: a module may return anything. */
function readTurnResult(value: unknown): TurnResult | undefined {
  if (!isRecord(value)) return undefined;
  const { ok, text, code, message, retryable } = value;
  if (ok === true && typeof text === "string") {
    return { ok, text, ...membersOf<TurnSuccess>(value, OF_SUCCESS) };
  }
  const isFailure =
    ok === false &&
    typeof code === "string" &&
    CODE.test(code) &&
    typeof message === "string" &&
    typeof retryable === "boolean";
  if (!isFailure) return undefined;
  return { ok, code, message, retryable, ...membersOf<TurnFailure>(value, OF_FAILURE) };
}

type Checks = Readonly<Record<string, (value: unknown) => boolean>>;

const isText = (value: unknown): boolean => typeof value === "string";
const isCount = (value: unknown): boolean => typeof value === "number" && value >= 0;
const isUnset = (value: unknown): boolean => value === undefined;

const OF_SUCCESS: Checks = {
  runnerState: isText,
  note: isText,
  thinking: (value) => (THINKING_LEVELS as readonly unknown[]).includes(value),
  usage: (value) =>
    isRecord(value) &&
    [value["inputTokens"], value["outputTokens"]].every((one) => isUnset(one) || isCount(one)),
  attachments: (value) =>
    Array.isArray(value) &&
    value.every(
      (one) =>
        isRecord(one) &&
        [one["name"], one["mediaType"], one["data"]].every((member) => isText(member)),
    ),
};

const OF_FAILURE: Checks = {
  retryAfterMs: isCount,
  partial: isText,
  scope: (value) => value === "run" || value === "runner",
};

/** The further members that are what they should be. */
function membersOf<Result>(
  value: Readonly<Record<string, unknown>>,
  checks: Checks,
): Partial<Result> {
  const kept = Object.entries(checks).filter(([key, check]) => check(value[key]));
  return Object.fromEntries(kept.map(([key]) => [key, value[key]])) as Partial<Result>;
}
