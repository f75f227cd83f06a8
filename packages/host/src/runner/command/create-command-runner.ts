// An agent that runs as a command, and its settings → a runner: one process for each turn.

import { mkdir, stat } from "node:fs/promises";
import { createPrograms, type ProgramEnd, type Programs } from "@hookwright/node-kit/programs";
import type { Runner, ThinkingLevel, TurnRequest, TurnResult } from "../../model/turn.ts";
import { completePorts, type Ports } from "../../ports.ts";
import { chooseLevel, chooseModel, type ModelSettings, reportedLevel } from "../choose-model.ts";
import { createFailure, failureOfService, limitAnswer, stoppedTurn } from "../failures.ts";
import { createArguments, isSafeValue } from "./arguments.ts";
import { type AgentReport, createReport, OUTPUT_FORMATS, splitLines } from "./output-formats.ts";
import type { CommandSpec } from "./presets.ts";

/** What a command runner is made of. Secrets are given as they are. */
export interface CommandRunnerOptions extends ModelSettings, Partial<Pick<Ports, "timer">> {
  /** `PRESETS.claude` and its like, or your own. */
  readonly spec: CommandSpec;
  /** HOME of the agent, where it keeps its sessions. It is made with the first turn. */
  readonly home: string;
  /** The folder in which the agent of this id works. Default: `home`. */
  readonly workspaceOf?: (agentId: string) => string | undefined;
  /** Variables for the child, such as the key of its model. */
  readonly env?: Environment;
  /** Names of variables of the host's own environment to hand on. */
  readonly passEnv?: readonly string[];
  /** Default: that of the process. */
  readonly inherited?: Environment;
  /** `json` writes the whole turn to standard input. Default: `text`. */
  readonly input?: "text" | "json";
  readonly thinkingLevels?: readonly ThinkingLevel[];
  /**
   * `programs` in the state folder of the host, where it is noted which programs run: the next start of the host
   * ends those that a kill has left. Absent: the reaper alone does.
   */
  readonly programsFolder?: string;
}

/** The end of its errors is enough to see what kind they are of. */
const MAX_ERROR_CHARACTERS = 16_384;

/**
 * A runner that starts a command for each turn: the message goes in by standard input, the answer comes
 * out by standard output. The child gets a listed environment and no shell.
 *
 * @example
 * ```ts
 * const runner = createCommandRunner({ spec: PRESETS.pi, home: "/var/lib/hookwright/pi" });
 * ```
 */
export function createCommandRunner(options: CommandRunnerOptions): Runner {
  const { spec } = options;
  const levels = options.thinkingLevels ?? spec.thinkingLevels;
  const settings = { provider: spec.provider, ...options };
  const programs = createPrograms({ folder: options.programsFolder });
  return {
    id: "command",
    keepsHistory: spec.resumeArgs !== undefined,
    thinkingLevels: levels,
    run: async (turn, signal) => {
      const level = chooseLevel(turn.thinking, levels);
      const call = { turn, model: chooseModel(turn, settings), level, options, programs };
      const first = await runOnce({ ...call, session: sessionOf(turn, spec) }, signal);
      const again = first.isUnknownSession && !signal.aborted;
      const { result } = again ? await runOnce({ ...call, session: undefined }, signal) : first;
      if (!result.ok) return result;
      const note = again ? { note: "The agent did not know its session and began a new one." } : {};
      return { ...result, ...reportedLevel(turn.thinking, level), ...note };
    },
  };
}

/** Another runner's state, or one that no argument may hold, is none. */
function sessionOf({ runnerState }: TurnRequest, { resumeArgs }: CommandSpec): string | undefined {
  if (resumeArgs === undefined || runnerState === undefined) return undefined;
  return isSafeValue(runnerState) ? runnerState : undefined;
}

interface CommandCall {
  readonly turn: TurnRequest;
  readonly model: string | undefined;
  readonly level: ThinkingLevel | undefined;
  readonly session: string | undefined;
  readonly options: CommandRunnerOptions;
  readonly programs: Programs;
}

interface CommandOutcome {
  readonly result: TurnResult;
  readonly isUnknownSession: boolean;
}

