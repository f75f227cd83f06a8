// The end of a command and what it said → the result of the turn.
import type { ProgramEnd } from "@hookwright/node-kit/programs";
import type { TurnResult } from "../../model/turn.ts";
import { createFailure, failureOfService, limitAnswer } from "../failures.ts";
import { isSafeValue } from "./arguments.ts";
import type { AgentReport } from "./output-formats.ts";
import type { CommandSpec } from "./presets.ts";

/** EX_TEMPFAIL of sysexits.h. */
const TRY_AGAIN = 75;

interface ChildFacts {
  readonly report: AgentReport;
  readonly errors: string;
  readonly spec: CommandSpec;
}

/** A status of 0 alone is no success: some agents exit so after an error, and after an empty input. */
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
    // A preset says which tools it used. Of another command nobody knows what it has done.
    const didSomething = spec.output === "text" || report.usedTools || partial !== "";
    return failedChild(end.status, { who, errors, partial, didSomething });
  }
  if (report.text === undefined) {
    const message = `${who} ended without an answer. Run it by hand to see why.`;
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

/** Its words are not told: they may hold parts of the message. */
function failedChild(
  status: number | null,
  { who, errors, partial, didSomething }: FailedChild,
): TurnResult {
  const how = status === null ? "was killed" : `ended with status ${status}`;
  const isLoggedOut = /not logged in|api key|unauthorized|\b401\b/i.test(errors);
  if (!isLoggedOut) {
    return createFailure("command_failed", `${who} ${how}. Run it by hand to see why.`, {
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
