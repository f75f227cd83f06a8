// Command line arguments → the exit code: 0 for success, 1 for a failure, 2 for a wrong command line.

import { visibleJson, visibleText } from "@hookwright/base";
import { CommanderError } from "commander";
import { CliError } from "./cli-error.ts";
import { asksForVersion, readCommandWords } from "./command-words.ts";
import type { Io } from "./io.ts";
import { createStyle, useColor } from "./output/style.ts";
import { createProgram } from "./program.ts";
import { readVersion } from "./read-version.ts";

export async function run(args: readonly string[], io: Io): Promise<number> {
  let exitCode = 0;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    if (asksForVersion(args)) {
      io.stdout.write(`${readVersion()}\n`);
      return 0;
    }
    await program.parseAsync(joinFix(readCommandWords(program, args)), { from: "user" });
    return exitCode;
  } catch (error) {
    const failure = describe(error);
    if (failure.message !== undefined) report(failure, args, io);
    return failure.exitCode;
  }
}

/** `--fix all` is an option and its value; in `--fix hooks.yaml`, the next argument is the config. */
function joinFix(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    if (args[index - 1] === "--fix" && FIXES.has(arg)) return [];
    if (arg !== "--fix") return [arg];
    const next = args[index + 1] ?? "";
    return [`--fix=${FIXES.has(next) ? next : "safe"}`];
  });
}

const FIXES: ReadonlySet<string> = new Set(["safe", "all"]);

interface Failure {
  readonly exitCode: number;
  /** Absent if everything has been printed already. */
  readonly message?: string;
  readonly hint?: string | undefined;
}

function describe(error: unknown): Failure {
  if (error instanceof CliError) return error;
  if (error instanceof CommanderError) return describeUsage(error);
  if (isSampleError(error)) return { exitCode: 2, message: error.message, hint: error.hint };
  // A bug in hookwright: a stack would not help the user.
  const message = error instanceof Error ? `${error.name}: ${error.message}` : typeof error;
  return { exitCode: 1, message: `Something unexpected happened. ${message}` };
}

/** By its name: most commands never load the samples. */
function isSampleError(error: unknown): error is Error & { readonly hint?: string } {
  return error instanceof Error && error.name === "SampleError";
}

/** Commander throws after `--help` and `--version`, too. */
function describeUsage({ exitCode, code, message }: CommanderError): Failure {
  if (exitCode === 0) return { exitCode };
  if (code === "commander.help") return { exitCode: 2 };
  const hint = "Run hookwright --help, or hookwright help <command>.";
  return { exitCode: 2, message: message.replace(/^error: /, ""), hint };
}

function report(
  { message = "", hint }: Failure,
  args: readonly string[],
  { stderr, env }: Io,
): void {
  if (args.includes("--json")) {
    stderr.write(`${visibleJson({ ok: false, error: message, hint })}\n`);
    return;
  }
  const style = createStyle(useColor(stderr, env));
  stderr.write(`${style.error("error")} ${visibleText(message)}\n`);
  if (hint !== undefined) stderr.write(`  ${style.hint(visibleText(hint))}\n`);
}