async function runOnce(call: CommandCall, signal: AbortSignal): Promise<CommandOutcome> {
  const { turn, model, level, session, options, programs } = call;
  const { spec, home } = options;
  const only = (result: TurnResult): CommandOutcome => ({ result, isUnknownSession: false });
  if (signal.aborted) return only(stoppedTurn(signal));
  const built = createArguments(spec, { model, thinking: level, session });
  if (!built.ok) return only(refusedArgument(built.what));
  // An agent keeps its sessions there. Created here, so that a check of a config leaves nothing behind.
  await mkdir(home, { recursive: true, mode: 0o700 }).catch(() => undefined);
  const cwd = options.workspaceOf?.(turn.agentId) ?? home;
  if (!(await isFolder(cwd))) return only(missingFolder(turn.agentId));
  const report = createReport();
  const lines = splitLines((line) => OUTPUT_FORMATS[spec.output](line, report));
  let errors = "";
  const end = await programs.run({
    argv: built.argv,
    cwd,
    label: turn.id,
    env: environmentOf(call),
    input: inputOfTurn(turn, options),
    signal,
    timer: completePorts(options).timer,
    onOutput: lines.add,
    onError: (text) => {
      errors = (errors + text).slice(-MAX_ERROR_CHARACTERS);
    },
  });
  lines.end();
  if (signal.aborted) return only(stoppedTurn(signal, limitAnswer(report.text ?? "")));
  const result = resultOfChild(end, { report, errors, spec });
  const isUnknownSession =
    session !== undefined && !result.ok && spec.unknownSession?.test(errors) === true;
  return { result, isUnknownSession };
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a program needs to find others, its files and its language. No secret has one of these names. */
const INHERITED: readonly string[] = [
  ...["PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR"],
  ...["SSL_CERT_FILE", "SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "SYSTEMROOT"],
];

/** A list of names from the host's environment, the settings, and facts about the turn; nothing else. */
function environmentOf({ turn, options }: CommandCall): Readonly<Record<string, string>> {
  const { spec, home, env = {}, passEnv = [], inherited = process.env } = options;
  const facts: Environment = {
    HOOKWRIGHT_TURN: turn.id,
    HOOKWRIGHT_KEY: `run:${turn.id}`,
    HOOKWRIGHT_ATTEMPT: String(turn.attempt),
    HOOKWRIGHT_INTERRUPTED: String(turn.interrupted),
    HOOKWRIGHT_REASON: turn.reason,
    HOOKWRIGHT_AGENT: turn.agentId,
    HOOKWRIGHT_SESSION_KEY: turn.sessionKey,
    HOOKWRIGHT_MAPPING: turn.mappingId,
    HOOKWRIGHT_TAINTED: String(turn.tainted),
  };
  const shared = [...INHERITED, ...passEnv].map((name) => [name, inherited[name]] as const);
  const own = [spec.env, env, facts].flatMap((some) => Object.entries(some));
  const all = [...shared, ["HOME", home] as const, ...own];
  return Object.fromEntries(
    // A variable cannot contain a zero: spawn() would throw.
    all.filter((entry): entry is [string, string] => entry[1]?.includes("\0") === false),
  );
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

function refusedArgument(what: string): TurnResult {
  const message = `The ${what} of this turn has characters that no argument of a command may have. Write letters, digits and . : / @ _ - only.`;
  return createFailure("bad_argument", message, { scope: "run" });
}

function missingFolder(agentId: string): TurnResult {
  const message = `The workspace of agent ${JSON.stringify(agentId)} is not a folder. Create it, or set agents.defaults.workspace.`;
  return createFailure("no_workspace", message, { scope: "run" });
}

/** A turn → what a command reads from standard input. An agent that resumes a session has the history. */
function inputOfTurn(turn: TurnRequest, { spec, input }: CommandRunnerOptions): string {
  if (input === "json") return `${JSON.stringify(turn)}\n`;
  if (spec.resumeArgs !== undefined || turn.history.length === 0) return turn.message;
  const earlier = turn.history.map(
    ({ message, answer }) => `[earlier message]\n${message}\n\n[your answer]\n${answer}\n\n`,
  );
  return `${earlier.join("")}[new message]\n${turn.message}`;
}

/** EX_TEMPFAIL of sysexits.h. */
const TRY_AGAIN = 75;

interface ChildFacts {
  readonly report: AgentReport;
  readonly errors: string;
  readonly spec: CommandSpec;
}

/** Status 0 alone is not a success: some agents exit with 0 after an error or an empty input. */
export function resultOfChild(end: ProgramEnd, { report, errors, spec }: ChildFacts): TurnResult {
  const [program] = spec.program;
  const who = `The command ${JSON.stringify(program)}`;
  if (end.kind === "not_started") {
    const code = /^[A-Z]{2,20}$/.test(end.code) ? end.code : "ENOENT";
    const message = `${who} cannot be started (${code}). Install it, or write its whole path.`;
    return createFailure("command_not_started", message, {
      retryable: true,
      ...scopeOfStart(code),
    });
  }
  const partial = limitAnswer(report.text ?? "");
  if (report.error !== undefined) {
    const didSomething = report.usedTools || partial !== "";
    return failureOfService(report.error, { who, didSomething, partial });
  }
  if (end.status === TRY_AGAIN && spec.output === "text") {
    const message = `${who} asks to be run again later (status 75).`;
    return createFailure("try_again", message, { retryable: true });
  }
  if (end.status !== 0) {
    // A preset reports the tools it used. What another command has done is unknown.
    const didSomething = spec.output === "text" || report.usedTools || partial !== "";
    return failedChild(end.status, { who, errors, partial, didSomething });
  }
  if (report.text === undefined) {
    const message = `${who} ended without an answer. Run it manually to see why.`;
    return createFailure("no_output", message);
  }
  const { session, usage } = report;
  return {
    ok: true,
    text: spec.output === "text" ? partial.trim() : partial,
    ...(session !== undefined && isSafeValue(session) && { runnerState: session }),
    ...(usage && { usage }),
  };
}

/** Its output is not shown, because it may contain parts of the message. */
function failedChild(
  status: number | null,
  { who, errors, partial, didSomething }: FailedChild,
): TurnResult {
  const how = status === null ? "was killed" : `ended with status ${status}`;
  const isLoggedOut = /not logged in|api key|unauthorized|\b401\b/i.test(errors);
  if (!isLoggedOut) {
    return createFailure("command_failed", `${who} ${how}. Run it manually to see why.`, {
      partial,
    });
  }
  const message = `${who} ${how}: it has no valid login or API key.`;
  // Attack: a text from outside that a command prints must not pause the runner for all others.
  const isSure = !didSomething;
  const extras = isSure ? ({ retryable: true, scope: "runner" } as const) : { partial };
  return createFailure("unauthorized", message, extras);
}

interface FailedChild {
  readonly who: string;
  readonly errors: string;
  readonly partial: string;
  readonly didSomething: boolean;
}

/** What the machine lacks passes by itself; a program that is not there waits for the operator. */
function scopeOfStart(code: string): { readonly scope?: "runner" } {
  return PASSING.has(code) ? {} : { scope: "runner" };
}

const PASSING: ReadonlySet<string> = new Set(["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"]);
